import type { UserId } from '@hearth/contract-kit';
import { readSearch } from '@hearth/http';
import { fill } from '../../testing/fill.js';
import { planOf, recording, type Plan } from '../../testing/plans.js';
import { ProjectsApp } from '../../testing/projects-app.js';
import { makeDatabase, type TestDatabase } from '../../testing/test-database.js';
import { ProjectsFinder } from '../projects.finder.js';
import { PROJECT_ORDERS, type ProjectFilters } from './list-filters.finder.js';

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
/** Of three projects, and of a thousand directly, a thousand by groups and a thousand by shares; neither has a namespace. */
const MEMBERS = { few: 8_001 as UserId, many: 8_002 as UserId };
const MEMBERSHIPS = [
  `insert into project_members (project_id, user_id, level) select n * 1000, ${MEMBERS.few}, 30 from generate_series(1, 3) n`,
  `insert into project_members (project_id, user_id, level) select n * 10, ${MEMBERS.many}, 30 from generate_series(1, 1000) n`,
  `insert into namespace_members (namespace_id, user_id, level) select 4001 + n, ${MEMBERS.many}, 40 from generate_series(1, 500) n`,
  `insert into project_stars (user_id, project_id) select ${MEMBERS.many}, n * 5 from generate_series(1, 2000) n`,
  'vacuum analyze',
];
/** A page, what is walked through to fill it, and what both are joined with. */
const PAGE_ROWS = 600;
const SORTED_ROWS = 200;
/** Who is a member of which groups is read for every page: twice, because of what is below them, and what is below. */
const NAMESPACE_ROWS = { few: 0, many: 1_500 };

describe('of a member of three and of three thousand projects, PostgreSQL', () => {
  let database: TestDatabase;
  let app: ProjectsApp;

  beforeAll(async () => {
    database = await makeDatabase();
    app = await ProjectsApp.start(database);
    await fill(database);
    for (const statement of MEMBERSHIPS) await database.query(statement);
  }, 60_000);

  afterAll(async () => {
    await app?.stop();
    await database?.drop();
  });

  /** The plans of a page's statements, and how many there are on it and in all. */
  async function read(member: keyof typeof MEMBERS, filters: Partial<ProjectFilters>) {
    const db = recording(app.database);
    const viewer = { id: MEMBERS[member], admin: false, external: false };
    const list = { ...EVERYTHING, ...filters };
    const { items, total } = await app.get(ProjectsFinder).page(db, viewer, list, { page: 1, perPage: 20 });
    const plans: Plan[] = [];
    for (const statement of db.statements) plans.push(await planOf(database, statement));
    for (const { scanned } of plans) expect(scanned).toEqual([]);
    return { page: plans[0]!, count: plans[1], items: items.length, total };
  }

  describe.each(['few', 'many'] as const)('%s', (member) => {
    it.each(PROJECT_ORDERS)(
      'reads a page of everything by %s without a look at all that is theirs',
      async (orderBy) => {
        for (const sort of ['asc', 'desc'] as const) {
          const { page, items } = await read(member, { orderBy, sort });
          expect(items).toBe(20);
          expect(page.rowsRead).toBeLessThan(PAGE_ROWS + NAMESPACE_ROWS[member]);
          expect(page.rowsSorted).toBeLessThan(SORTED_ROWS);
        }
      },
    );

    it.each([{ archived: false }, { withIssuesEnabled: true }, { withMergeRequestsEnabled: true }])(
      'counts %j by what is in an index',
      async (filters) => {
        const { count } = await read(member, filters);
        expect(count!.rowsRead).toBeLessThan(15_000);
      },
    );

    it('looks at what a search finds only', async () => {
      const { page, items, total } = await read(member, { search: readSearch('p777') });
      expect([items, total]).toEqual([expect.any(Number), items]);
      expect(items).toBeGreaterThan(0);
      const [internal, open] = ['projects_search_internal', 'projects_search_public'];
      expect(page.indexes).toEqual(expect.arrayContaining([internal, open]));
      expect(page.rowsSorted).toBeLessThan(SORTED_ROWS);
    });

    it('finds, counts and sorts by one statement what many projects have', async () => {
      // Of 1 112 projects with these letters 445 are open.
      const { page, count, items, total } = await read(member, { search: readSearch('"number 1"') });
      expect(count).toBeUndefined();
      expect(items).toBe(20);
      expect(total).toBeGreaterThanOrEqual(444);
      expect(page.rowsRead).toBeLessThan({ few: 1_000, many: 4 * 3_000 + PAGE_ROWS }[member]);
    });

    it('knows how many closed projects there are from the page of them', async () => {
      const { page, count } = await read(member, { visibility: 'private' });
      expect(count).toBeUndefined();
      expect(page.rowsRead).toBeLessThan({ few: 200, many: 4 * 3_000 + PAGE_ROWS }[member]);
    });
  });

  it.each([
    { membership: true },
    { membership: true, orderBy: 'name' },
    { starred: true },
    { visibility: 'private' },
  ] as const)('reads %j from the member side', async (filters) => {
    const { page: few } = await read('few', filters);
    expect(few.rowsRead).toBeLessThan(PAGE_ROWS);
    const { page: many, total } = await read('many', filters);
    expect(total).toBeGreaterThan(1_000);
    // Each membership, its project, and for closed ones what was tried before.
    expect(many.rowsRead).toBeLessThan(4 * 3_000 + PAGE_ROWS);
  });
});
