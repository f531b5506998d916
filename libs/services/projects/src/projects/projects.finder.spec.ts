import type { ProjectId, UserId } from '@hearth/contract-kit';
import { SNAPSHOT_COMMAND, committedSql, sqlSnapshot, type SqlVariants } from '@hearth/data/testing';
import { readSearch, type PageRequest } from '@hearth/http';
import { authorisedBy } from '../access/levels.finder.js';
import { contributedBy } from '../activity/contributions.finder.js';
import { insideOf, projectsOf, sharedWith } from '../groups/group-projects.finder.js';
import { OWN_AND_SHARED } from '../groups/group.rules.js';
import { EVERY_PROJECT } from './project-list.rules.js';
import {
  ProjectsFinder,
  forksOf,
  inNamespaceOf,
  starredBy,
  type ProjectFilters,
  type ProjectScope,
} from './projects.finder.js';
import { RECORD_COLUMNS } from './project-record.finder.js';
import type { ProjectsCaller } from '../access/projects-caller.js';

const FILE = new URL('../../src/projects/projects.finder.sql', import.meta.url);
const EVERYTHING: ProjectFilters = {
  ...EVERY_PROJECT,
  orderBy: 'createdAt',
  sort: 'desc',
};
const FIRST: PageRequest = { page: 1, perPage: 20 };
const NOBODY: ProjectsCaller = { id: null, admin: false, external: false };
const MEMBER: ProjectsCaller = { id: 17 as UserId, admin: false, external: false };
const ADMIN: ProjectsCaller = { id: 1 as UserId, admin: true, external: false };

function list(caller: ProjectsCaller, filters: Partial<ProjectFilters> = {}, request = FIRST, scope?: ProjectScope) {
  const finder = new ProjectsFinder();
  return (db: Parameters<SqlVariants[string]>[0]) =>
    finder.page(db, caller, { ...EVERYTHING, ...filters }, request, scope);
}

const VARIANTS: SqlVariants = {
  'everything, for an anonymous caller': list(NOBODY),
  'everything, for a member': list(MEMBER),
  'everything, for an admin': list(ADMIN),
  'everything by name, for a member': list(MEMBER, { orderBy: 'name', sort: 'asc' }),
  'the beginning of a keyset, for a member': list(
    MEMBER,
    { orderBy: 'id' },
    { ...FIRST, keyset: { sort: 'desc', after: null } },
  ),
  'behind a key, for a member': list(MEMBER, { orderBy: 'id' }, { ...FIRST, keyset: { sort: 'desc', after: 5000 } }),
  'beyond the end, for a member': list(MEMBER, {}, { page: 3, perPage: 20 }),
  'beyond the end, for an admin': list(ADMIN, {}, { page: 3, perPage: 20 }),
  'a search, for an anonymous caller': list(NOBODY, { search: readSearch('service') }),
  'a search, for a member': list(MEMBER, { search: readSearch('service') }),
  'a search of two words, for an admin': list(ADMIN, { search: readSearch('amber service') }),
  'a search of five words, for an admin': list(ADMIN, { search: readSearch('the service of amber team') }),
  'a search for a short name, for an admin': list(ADMIN, { search: readSearch('ab') }),
  'a search of paths, for a member': list(MEMBER, { search: readSearch('team/service'), searchPaths: true }),
  'a search of paths in memberships': list(MEMBER, {
    membership: true,
    search: readSearch('team/service'),
    searchPaths: true,
  }),
  'a search of paths by five words, for an admin': list(ADMIN, {
    search: readSearch('the service of amber team'),
    searchPaths: true,
  }),
  'a search of paths for a short name, for an anonymous caller': list(NOBODY, {
    search: readSearch('ab'),
    searchPaths: true,
  }),
  'private, for a member': list(MEMBER, { visibility: 'private' }),
  'internal, for a member': list(MEMBER, { visibility: 'internal' }),
  owned: list(MEMBER, { owned: true }),
  membership: list(MEMBER, { membership: true }),
  'a search of memberships': list(MEMBER, { membership: true, search: readSearch('service') }),
  starred: list(MEMBER, { starred: true }),
  'with a topic, for a member': list(MEMBER, { topics: ['web'] }),
  'as a developer': list(MEMBER, { minAccessLevel: 30 }),
  'by settings, for a member': list(MEMBER, {
    archived: false,
    withIssuesEnabled: true,
    withMergeRequestsEnabled: true,
  }),
  'in spans of time, for a member': list(MEMBER, {
    activeAfter: new Date(0),
    activeBefore: new Date(1),
    updatedAfter: new Date(2),
    updatedBefore: new Date(3),
  }),
  'archived, for an admin': list(ADMIN, { archived: true }),
  'by custom attributes': list(ADMIN, { customAttributes: { team: 'red', size: 'big' } }),
  'of a user by id': list(MEMBER, {}, FIRST, inNamespaceOf({ id: 33 })),
  'starred by a user': list(MEMBER, {}, FIRST, starredBy({ username: 'ada' })),
  'that a user has contributed to': list(MEMBER, {}, FIRST, contributedBy({ id: 33 })),
  'of a user by name': list(MEMBER, {}, FIRST, inNamespaceOf({ username: 'ada' })),
  'of a group': list(MEMBER, {}, FIRST, projectsOf(100, OWN_AND_SHARED)),
  'of a group with subgroups': list(MEMBER, {}, FIRST, projectsOf(100, { subgroups: true, shared: true })),
  'of a group with subgroups alone': list(MEMBER, {}, FIRST, projectsOf(100, { subgroups: true, shared: false })),
  'inside a group': list(MEMBER, {}, FIRST, insideOf(100)),
  'shared with a group': list(MEMBER, {}, FIRST, sharedWith(100)),
  'forks of a project': list(MEMBER, {}, FIRST, forksOf(100 as ProjectId)),
  'a search of forks, for an anonymous caller': list(
    NOBODY,
    { search: readSearch('service') },
    FIRST,
    forksOf(100 as ProjectId),
  ),
};

describe('the statements of lists of projects', () => {
  it(`are those of projects.finder.sql, which ${SNAPSHOT_COMMAND} writes`, async () => {
    const present = await sqlSnapshot(VARIANTS, {
      'columns of a project': RECORD_COLUMNS,
      'what the caller has': authorisedBy('$1::bigint'),
    });
    expect(present).toBe(await committedSql(FILE, present));
  });

  it('have the same text for all values', async () => {
    const words = (count: number) => readSearch(Array.from({ length: count }, (_, index) => `word${index}`).join(' '));
    const texts = async (variant: SqlVariants[string]) =>
      (await sqlSnapshot({ list: variant })).replace(/^--.*$/gm, '');
    const search = await texts(list(MEMBER, { search: words(3) }));
    const external = { id: 4711 as UserId, admin: false, external: true };
    expect(await texts(list(external, { search: words(60) }, { page: 1, perPage: 100 }))).toBe(search);
    expect(await texts(list(external))).toBe(await texts(list(MEMBER)));
    expect(await texts(list(NOBODY))).toBe(await texts(list(ADMIN)));
  });
});
