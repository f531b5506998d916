import type { ProjectId, UserId } from '@hearth/contract-kit';
import { readSearch, type PageRequest } from '@hearth/http';
import { RequestsStore } from '../access-requests/requests.store.js';
import { AccessStore } from '../access/access.store.js';
import { genericPlanOf, keepsItsPlan, planOf, recording, type Plan } from '../testing/plans.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { makeFilledDatabase, type TestDatabase } from '../testing/test-database.js';
import { MemberSourcesStore } from './member-sources.store.js';
import { MembersFinder, type MemberFilters } from './members.finder.js';
import { MembershipsStore } from './memberships.store.js';
import type { MemberSource, MemberScope } from './membership.rules.js';

const FIRST: PageRequest = { page: 1, perPage: 20 };
/** Every user is a member of both the group itself and its parent. */
const MEMBERS = 4000;
const ABOVE = 4001;
const BELOW = 4501;
const INVITED = [4002, 4003];
const PROJECT = 7 as ProjectId;
const GROUP: MemberSource = { kind: 'group', id: BELOW };

/** A subgroup, a project in it, and two groups that it is shared with: each with thousands of members. */
const STATEMENTS = [
  `update projects set namespace_id = ${BELOW} where id = ${PROJECT}`,
  `delete from project_group_links where project_id = ${PROJECT}`,
  ...INVITED.map(
    (id) => `insert into project_group_links (project_id, group_id, level) values (${PROJECT}, ${id}, 20)`,
  ),
  ...[ABOVE, BELOW, ...INVITED].map(
    (id) => `insert into namespace_members (namespace_id, user_id, level)
      select ${id}, n, 30 from generate_series(1, ${MEMBERS}) n on conflict do nothing`,
  ),
  `insert into project_members (project_id, user_id, level)
   select ${PROJECT}, n, 40 from generate_series(1, ${MEMBERS}) n on conflict do nothing`,
  `insert into access_requests (project_id, user_id) select ${PROJECT}, n from generate_series(1, ${MEMBERS}) n`,
  `insert into access_requests (namespace_id, user_id) select 4001 + n % 900, n from generate_series(1, ${MEMBERS}) n`,
  'vacuum analyze',
];

describe('with thousands of members, PostgreSQL', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock(makeFilledDatabase);

  beforeAll(async () => {
    database = app.testDatabase;
    for (const statement of STATEMENTS) await database.query(statement);
  }, 60_000);

  /** Plans of the page, and of the count if one was needed. */
  async function plansOf(
    source: MemberSource,
    scope: MemberScope,
    filters: MemberFilters = {},
    request = FIRST,
  ): Promise<[page: Plan, count?: Plan]> {
    const db = recording(app.database);
    await app.get(MembersFinder).page(db, source, scope, filters, request);
    const plans = [];
    for (const statement of db.statements) {
      const plan = await planOf(database, statement);
      // A prepared statement settles on one plan for all values.
      expect((await genericPlanOf(database, statement)).scanned).toEqual([]);
      plans.push(plan);
    }
    return plans as [Plan, Plan?];
  }

  // Sources of members, and the highest number of memberships that a page of 20 may read: 20 of each source.
  it.each<[string, MemberSource, MemberScope, number]>([
    ['a project', { kind: 'project', id: PROJECT }, 'direct', 20],
    ['a project and all around it', { kind: 'project', id: PROJECT }, 'all', 100],
    ['a group', GROUP, 'direct', 20],
    ['a group and those above', GROUP, 'all', 40],
  ])('reads the first page of %s and no more', async (_, source, scope, memberships) => {
    const [page, count] = await plansOf(source, scope);
    expect(page.scanned).toEqual([]);
    // Each of the 20 members with the user, and the project's namespace.
    expect(page.rowsRead).toBeLessThanOrEqual(memberships + 20 + 15);
    expect(count!.scanned).toEqual([]);
    expect(count!.rowsRead).toBeLessThanOrEqual((memberships / 20) * MEMBERS + 15);
  });

  it.each(['direct', 'all'] as const)('reads on behind an id in the list of %s', async (scope) => {
    const [page, count] = await plansOf(GROUP, scope, {}, { ...FIRST, keyset: { sort: 'asc', after: 3900 } });
    expect([page.scanned, count]).toEqual([[], undefined]);
    expect(page.rowsRead).toBeLessThanOrEqual(70);
  });

  it('counts to ten thousand and no further', async () => {
    await database.query('begin');
    await database.query(`insert into namespace_members (namespace_id, user_id, level)
      select ${BELOW}, n, 10 from generate_series(100000, 130000) n`);
    const finder = app.get(MembersFinder);
    const query = database.query.bind(database);
    const db = { ...recording(app.database), query, prepared: query };
    const { total } = await finder.page(db as never, GROUP, 'direct', {}, FIRST);
    await database.query('rollback');
    expect(total).toBeUndefined();
  });

  it.each([
    ['a group', GROUP, 'direct', 1],
    ['a project and all around it', { kind: 'project', id: PROJECT }, 'all', 5],
  ] as const)('searches %s among its members', async (_, source, scope, sources) => {
    const [page] = await plansOf(source, scope, { search: readSearch('user-1234') });
    expect(page.scanned).toEqual([]);
    expect(page.rowsRead).toBeLessThanOrEqual(sources * 2 * MEMBERS + 20);
  });

  it('finds some of the users by their ids', async () => {
    const [page] = await plansOf({ kind: 'project', id: PROJECT }, 'all', { userIds: [17, 3000] });
    expect(page.scanned).toEqual([]);
    expect(page.rowsRead).toBeLessThanOrEqual(30);
  });

  it('lists requests for access in their order', async () => {
    const db = recording(app.database);
    await app.get(RequestsStore).page(db, { kind: 'project', id: PROJECT }, FIRST);
    const [page, count] = [await planOf(database, db.statements[0]!), await planOf(database, db.statements[1]!)];
    expect([page.scanned, count.scanned]).toEqual([[], []]);
    expect(page.indexes).toContain('access_requests_by_project');
    expect(page.rowsRead).toBeLessThanOrEqual(40);
  });

  it.each<MemberSource>([{ kind: 'project', id: PROJECT }, GROUP])(
    'keeps its plans for changes of %j',
    async (source) => {
      await app.database.tx(async (tx) => {
        const db = recording(tx as never);
        await app.get(MemberSourcesStore).lock(db as never, source, { userId: 17 as UserId, admin: false });
        await app.get(MemberSourcesStore).lockUser(db as never, 17);
        await app.get(MemberSourcesStore).hasOtherOwner(db as never, BELOW, 17);
        await app.get(MembershipsStore).find(db, source, 17);
        await app.get(RequestsStore).find(db, source, 17);
        // The facts, the membership and the request; the other statements lock a row by its key, or are checked below.
        for (const statement of [1, 4, 5].map((number) => db.statements[number]!)) {
          expect(await keepsItsPlan(database, statement)).toBe(true);
          const plan = await genericPlanOf(database, statement);
          expect(plan.scanned).toEqual([]);
          expect(plan.rowsRead).toBeLessThanOrEqual(15);
        }
      });
    },
  );

  it.each([{ projects: [{ id: PROJECT }] }, { projects: [], groups: [{ id: BELOW }] }])(
    'says who may what without looking at the others: %j',
    async (question) => {
      const db = recording(app.database);
      const user = { id: 17 as UserId, admin: false, external: false };
      await app.get(AccessStore).resolve(db, { ...question, user });
      await app.get(AccessStore).resolveGroups(db, question.groups ?? [], user);
      const plan = await genericPlanOf(database, db.statements[0]!);
      expect(plan.scanned).toEqual([]);
      expect(plan.rowsRead).toBeLessThanOrEqual(40);
    },
  );

  it('looks for another owner among those of the group and above', async () => {
    const db = recording(app.database);
    await app.get(MemberSourcesStore).hasOtherOwner(db as never, BELOW, 17);
    const plan = await planOf(database, db.statements[0]!);
    expect(plan.scanned).toEqual([]);
    expect(plan.rowsRead).toBeLessThanOrEqual(2 * MEMBERS + 20);
  });
});
