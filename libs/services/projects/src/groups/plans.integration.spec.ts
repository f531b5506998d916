import type { UserId } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';
import { readSearch } from '@hearth/http';
import { NamespacesFinder, type NamespaceFilters } from '../namespaces/namespaces.finder.js';
import type { ProjectFilters } from '../projects/projects.finder.js';
import { ProjectsFinder } from '../projects/projects.finder.js';
import type { ProjectsCaller } from '../access/projects-caller.js';
import { genericPlanOf, keepsItsPlan, planOf, recording, type Plan } from '../testing/plans.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { makeFilledDatabase, type TestDatabase } from '../testing/test-database.js';
import { projectsOf } from './group-projects.finder.js';
import { OWN_AND_SHARED } from './group.rules.js';
import { GroupsFinder, type GroupFilters } from './groups.finder.js';

/** User 17 is a member of a few projects and groups, user 18 of three thousand projects, user 19 the owner of a group of 2 000. */
const FEW = 17 as UserId;
const MANY = 18 as UserId;
const WIDE = 19 as UserId;

/** Five thousand more groups, ten levels deep, of every visibility; and the special memberships of the users. */
const MORE = [
  ...Array.from({ length: 10 }, (_, level) => [
    `insert into namespaces (kind, path, name, full_name, visibility, parent_id, ancestor_ids)
     select 'group', 'nest-${level}-' || n, 'Nest ${level} ' || n, 'Nest ${level} ' || n,
       (array['private', 'internal', 'public'])[n % 3 + 1], above.id, coalesce(above.ancestor_ids || above.id, '{}')
     from generate_series(1, 500) n
     left join namespaces above on above.path = 'nest-${level - 1}-' || n`,
  ]).flat(),
  `insert into routes (path, namespace_id) select path, id from namespaces where path like 'nest-%'`,
  `insert into project_members (project_id, user_id, level)
   select id, ${MANY}, 30 from projects where id % 3 = 0 on conflict do nothing`,
  `insert into namespaces (kind, path, name, full_name, visibility) values ('group', 'wide', 'wide', 'wide', 'private')`,
  `insert into namespaces (kind, path, name, full_name, visibility, parent_id, ancestor_ids)
   select 'group', 'wide-' || n, 'Wide ' || n, 'wide / Wide ' || n, 'private', id, array[id]
   from namespaces, generate_series(1, 2000) n where path = 'wide'`,
  `insert into routes (path, namespace_id) select path, id from namespaces where path like 'wide%'`,
  `insert into namespace_members (namespace_id, user_id, level) select id, ${WIDE}, 50 from namespaces where path = 'wide'`,
  `insert into custom_attributes (namespace_id, key, value)
   select id, 'team', case when path like 'nest-9-1_' then 'red' else 'blue' end from namespaces where path like 'nest-%'`,
  'vacuum analyze',
];

const NOBODY: ProjectsCaller = { id: null, admin: false, external: false };
const as = (id: UserId, admin = false): ProjectsCaller => ({ id, admin, external: false });

const GROUPS: GroupFilters = {
  skip: [],
  allAvailable: false,
  owned: false,
  customAttributes: {},
  statistics: false,
  orderBy: 'name',
  sort: 'asc',
};
/** Rows of the caller's memberships, the search, and a page of twenty with its routes. */
const PAGE_ROWS = 400;

describe('with eight thousand groups, PostgreSQL', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock(makeFilledDatabase);

  beforeAll(async () => {
    database = app.testDatabase;
    for (const statement of MORE) await database.query(statement);
  }, 120_000);

  /** Plans of the statements of `read`: for its values and, as prepared statements use, for all values. */
  async function plansOf(read: (db: Db) => Promise<unknown>): Promise<Plan[]> {
    const db = recording(app.database);
    await read(db);
    const plans: Plan[] = [];
    for (const statement of db.statements) plans.push(await planOf(database, statement));
    expect(plans.length).toBeLessThanOrEqual(2);
    for (const statement of db.statements) expect((await genericPlanOf(database, statement)).scanned).toEqual([]);
    for (const { scanned } of plans) expect(scanned).toEqual([]);
    return plans;
  }

  const pageOf = (db: Db, caller: ProjectsCaller, filters: Partial<GroupFilters>) =>
    app.get(GroupsFinder).page(db, caller, { ...GROUPS, ...filters }, { page: 1, perPage: 20 });

  /** The plan of the one statement of a page, and how many rows it read beside those that it counted. */
  async function groups(
    caller: ProjectsCaller,
    filters: Partial<GroupFilters> = {},
  ): Promise<Plan & { beside: number }> {
    const { total } = await pageOf(app.database, caller, filters);
    const [plan, ...others] = await plansOf((db) => pageOf(db, caller, filters));
    expect(others).toEqual([]);
    return { ...plan!, beside: plan!.rowsRead - total! };
  }

  describe.each(['name', 'path'] as const)(
    'reads a page of groups ordered by %s from the index of that order',
    (orderBy) => {
      it.each([
        ['anonymous callers', NOBODY, 61],
        ['admins', as(FEW, true), 121],
        ['users who want all that is open', as(FEW), PAGE_ROWS],
      ])('for %s', async (_, caller, rows) => {
        const page = await groups(caller, { orderBy, allAvailable: true });
        expect(page.indexes).toContain(`namespaces_by_${orderBy}`);
        expect(page.beside).toBeLessThan(rows);
      });
    },
  );

  it.each([
    ['a member of few', FEW, {}, PAGE_ROWS],
    ['an owner of few', FEW, { owned: true }, PAGE_ROWS],
    // 3 335 memberships, their projects, the ancestors of those, and each group twice, for the page and the number.
    ['a member of three thousand projects', MANY, {}, 17_000],
    ['a member of three thousand projects who wants what is open', MANY, { allAvailable: true }, 17_000],
    ['an owner of two thousand groups', WIDE, {}, 9_000],
  ])('reads the groups of %s from their side', async (_, who, filters, rows) => {
    const page = await groups(as(who), filters);
    expect(page.beside).toBeLessThan(rows);
  });

  it.each([
    ['subgroups of a wide group, for its owner', as(WIDE), 'wide', 9_000],
    ['subgroups of a wide group, for an admin', as(FEW, true), 'wide', 2_200],
    ['subgroups of a narrow group', as(FEW), 'nest-3-100', PAGE_ROWS],
  ])('reads %s from the children of the group', async (_, caller, path, rows) => {
    const [parent] = await database.query<{ id: number }>('select id from namespaces where path = $1', [path]);
    for (const orderBy of ['name', 'path'] as const) {
      const page = await groups(caller, { parentId: parent!.id, orderBy });
      expect(page.beside).toBeLessThan(rows);
    }
  });

  it.each(['nest-9-17', 'EST-8-41', 'wide-1917'])('finds %j by its letters', async (text) => {
    for (const caller of [NOBODY, as(FEW, true)]) {
      const page = await groups(caller, { search: readSearch(text) });
      expect(page.indexes).toContain('namespaces_search');
      expect(page.beside).toBeLessThan(PAGE_ROWS);
    }
  });

  it('finds what a member of three thousand projects sees once, whatever else finds the groups', async () => {
    const [parent] = await database.query<{ id: number }>(`select id from namespaces where path = 'nest-3-100'`);
    for (const filters of [{ parentId: parent!.id }, { search: readSearch('nest-9-17') }]) {
      expect((await groups(as(MANY), filters)).beside).toBeLessThan(17_000);
    }
  });

  it('finds custom attributes by their value, and sizes only for the page', async () => {
    const page = await groups(as(FEW, true), { customAttributes: { team: 'red' }, statistics: true });
    expect(page.indexes).toContain('custom_attributes_value');
    expect(page.beside).toBeLessThan(100);
  });

  it('filters by more custom attributes than any record has in the time of a few', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, 'v']));
    const before = performance.now();
    const page = await groups(as(FEW, true), { customAttributes: { ...many, team: 'red' } });
    expect(performance.now() - before).toBeLessThan(1_000);
    expect(page.indexes).toContain('custom_attributes_value');
  }, 30_000);

  it.each<[string, ProjectsCaller]>([
    ['anonymous callers', NOBODY],
    ['a member of few', as(FEW)],
    ['an admin', as(FEW, true)],
  ])('reads the projects of a group for %s from the group', async (_, caller) => {
    const filters: ProjectFilters = {
      ...{ owned: false, membership: false, starred: false, customAttributes: {} },
      ...{ withIssuesEnabled: false, withMergeRequestsEnabled: false, orderBy: 'createdAt', sort: 'desc' },
    };
    const [page] = await plansOf((db) =>
      app.get(ProjectsFinder).page(db, caller, filters, { page: 1, perPage: 20 }, projectsOf(4100, OWN_AND_SHARED)),
    );
    expect(page!.rowsRead).toBeLessThan(PAGE_ROWS);
  });

  describe('of namespaces', () => {
    const namespaces = (who: UserId, admin: boolean, filters: Partial<NamespaceFilters> = {}, perPage = 20) =>
      plansOf((db) =>
        app.get(NamespacesFinder).page(db, { userId: who, admin }, { sort: 'asc', ...filters }, { page: 1, perPage }),
      );

    it('reads a page from the end of the caller', async () => {
      const [mine] = await namespaces(FEW, false);
      expect(mine!.rowsRead).toBeLessThan(100);
      const [all, count] = await namespaces(FEW, true);
      expect(all!.rowsRead).toBeLessThan(100);
      expect(count!.rowsRead).toBeLessThan(10_100);
    });

    it('counts the members of the groups of the page', async () => {
      const [page] = await namespaces(WIDE, false);
      // The page contains the wide group with its two thousand subgroups.
      expect(page!.rowsRead).toBeLessThan(9_000);
    });

    it('finds them by their letters', async () => {
      const [page] = await namespaces(FEW, true, { search: readSearch('user-1717') });
      expect(page!.indexes).toContain('namespaces_search');
      expect(page!.rowsRead).toBeLessThan(100);
    });

    it.each([true, false])('reads one with the one plan it keeps (admin: %s)', async (admin) => {
      const db = recording(app.database);
      const finder = app.get(NamespacesFinder);
      for (const reference of [{ id: FEW }, { path: 'nest-9-17' }])
        await finder.one(db, reference, { userId: FEW, admin });
      for (const statement of db.statements) {
        expect(await keepsItsPlan(database, statement)).toBe(true);
        const plan = await genericPlanOf(database, statement);
        expect(plan.scanned).toEqual([]);
        expect(plan.rowsRead).toBeLessThan(40);
      }
    });
  });
});
