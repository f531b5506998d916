import type { UserId } from '@hearth/contract-kit';
import { readSearch } from '@hearth/http';
import { accessTo } from '../access/levels.finder.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { makeFilledDatabase, type TestDatabase } from '../testing/test-database.js';
import { EVERY_PROJECT } from './project-list.rules.js';
import { ORDER_COLUMNS, PROJECT_ORDERS, ProjectsFinder, type ProjectFilters } from './projects.finder.js';
import type { ProjectsCaller } from '../access/projects-caller.js';

const EVERYTHING: ProjectFilters = {
  ...EVERY_PROJECT,
  orderBy: 'createdAt',
  sort: 'desc',
};
const SOMEBODY = 17 as UserId;
const CALLERS: [string, ProjectsCaller][] = [
  ['a user', { id: SOMEBODY, admin: false, external: false }],
  ['an external user', { id: SOMEBODY, admin: false, external: true }],
];
const PER_PAGE = 20;

describe('lists with closed projects among open ones', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock(makeFilledDatabase);

  beforeAll(async () => {
    database = app.testDatabase;
    // The user has hundreds of closed projects, all over the list.
    await database.query(
      `insert into project_members (project_id, user_id, level) select id, $1, 30 from projects where id % 13 = 0
       on conflict do nothing`,
      [SOMEBODY],
    );
  }, 60_000);

  /** All ids by the rule for single projects, applied to every project. */
  async function expected(
    caller: ProjectsCaller,
    { orderBy, sort }: ProjectFilters,
    condition: string,
  ): Promise<number[]> {
    const access = accessTo('p', 'n', { user: '$1::bigint', admin: '$2::boolean', external: '$3::boolean' });
    const rows = await database.query<{ id: string }>(
      `select p.id from projects p join namespaces n on n.id = p.namespace_id
         cross join lateral (select ${access.level} as level) mine
       where ${access.isVisible('mine.level')} and ${condition}
       order by p.${ORDER_COLUMNS[orderBy]} ${sort}, p.id ${sort}`,
      [caller.id, caller.admin, caller.external],
    );
    return rows.map(({ id }) => Number(id));
  }

  async function found(caller: ProjectsCaller, filters: ProjectFilters, page: number) {
    const { items } = await app.get(ProjectsFinder).page(app.database, caller, filters, { page, perPage: PER_PAGE });
    return items.map(({ id }) => id);
  }

  async function expectPages(caller: ProjectsCaller, filters: ProjectFilters, condition = 'true'): Promise<void> {
    const all = await expected(caller, filters, condition);
    expect(all.length).toBeGreaterThan(PER_PAGE);
    for (const page of [1, 2, 9])
      expect(await found(caller, filters, page)).toEqual(all.slice((page - 1) * PER_PAGE, page * PER_PAGE));
  }

  const lists = PROJECT_ORDERS.flatMap((orderBy) =>
    (['asc', 'desc'] as const).map((sort): ProjectFilters => ({ ...EVERYTHING, orderBy, sort })),
  );

  describe.each(CALLERS)('of %s', (_, caller) => {
    it.each(lists)('have all of them in place, by $orderBy $sort', async (filters) => {
      await expectPages(caller, filters);
    });

    it('have those that a search finds', async () => {
      await expectPages(caller, { ...EVERYTHING, search: readSearch('p77') }, `p.path like '%p77%'`);
      await expectPages(caller, { ...EVERYTHING, search: readSearch('"number 7"') }, `p.description like 'number 7%'`);
    });

    it('have those of a visibility', async () => {
      for (const visibility of ['private', 'internal'] as const)
        await expectPages(caller, { ...EVERYTHING, visibility }, `p.visibility = '${visibility}'`);
    });
  });

  describe.each(CALLERS)('where far more is closed than open, of %s', (_, caller) => {
    beforeAll(() => database.query(`update projects set visibility = 'private' where id % 250 <> 0`));

    it.each(lists)('have all of them in place, by $orderBy $sort', async (filters) => {
      await expectPages(caller, filters);
    });
  });

  describe.each(CALLERS)('where nothing is open, of %s', (_, caller) => {
    beforeAll(() => database.query(`update projects set visibility = 'private'`));

    it.each(lists)('have all of them in place, by $orderBy $sort', async (filters) => {
      await expectPages(caller, filters);
    });
  });
});
