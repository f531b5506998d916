import type { UserId } from '@hearth/contract-kit';
import { SNAPSHOT_COMMAND, committedSql, sqlSnapshot, type SqlVariants } from '@hearth/data/testing';
import { readSearch } from '@hearth/http';
import { authorisedBy } from '../access/levels.finder.js';
import type { ProjectsCaller } from '../access/projects-caller.js';
import { GroupsFinder, type GroupFilters } from './groups.finder.js';
import { GROUP_COLUMNS } from './groups.store.js';

const FILE = new URL('../../src/groups/groups.finder.sql', import.meta.url);
const EVERYTHING: GroupFilters = {
  skip: [],
  allAvailable: false,
  owned: false,
  customAttributes: {},
  statistics: false,
  orderBy: 'name',
  sort: 'asc',
};
const NOBODY: ProjectsCaller = { id: null, admin: false, external: false };
const MEMBER: ProjectsCaller = { id: 17 as UserId, admin: false, external: false };
const ADMIN: ProjectsCaller = { id: 1 as UserId, admin: true, external: false };

function list(caller: ProjectsCaller, filters: Partial<GroupFilters> = {}, page = 1) {
  const finder = new GroupsFinder();
  return (db: Parameters<SqlVariants[string]>[0]) =>
    finder.page(db, caller, { ...EVERYTHING, ...filters }, { page, perPage: 20 });
}

const VARIANTS: SqlVariants = {
  'everything, for an anonymous caller': list(NOBODY),
  'everything, for a member': list(MEMBER),
  'everything available, for a member': list(MEMBER, { allAvailable: true }),
  'everything with statistics, for an admin': list(ADMIN, { statistics: true }),
  'by path, without some, for an admin': list(ADMIN, { orderBy: 'path', sort: 'desc', skip: [3, 4] }),
  'beyond the end, for a member': list(MEMBER, { allAvailable: true }, 3),
  owned: list(MEMBER, { owned: true }),
  'private, as a developer': list(MEMBER, { visibility: 'private', minAccessLevel: 30 }),
  'subgroups, for a member': list(MEMBER, { parentId: 100 }),
  'descendants, for a member': list(MEMBER, { ancestorId: 100 }),
  'top-level groups, for a member': list(MEMBER, { parentId: 0 }),
  'subgroups, for an anonymous caller': list(NOBODY, { parentId: 100 }),
  'a search, for a member': list(MEMBER, { search: readSearch('service') }),
  'a search of all that is available, for a member': list(MEMBER, {
    allAvailable: true,
    search: readSearch('service'),
  }),
  'a search of five words, for an admin': list(ADMIN, { search: readSearch('the service of amber team') }),
  'by custom attributes': list(ADMIN, { customAttributes: { team: 'red', size: 'big' } }),
};

describe('the statements of lists of groups', () => {
  it(`are those of groups.finder.sql, which ${SNAPSHOT_COMMAND} writes`, async () => {
    const present = await sqlSnapshot(VARIANTS, {
      'columns of a group': GROUP_COLUMNS,
      'what the caller has': authorisedBy('$1::bigint'),
    });
    expect(present).toBe(await committedSql(FILE, present));
  });
});
