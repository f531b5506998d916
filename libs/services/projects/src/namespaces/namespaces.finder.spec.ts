import type { UserId } from '@hearth/contract-kit';
import { SNAPSHOT_COMMAND, committedSql, sqlSnapshot, type SqlVariants } from '@hearth/data/testing';
import { readSearch, type PageRequest } from '@hearth/http';
import { NamespacesFinder, type NamespaceFilters } from './namespaces.finder.js';

const FILE = new URL('../../src/namespaces/namespaces.finder.sql', import.meta.url);
const FIRST: PageRequest = { page: 1, perPage: 20 };

function list(admin: boolean, filters: Partial<NamespaceFilters> = {}, request = FIRST) {
  const finder = new NamespacesFinder();
  const caller = { userId: 17 as UserId, admin };
  return (db: Parameters<SqlVariants[string]>[0]) => finder.page(db, caller, { sort: 'asc', ...filters }, request);
}

const VARIANTS: SqlVariants = {
  'everything, for a user': list(false),
  'everything, for an admin': list(true),
  'a search, for a user': list(false, { search: readSearch('service') }),
  'a search of five words, for an admin': list(true, { search: readSearch('the service of amber team') }),
  'behind a key, for a user': list(false, { sort: 'desc' }, { ...FIRST, keyset: { sort: 'desc', after: 5000 } }),
  'beyond the end, for a user': list(false, {}, { page: 3, perPage: 20 }),
  'beyond the end, for an admin': list(true, {}, { page: 3, perPage: 20 }),
  one: (db) => new NamespacesFinder().one(db, { path: 'some/group' }, { userId: 17 as UserId, admin: false }),
};

describe('the statements of lists of namespaces', () => {
  it(`are those of namespaces.finder.sql, which ${SNAPSHOT_COMMAND} writes`, async () => {
    const present = await sqlSnapshot(VARIANTS);
    expect(present).toBe(await committedSql(FILE, present));
  });
});
