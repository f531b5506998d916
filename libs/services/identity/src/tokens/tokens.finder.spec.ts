import { SNAPSHOT_COMMAND, committedSql, sqlSnapshot, type SqlVariants } from '@hearth/data/testing';
import { readSearch, type PageRequest } from '@hearth/http';
import { TokensFinder, type TokenFilters } from './tokens.finder.js';

const FILE = new URL('../../src/tokens/tokens.finder.sql', import.meta.url);
const FIRST: PageRequest = { page: 1, perPage: 20 };
const DAY = new Date('2018-01-15T00:00:00Z');

function list(filters: Partial<TokenFilters> = {}, request = FIRST) {
  const finder = new TokensFinder();
  return (db: Parameters<SqlVariants[string]>[0]) =>
    finder.page(db, { impersonation: false, ...filters }, request, '2018-01-15');
}

const VARIANTS: SqlVariants = {
  'all personal ones': list(),
  'impersonation ones of a user': list({ impersonation: true, userId: 17 }),
  'active ones': list({ state: 'active' }),
  'inactive ones': list({ state: 'inactive', revoked: true }),
  'a search': list({ search: readSearch('laptop') }),
  'of some days': list({ createdAfter: DAY, createdBefore: DAY }),
  'behind a key': list({}, { ...FIRST, keyset: { sort: 'desc', after: 5000 } }),
  'beyond the end': list({}, { page: 3, perPage: 20 }),
};

describe('the statements of lists of tokens', () => {
  it(`are those of tokens.finder.sql, which ${SNAPSHOT_COMMAND} writes`, async () => {
    const present = await sqlSnapshot(VARIANTS);
    expect(present).toBe(await committedSql(FILE, present));
  });
});
