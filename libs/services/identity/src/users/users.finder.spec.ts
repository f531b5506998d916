import { SNAPSHOT_COMMAND, committedSql, sqlSnapshot, type SqlVariants } from '@hearth/data/testing';
import { readSearch, type PageRequest } from '@hearth/http';
import { ALL_USERS, type UserList } from './user-list.rules.js';
import { UsersFinder } from './users.finder.js';
import { RECORD_COLUMNS } from './users.store.js';

const FILE = new URL('../../src/users/users.finder.sql', import.meta.url);
const FIRST: PageRequest = { page: 1, perPage: 20 };
const EVERY_USER: UserList = { ...ALL_USERS, hidesExternal: false };
const DAY = new Date('2018-01-15T00:00:00Z');

function list(filters: Partial<UserList> = {}, request = FIRST) {
  const finder = new UsersFinder();
  return (db: Parameters<SqlVariants[string]>[0]) => finder.page(db, { ...EVERY_USER, ...filters }, request);
}

const VARIANTS: SqlVariants = {
  'all users, for an admin': list(),
  'all users, for a user': list({ hidesExternal: true, sort: 'asc' }),
  'behind a key': list({}, { ...FIRST, keyset: { sort: 'desc', after: 5000 } }),
  'beyond the end': list({}, { page: 3, perPage: 20 }),
  'a search': list({ search: readSearch('amber') }),
  'a search of five words': list({ search: readSearch('the service of amber team') }),
  'a search behind a key': list({ search: readSearch('amber') }, { ...FIRST, keyset: { sort: 'desc', after: 5000 } }),
  'a username': list({ username: 'ada' }),
  'an identity': list({ identity: { provider: 'github', externUid: 'uid-5' } }),
  'active ones': list({ active: true }),
  'blocked ones': list({ blocked: true }),
  'external ones': list({ external: true }),
  'of some days': list({ createdAfter: DAY, createdBefore: DAY }),
  'all but active ones': list({ excludesActive: true }),
  'all but internal ones': list({ excludesInternal: true }),
  'internal ones': list({ excludesHumans: true }),
  admins: list({ admins: true }),
  'with two-factor authentication': list({ twoFactor: 'enabled' }),
  'by name': list({ orderBy: 'name', sort: 'asc' }),
  'by username': list({ orderBy: 'username' }),
  'a search by name': list({ search: readSearch('amber'), orderBy: 'name' }),
  'by custom attributes': list({ customAttributes: [{ key: 'team', value: 'red' }] }),
};

describe('the statements of lists of users', () => {
  it(`are those of users.finder.sql, which ${SNAPSHOT_COMMAND} writes`, async () => {
    const present = await sqlSnapshot(VARIANTS, { 'columns of a user': RECORD_COLUMNS });
    expect(present).toBe(await committedSql(FILE, present));
  });
});
