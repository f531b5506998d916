import { CustomAttributesStore } from '@hearth/custom-attributes';
import { genericPlanOf, planOf, recording, type Plan } from '@hearth/data/testing';
import { readSearch } from '@hearth/http';
import { SignInFailuresStore } from '../sign-in/sign-in-failures.store.js';
import { IdentityApp } from '../testing/identity-app.js';
import type { TestDatabase } from '../testing/test-database.js';
import { PersonalTokensStore } from './personal-tokens.store.js';
import { TokensFinder, type TokenFilters } from './tokens.finder.js';

const TODAY = '2018-06-01';
const LATE = new Date('2031-01-01T00:00:00.000Z');

/** 40 000 tokens of 2 000 users: 1 in 10 is for impersonation, 1 in 100 revoked, 1 in 50 expired; the newest ten are from another decade. */
const STATEMENTS = [
  `insert into identity.users (username, name, email, state, admin, external, skype, linkedin, twitter, website_url,
     projects_limit, can_create_group, theme_id, color_scheme_id, created_at, updated_at)
   select 'user-' || n, 'Person ' || n, 'user-' || n || '@example.com', 'active', false, false, '', '', '', '', 10, true, 1, 1,
     now(), now()
   from generate_series(1, 2000) n`,
  `insert into identity.personal_access_tokens (user_id, name, token_hash, scopes, impersonation, revoked, expires_at, created_at)
   select 1 + n % 2000, 'token ' || md5(n::text), sha256(n::text::bytea), '{api}', n % 10 = 3, n % 100 = 7,
     case when n % 50 = 1 then date '2018-01-01' when n % 5 = 0 then date '2030-01-01' end,
     timestamptz '2018-01-01' + n * interval '1 minute' + case when n > 39990 then interval '13 years' else interval '0' end
   from generate_series(1, 40000) n`,
  `insert into identity.user_custom_attributes (user_id, key, value) select id, 'team', 'blue' from identity.users`,
  `insert into identity.sign_in_failures (key, failed_at, expires_at)
   select sha256(n::text::bytea), array[now()], timestamptz '2018-01-01' + n * interval '1 second' from generate_series(1, 20000) n`,
  'vacuum analyze',
];

describe('with forty thousand tokens, PostgreSQL', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();

  beforeAll(async () => {
    database = app.testDatabase;
    for (const statement of STATEMENTS) await database.query(statement);
    await database.query('set search_path = identity, public');
  }, 60_000);

  async function plansOf(filters: Partial<TokenFilters>, page = 1): Promise<Plan[]> {
    const db = recording(app.database);
    const list = { impersonation: false, ...filters };
    await app.get(TokensFinder).page(db, list, { page, perPage: 20 }, TODAY);
    const plans = [];
    for (const statement of db.statements) {
      const plan = await planOf(database, statement);
      // Prepared statements switch to one generic plan for all values.
      expect((await genericPlanOf(database, statement)).scanned).toEqual(plan.scanned);
      plans.push(plan);
    }
    return plans;
  }

  it.each<[string, Partial<TokenFilters>, string, number]>([
    ['every token', {}, 'personal_access_tokens_pkey', 60],
    ['tokens of a user', { userId: 77 }, 'personal_access_tokens_by_user', 60],
    ['tokens of a user that are active', { userId: 77, state: 'active' }, 'personal_access_tokens_by_user', 60],
    ['impersonation tokens of a user', { userId: 77, impersonation: true }, 'personal_access_tokens_by_user', 60],
    ['active tokens', { state: 'active' }, 'personal_access_tokens_pkey', 60],
    ['revoked tokens', { revoked: true }, 'personal_access_tokens_revoked', 60],
    ['a name', { search: readSearch('c81e728d9d4c') }, 'personal_access_tokens_search', 60],
    ['tokens that came late', { createdAfter: LATE }, 'personal_access_tokens_by_age', 60],
    ['tokens that came late and are active', { createdAfter: LATE, state: 'active' }, 'personal_access_tokens', 60],
  ])('reads %s from an index, and little more than a page', async (_, filters, index, rows) => {
    const [plan] = await plansOf(filters);
    expect(plan!.scanned).toEqual([]);
    expect(plan!.indexes.join()).toContain(index);
    expect(plan!.rowsRead).toBeLessThanOrEqual(rows);
  });

  it('counts inactive tokens from the indexes of what is rare', async () => {
    const [, count] = await plansOf({ state: 'inactive' }, 2);
    expect(count!.scanned).toEqual([]);
    expect(count!.rowsRead).toBeLessThan(4_000);
  });

  it('counts no further than it tells', async () => {
    const [, count] = await plansOf({});
    expect(count!.rowsRead).toBeLessThan(12_500);
  });

  it('looks single rows up by their keys', async () => {
    const db = recording(app.database);
    const key = Buffer.alloc(32, 1);
    await app.get(PersonalTokensStore).find(db, 7);
    const user = { kind: 'user', id: 7 };
    await app.get(CustomAttributesStore).all(db, user);
    await app.get(CustomAttributesStore).find(db, user, 'team');
    for (const statement of db.statements) {
      const plan = await genericPlanOf(database, statement);
      expect(plan.scanned).toEqual([]);
      expect(plan.rowsRead).toBeLessThanOrEqual(1);
    }
    expect(await app.get(SignInFailuresStore).state(app.database, key, new Date())).toBeUndefined();
  });

  it('clears away failures that say nothing any more, some at a time', async () => {
    const remaining = async () => {
      const [row] = await database.query<{ count: number }>('select count(*)::int as count from sign_in_failures');
      return row!.count;
    };
    const trim = (now: string) => app.database.tx((tx) => app.get(SignInFailuresStore).trim(tx, new Date(now)));
    await trim('2018-01-01T01:00:00Z');
    expect(await remaining()).toBe(19_980);
    await trim('2017-01-01T01:00:00Z');
    expect(await remaining()).toBe(19_980);
  });
});
