import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the limit of a repository', () => {
  const app = ProjectsApp.inBlock();
  const ada = user(1, { username: 'ada' });
  const admin = user(2, { admin: true });
  let id: number;

  beforeAll(async () => {
    id = await new Seed(app.testDatabase).project(await app.claim(ada), 'tool', 'private');
  });

  const put = (limit: unknown, caller = admin) =>
    app.request(caller, 'PUT', `/projects/${id}`, { repository_size_limit: limit });
  const read = async (query = '') => (await app.request(ada, 'GET', `/projects/${id}${query}`)).body;

  it('is set by admins only', async () => {
    expect((await put(5_000_000_000, ada)).status).toBe(403);
    expect((await put(5_000_000_000)).status).toBe(200);
  });

  it('is shown with the statistics', async () => {
    expect(await read('?statistics=true')).toMatchObject({ repository_size_limit: 5_000_000_000 });
    expect(await read()).not.toHaveProperty('repository_size_limit');
  });

  it.each([
    ['0', 0],
    [7, 7],
    ['', null],
    [8, 8],
    [null, null],
  ])('of %j is %j', async (value, expected) => {
    await put(value);
    expect((await read('?statistics=true')).repository_size_limit).toBe(expected);
  });

  it('of fewer than no bytes is invalid', async () => {
    const { status, body } = await put(-1);
    expect([status, body.error]).toEqual([400, 'repository_size_limit is invalid']);
  });
});
