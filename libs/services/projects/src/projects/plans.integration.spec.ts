import type { ProjectId, UserId } from '@hearth/contract-kit';
import { AccessStore } from '../access/access.store.js';
import { fill } from '../testing/fill.js';
import { genericPlanOf, keepsItsPlan, planOf, recording, type Plan } from '../testing/plans.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { makeDatabase, type TestDatabase } from '../testing/test-database.js';
import { PROJECT_ORDERS, type ProjectFilters } from './lists/list-filters.finder.js';
import { inNamespaceOf, type ProjectScope } from './lists/list-branches.finder.js';
import { ProjectsFinder } from './projects.finder.js';
import { ProjectsStore, type Viewer } from './projects.store.js';
import { readSearch, type PageRequest } from '@hearth/http';

const EVERYTHING: ProjectFilters = {
  owned: false,
  membership: false,
  starred: false,
  customAttributes: {},
  withIssuesEnabled: false,
  withMergeRequestsEnabled: false,
  orderBy: 'createdAt',
  sort: 'desc',
};
const ME = 17 as UserId;
const VIEWERS: Record<string, Viewer> = {
  anonymous: { id: null, admin: false, external: false },
  user: { id: ME, admin: false, external: false },
  external: { id: ME, admin: false, external: true },
  admin: { id: ME, admin: true, external: false },
};
/** Indexes that have the rows in order. By id the primary key has them too, and PostgreSQL may find it as cheap, a few rows passed over. */
const INDEXES_OF = {
  id: ['projects_by_id', 'projects_pkey'],
  name: ['projects_by_name'],
  path: ['projects_by_path'],
  createdAt: ['projects_by_created_at'],
  updatedAt: ['projects_by_updated_at'],
  lastActivityAt: ['projects_by_last_activity_at'],
};
/** A page of 20 from at most four branches, each with its joined rows, and what the viewer is a member of. */
const PAGE_ROWS = 400;

function isReadBy({ indexes }: Plan, any: readonly string[]): boolean {
  return any.some((index) => indexes.includes(index));
}

describe('with ten thousand projects, PostgreSQL', () => {
  let database: TestDatabase;
  let app: ProjectsApp;

  beforeAll(async () => {
    database = await makeDatabase();
    app = await ProjectsApp.start(database);
    await fill(database);
  }, 60_000);

  afterAll(async () => {
    await app?.stop();
    await database?.drop();
  });

  /** Plans of the page and of the count, where one was needed. */
  async function plansOf(
    viewer: Viewer,
    filters: Partial<ProjectFilters>,
    { request = { page: 1, perPage: 20 }, scope }: { request?: PageRequest; scope?: ProjectScope } = {},
  ): Promise<[page: Plan, count?: Plan]> {
    const db = recording(app.database);
    await app.get(ProjectsFinder).page(db, viewer, { ...EVERYTHING, ...filters }, request, scope);
    const plans = [];
    for (const statement of db.statements) plans.push(await planOf(database, statement));
    return plans as [Plan, Plan?];
  }

  describe.each(Object.entries(VIEWERS))('for %s', (_, viewer) => {
    it.each(PROJECT_ORDERS)('reads a page ordered by %s from the index of that order', async (orderBy) => {
      const [page, count] = await plansOf(viewer, { orderBy });
      expect(page.scanned).toEqual([]);
      expect(isReadBy(page, INDEXES_OF[orderBy])).toBe(true);
      expect(page.rowsRead).toBeLessThan(PAGE_ROWS);
      expect(count!.scanned).toEqual([]);
      expect(count!.rowsRead).toBeLessThan(10_100);
    });
  });

  it.each([{ owned: true }, { membership: true }])('reads %j from the member side', async (filters) => {
    const [page] = await plansOf(VIEWERS['user']!, filters);
    expect(page.scanned).toEqual([]);
    expect(page.rowsRead).toBeLessThan(PAGE_ROWS);
  });

  describe.each(Object.entries(VIEWERS))('for %s', (name, viewer) => {
    it('reads on behind a key without looking at what is before it', async () => {
      for (const sort of ['asc', 'desc'] as const) {
        const request = { page: 1, perPage: 20, keyset: { sort, after: 5000 } };
        const [page, count] = await plansOf(viewer, { orderBy: 'id', sort }, { request });
        expect(count).toBeUndefined();
        expect(page.scanned).toEqual([]);
        expect(isReadBy(page, INDEXES_OF.id)).toBe(true);
        expect(page.rowsRead).toBeLessThan(PAGE_ROWS);
      }
    });

    it.each([
      ['id', { id: 33 }],
      ['username', { username: 'USER-33' }],
    ])('reads the projects of a user by %s from the side of the namespace', async (_, owner) => {
      for (const orderBy of PROJECT_ORDERS) {
        const [page] = await plansOf(viewer, { orderBy }, { scope: inNamespaceOf(owner) });
        expect(page.scanned).toEqual([]);
        expect(page.indexes).toContain('projects_inside');
        expect(page.rowsRead).toBeLessThan(PAGE_ROWS);
      }
    });

    it.each(PROJECT_ORDERS)('reads stars ordered by %s from the side of the stars', async (orderBy) => {
      const [page] = await plansOf(viewer, { starred: true, orderBy });
      expect(page.scanned).toEqual([]);
      if (name !== 'anonymous') expect(page.indexes).toContain('project_stars_pkey');
      expect(page.rowsRead).toBeLessThan(PAGE_ROWS);
    });

    it.each([true, false])('reads a page with archived=%s from an index', async (archived) => {
      const [page] = await plansOf(viewer, { archived });
      expect(page.scanned).toEqual([]);
      expect(page.rowsRead).toBeLessThan(PAGE_ROWS);
    });
  });

  it('reads projects with custom attributes from the side of the attributes', async () => {
    for (const orderBy of PROJECT_ORDERS) {
      const customAttributes = { team: 'team-17', cost: 'low' };
      const [page] = await plansOf(VIEWERS['admin']!, { customAttributes, orderBy });
      expect(page.scanned).toEqual([]);
      expect(page.indexes).toContain('custom_attributes_value');
      expect(page.rowsRead).toBeLessThan(PAGE_ROWS);
    }
  });

  it('reads what a member of three thousand projects sees from the member side', async () => {
    const many = { id: 9000 as UserId, admin: false, external: false };
    for (const filters of [{}, { membership: true }, { search: readSearch('a87ff6') }, { starred: true }]) {
      const [page] = await plansOf(many, filters);
      expect(page.scanned).toEqual([]);
      // Each membership with its project, and the page itself.
      expect(page.rowsRead).toBeLessThan(10_000 + PAGE_ROWS);
    }
  });

  it.each(['a87ff6', 'p7'])('finds %j by its letters', async (text) => {
    const [page] = await plansOf(VIEWERS['user']!, { search: readSearch(text) });
    expect(page.scanned).toEqual([]);
    expect(page.indexes).toEqual(expect.arrayContaining(['projects_search_internal', 'projects_search_public']));
    expect(page.rowsRead).toBeLessThan(PAGE_ROWS);
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
