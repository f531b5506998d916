import { SNAPSHOT_COMMAND, committedSql, sqlSnapshot, type SqlVariants } from '@hearth/data/testing';
import { readSearch, type PageRequest } from '@hearth/http';
import type { ProjectId } from '@hearth/contract-kit';
import { MembersFinder, type MemberFilters } from './members.finder.js';
import { MEMBER_COLUMNS } from './memberships.store.js';
import type { MemberSource, MemberScope } from './membership.rules.js';

const FILE = new URL('../../src/members/members.finder.sql', import.meta.url);
const FIRST: PageRequest = { page: 1, perPage: 20 };
const PROJECT: MemberSource = { kind: 'project', id: 7 as ProjectId };
const GROUP: MemberSource = { kind: 'group', id: 100 };

function list(source: MemberSource, scope: MemberScope, filters: MemberFilters = {}, request = FIRST) {
  const finder = new MembersFinder();
  return (db: Parameters<SqlVariants[string]>[0]) => finder.page(db, source, scope, filters, request);
}

const search = readSearch('the service of amber team');

const VARIANTS: SqlVariants = {
  'of a project': list(PROJECT, 'direct'),
  'of a group': list(GROUP, 'direct'),
  'of a project, inherited ones included': list(PROJECT, 'all'),
  'of a group, inherited ones included': list(GROUP, 'all'),
  'some users': list(GROUP, 'direct', { userIds: [1, 2] }),
  'without some users': list(PROJECT, 'all', { skip: [1, 2] }),
  'a search': list(GROUP, 'direct', { ...(search && { search }) }),
  'a search by e-mail too': list(GROUP, 'direct', { ...(search && { search }), byEmail: true }),
  'behind a key': list(GROUP, 'direct', {}, { ...FIRST, keyset: { sort: 'asc', after: 5000 } }),
  'beyond the end': list(PROJECT, 'direct', {}, { page: 3, perPage: 20 }),
};

describe('the statements of lists of members', () => {
  it(`are those of members.finder.sql, which ${SNAPSHOT_COMMAND} writes`, async () => {
    const present = await sqlSnapshot(VARIANTS, { 'columns of a member': MEMBER_COLUMNS });
    expect(present).toBe(await committedSql(FILE, present));
  });
});
