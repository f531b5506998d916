import type { ProjectId, UserId } from '@hearth/contract-kit';
import { AccessStore } from '../access/access.store.js';
import { ForksStore } from '../forks/forks.store.js';
import { user } from '../testing/people.js';
import { genericPlanOf, keepsItsPlan, planOf, recording } from '../testing/plans.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { makeFilledDatabase, type TestDatabase } from '../testing/test-database.js';
import { EVERY_PROJECT } from './project-list.rules.js';
import {
  PROJECT_ORDERS,
  ProjectsFinder,
  forksOf,
  inNamespaceOf,
  type ProjectFilters,
  type ProjectScope,
} from './projects.finder.js';
import { ProjectsStore } from './projects.store.js';
import type { ProjectsCaller } from '../access/projects-caller.js';
import { readSearch, type PageRequest } from '@hearth/http';

const EVERYTHING: ProjectFilters = {
  ...EVERY_PROJECT,
  orderBy: 'createdAt',
  sort: 'desc',
};
const ME = 17 as UserId;
/** Member of a thousand projects directly, a thousand by groups and a thousand by shares, with stars on two thousand. */
const MANY = 8_002 as UserId;
const MEMBERSHIPS = [
  `insert into project_members (project_id, user_id, level) select n * 10, ${MANY}, 30 from generate_series(1, 1000) n`,
  `insert into namespace_members (namespace_id, user_id, level) select 4001 + n, ${MANY}, 40 from generate_series(1, 500) n`,
  `insert into project_stars (user_id, project_id) select ${MANY}, n * 5 from generate_series(1, 2000) n`,
  `update projects set forked_from_id = 7, fork_network_id = 7 where id % 100 = 0`,
  `update projects set description = 'Карта мира' where id % 1000 < 10`,
  'vacuum analyze',
];
const CALLERS = {
  anonymous: { id: null, admin: false, external: false },
  user: { id: ME, admin: false, external: false },
  external: { id: ME, admin: false, external: true },
  admin: { id: ME, admin: true, external: false },
  'a member of many': { id: MANY, admin: false, external: false },
} satisfies Record<string, ProjectsCaller>;
/** Indexes in the order of the list. By id the primary key has that order too, and PostgreSQL may find it as cheap, with a few rows skipped. */
const INDEXES_OF = {
  id: ['projects_by_id', 'projects_pkey'],
  name: ['projects_by_name'],
  path: ['projects_by_path'],
  createdAt: ['projects_by_created_at'],
  updatedAt: ['projects_by_updated_at'],
  lastActivityAt: ['projects_by_last_activity_at'],
};
/** A page of 20 from at most four sources, each row with its joins, and the caller's memberships. */
const PAGE_ROWS = 400;
/** Each membership of the user with many, its project, and for some lists the namespaces or projects around those. */
const MANY_ROWS = 4 * 3_000;

describe('with ten thousand projects, PostgreSQL', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock(makeFilledDatabase);

  beforeAll(async () => {
    database = app.testDatabase;
    for (const statement of MEMBERSHIPS) await database.query(statement);
  }, 60_000);

  /**
   * Expects that a page is read from indexes, both by the plan for these values and by the generic plan of a prepared statement.
   * @returns the indexes, and how many rows were read beside those that were counted
   */
  async function pageOf(
    caller: ProjectsCaller,
    filters: Partial<ProjectFilters>,
    { request = { page: 1, perPage: 20 }, scope }: { request?: PageRequest; scope?: ProjectScope } = {},
  ): Promise<{ indexes: string[]; rows: number; total: number }> {
    const db = recording(app.database);
    const list = { ...EVERYTHING, ...filters };
    const { total = 0 } = await app.get(ProjectsFinder).page(db, caller, list, request, scope);
    expect(db.statements).toHaveLength(1);
    const plans = [await planOf(database, db.statements[0]!), await genericPlanOf(database, db.statements[0]!)];
    for (const { scanned } of plans) expect(scanned).toEqual([]);
    const indexes = plans[0]!.indexes.filter((index) => plans[1]!.indexes.includes(index));
    return { indexes, rows: Math.max(...plans.map(({ rowsRead }) => rowsRead)) - total, total };
  }

  describe.each(Object.entries(CALLERS))('for %s', (name, caller) => {
    const atMost = PAGE_ROWS + (caller.id === MANY ? MANY_ROWS : 0);

    it.each(PROJECT_ORDERS)('reads a page ordered by %s from the index of that order', async (orderBy) => {
      for (const sort of ['asc', 'desc'] as const) {
        const { indexes, rows } = await pageOf(caller, { orderBy, sort });
        expect(INDEXES_OF[orderBy].some((index) => indexes.includes(index))).toBe(true);
        expect(rows).toBeLessThan(atMost);
      }
    });

    it('reads on behind a key without looking at what is before it', async () => {
      for (const sort of ['asc', 'desc'] as const) {
        const request = { page: 1, perPage: 20, keyset: { sort, after: 5000 } };
        const { indexes, rows } = await pageOf(caller, { orderBy: 'id', sort }, { request });
        expect(INDEXES_OF.id.some((index) => indexes.includes(index))).toBe(true);
        expect(rows).toBeLessThan(atMost);
      }
    });

    it.each([
      ['id', { id: 33 }],
      ['username', { username: 'USER-33' }],
    ])('reads the projects of a user by %s from the side of the namespace', async (_, owner) => {
      for (const orderBy of PROJECT_ORDERS) {
        const { rows } = await pageOf(caller, { orderBy }, { scope: inNamespaceOf(owner) });
        expect(rows).toBeLessThan(atMost);
      }
    });

    it('reads the forks of a project from the side of the forks', async () => {
      for (const orderBy of PROJECT_ORDERS) {
        const { indexes, rows } = await pageOf(caller, { orderBy }, { scope: forksOf(7 as ProjectId) });
        expect(indexes).toContain('projects_forked_from');
        expect(rows).toBeLessThan(atMost + 4 * 100);
      }
    });

    it.each(PROJECT_ORDERS)('reads stars ordered by %s from the side of the stars', async (orderBy) => {
      const { indexes, rows } = await pageOf(caller, { starred: true, orderBy });
      if (name !== 'anonymous') expect(indexes).toContain('project_stars_pkey');
      expect(rows).toBeLessThan(atMost);
    });

    it.each<Partial<ProjectFilters>>([
      { archived: true },
      { archived: false },
      { withIssuesEnabled: true },
      { withMergeRequestsEnabled: true },
      { visibility: 'private' },
      { visibility: 'internal' },
    ])('reads %j from an index', async (filters) => {
      if (caller.id === null && filters.visibility) return;
      expect((await pageOf(caller, filters)).rows).toBeLessThan(atMost);
    });

    it.each(['a87ff6', 'p77', 'number p77', 'КАРТА'])('finds %j by its letters', async (text) => {
      const { indexes, rows, total } = await pageOf(caller, { search: readSearch(text) });
      expect(total).toBeGreaterThan(0);
      expect(indexes).toContain('projects_search');
      // Each project that matches the trigrams is read, visible or not.
      expect(rows).toBeLessThan(atMost + 1_112);
    });

    it.each([
      // Each project whose path or name matches the trigrams is read, visible or not.
      ['p77', 222],
      ['user-77/', 10],
      ['group-77/sub-4077', 10],
    ])('finds projects by their full paths: %j', async (text, most) => {
      const { indexes, rows } = await pageOf(caller, { search: readSearch(text), searchPaths: true });
      expect(indexes).toEqual(expect.arrayContaining(['projects_search', 'routes_search']));
      expect(rows).toBeLessThan(atMost + most);
    });
  });

  it.each(['user', 'a member of many'] as const)('reads what is theirs alone from the side of %s', async (name) => {
    const caller = CALLERS[name];
    for (const filters of [{ owned: true }, { membership: true }, { membership: true, search: readSearch('number') }]) {
      for (const orderBy of ['createdAt', 'name'] as const) {
        const { rows } = await pageOf(caller, { ...filters, orderBy });
        expect(rows).toBeLessThan(name === 'user' ? PAGE_ROWS : MANY_ROWS);
      }
    }
  });

  it('compares the paths of what is theirs alone, and of no other project', async () => {
    const search = readSearch('group-')!;
    const { rows, total } = await pageOf(CALLERS.user, { membership: true, search, searchPaths: true });
    expect(total).toBeGreaterThan(0);
    expect(rows).toBeLessThan(PAGE_ROWS);
  });

  it('reads the levels of a member of many from the side of the memberships', async () => {
    const db = recording(app.database);
    const own = await app.get(AccessStore).own(db, MANY, 20);
    expect(own.length).toBeGreaterThan(1_500);
    const [statement] = db.statements;
    for (const plan of [await planOf(database, statement!), await genericPlanOf(database, statement!)]) {
      expect(plan.scanned).toEqual([]);
      expect(plan.rowsRead).toBeLessThan(2 * own.length);
    }
  });

  it('reads projects with custom attributes from the side of the attributes', async () => {
    for (const orderBy of PROJECT_ORDERS) {
      const customAttributes = { team: 'team-17', cost: 'low' };
      const { indexes, rows } = await pageOf(CALLERS.admin, { customAttributes, orderBy });
      expect(indexes).toContain('custom_attributes_value');
      expect(rows).toBeLessThan(PAGE_ROWS);
    }
  });

  it.each([false, true])('finds the target of a fork from indexes, for an admin: %s', async (admin) => {
    const db = recording(app.database);
    for (const namespace of [{ path: 'user-18' }, { id: 18 }])
      await app.get(ForksStore).findTarget(db, namespace, user(ME, { admin }));
    for (const statement of db.statements) {
      const plan = await genericPlanOf(database, statement);
      expect(plan.scanned).toEqual([]);
      expect(plan.rowsRead).toBeLessThan(20);
    }
  });

  it.each([
    ['a user', false],
    ['an admin', true],
  ])('answers the access question of %s from indexes, with the one plan it keeps', async (_, admin) => {
    const db = recording(app.database);
    const projects = [{ id: 5 as ProjectId }, { path: 'user-18/p17' }, { path: 'USER-20/P19' }, { path: 'no/such' }];
    const user = { id: ME, admin, external: false };
    await app.get(AccessStore).resolve(db, { projects, user });
    await app.get(AccessStore).findId(db, { path: 'user-18/p17' });
    expect(db.statements).toHaveLength(2);
    for (const statement of db.statements) {
      expect(await keepsItsPlan(database, statement)).toBe(true);
      const plan = await genericPlanOf(database, statement);
      expect(plan.scanned).toEqual([]);
      expect(plan.indexes).toContain('routes_path');
      expect(plan.rowsRead).toBeLessThan(40);
    }
  });

  it.each([
    ['a user, by id', { id: 17 as ProjectId }, false],
    ['an admin, by id', { id: 17 as ProjectId }, true],
    ['a user, by path', { path: 'user-18/p17' }, false],
    ['an admin, by path', { path: 'user-18/p17' }, true],
  ])('reads one project for %s from indexes, with the one plan it keeps', async (_, reference, admin) => {
    const db = recording(app.database);
    await app.get(ProjectsStore).visibleTo(db, reference, { id: ME, admin, external: false });
    expect(await keepsItsPlan(database, db.statements[0]!)).toBe(true);
    const plan = await genericPlanOf(database, db.statements[0]!);
    expect(plan.scanned).toEqual([]);
    expect(plan.rowsRead).toBeLessThan(15);
  });
});
