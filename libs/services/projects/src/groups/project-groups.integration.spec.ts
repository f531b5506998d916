import type { Principal } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { BASE_URL, ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const ADA = user(1, { username: 'ada' });
const STRANGER = user(2);

describe('the groups of a project', () => {
  const app = ProjectsApp.inBlock();
  let outer: number;
  let inner: number;
  let reporters: number;
  let developers: number;
  let hidden: number;
  let project: number;

  beforeAll(async () => {
    const database = app.testDatabase;
    const seed = new Seed(database);
    for (const person of [ADA, STRANGER]) await app.claim(person);
    outer = await seed.group('outer', 'public');
    inner = await seed.group('inner', 'public', [outer]);
    [reporters, developers] = [await seed.group('reporters'), await seed.group('developers')];
    const former = await seed.group('former');
    project = await seed.project(inner, 'open', 'public');
    hidden = await seed.project(inner, 'hidden', 'private');
    await database.query(
      `insert into project_group_links (project_id, group_id, level, expires_at)
       values ($1, $2, 20, null), ($1, $3, 30, null), ($1, $4, 40, (now() at time zone 'utc')::date)`,
      [project, reporters, developers, former],
    );
  });

  const list = (who: Principal | null, query = '', id: number | string = project) =>
    app.request(who, 'GET', `/projects/${id}/groups${query}`);
  const ids = async (query: string) => (await list(null, query)).body.map(({ id }: { id: number }) => id);

  it('are those around it, newest first, with what everyone may know of them', async () => {
    const { status, headers, body } = await list(null);
    expect([status, headers['x-total'], body]).toEqual([
      200,
      '2',
      [
        {
          id: inner,
          web_url: `${BASE_URL}/groups/outer/inner`,
          name: 'inner',
          avatar_url: null,
          full_name: 'inner',
          full_path: 'outer/inner',
        },
        {
          id: outer,
          web_url: `${BASE_URL}/groups/outer`,
          name: 'outer',
          avatar_url: null,
          full_name: 'outer',
          full_path: 'outer',
        },
      ],
    ]);
  });

  it('include on request those of shares that have not expired', async () => {
    expect(await ids('?with_shared=true')).toEqual([developers, reporters, inner, outer]);
    expect(await ids('?with_shared=true&shared_min_access_level=30')).toEqual([developers, inner, outer]);
    expect(await ids('?shared_min_access_level=30')).toEqual([inner, outer]);
  });

  it('are filtered and paged', async () => {
    expect(await ids('?search=inn')).toEqual([inner]);
    expect(await ids(`?with_shared=true&skip_groups[]=${inner}&skip_groups[]=${reporters}`)).toEqual([
      developers,
      outer,
    ]);
    expect(await ids('?with_shared=true&per_page=2&page=2')).toEqual([inner, outer]);
    expect((await list(null, '?with_shared=true&per_page=1')).headers['x-total']).toBe('4');
    expect(await ids('?pagination=keyset&order_by=id&sort=desc&per_page=1')).toEqual([inner]);
  });

  it('are none for projects of users', async () => {
    const { body } = await app.request(ADA, 'POST', '/projects', { name: 'own' });
    expect((await list(ADA, '', body.id)).body).toEqual([]);
  });

  it('are hidden with the project', async () => {
    for (const who of [null, STRANGER])
      expect(await list(who, '', hidden)).toMatchObject({ status: 404, body: { message: '404 Project Not Found' } });
  });

  it('refuses the filter that it does not perform', async () => {
    const { status, body } = await list(null, '?shared_visible_only=true');
    expect([status, body]).toEqual([400, { error: 'shared_visible_only is not supported' }]);
  });
});
