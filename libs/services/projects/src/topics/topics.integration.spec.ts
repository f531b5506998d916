import { UploadedFile } from '@hearth/http';
import { SaveAvatar } from '../avatars/save-avatar.js';
import { user } from '../testing/people.js';
import { BASE_URL, ProjectsApp } from '../testing/projects-app.js';

interface Topic {
  readonly id: number;
  readonly name: string;
  readonly total_projects_count: number;
}

describe('topics', () => {
  const app = ProjectsApp.inBlock();
  const admin = user(1, { username: 'ada', admin: true });
  const owner = user(2, { username: 'grace' });
  const external = user(3, { username: 'joan', external: true });
  let number = 0;

  beforeAll(async () => {
    await app.claim(admin);
    await app.claim(owner);
  });
  afterEach(async () => {
    await app.testDatabase.query('delete from projects');
    await app.testDatabase.query('delete from topics');
  });

  const create = (name: string) => app.request(admin, 'POST', '/topics', { name, title: name.toUpperCase() });
  const list = async (caller: typeof admin | null, query = ''): Promise<Topic[]> =>
    (await app.request(caller, 'GET', `/topics${query}`)).body as Topic[];
  const shown = async (caller: typeof admin | null, query = '') =>
    (await list(caller, query)).map(({ name, total_projects_count: count }) => [name, count]);

  async function project(visibility: string, topics: readonly string[]): Promise<number> {
    const body = { name: `p${++number}`, visibility, topics };
    const { status, body: made } = await app.request(owner, 'POST', '/projects', body);
    expect(status).toBe(201);
    return made.id as number;
  }
  const topicsOf = async (id: number) => (await app.request(owner, 'GET', `/projects/${id}`)).body.topics;

  it('are created, changed and deleted by admins', async () => {
    const { status, body: made } = await create('ruby');
    const ruby = {
      id: made.id,
      name: 'ruby',
      title: 'RUBY',
      description: null,
      total_projects_count: 0,
      avatar_url: null,
    };
    expect([status, made]).toEqual([201, ruby]);
    const at = `/topics/${made.id}`;
    const changes = { name: 'rubies', description: 'Gems' };
    expect((await app.request(admin, 'PUT', at, changes)).body).toEqual({ ...ruby, ...changes });
    expect((await app.request(null, 'GET', at)).body).toEqual({ ...ruby, ...changes });
    expect((await app.request(admin, 'DELETE', at)).status).toBe(204);
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(await app.request(admin, method, at, {})).toMatchObject({
        status: 404,
        body: { message: '404 Not found' },
      });
  });

  it('have names of their own, also beside those that projects use', async () => {
    expect((await app.request(admin, 'POST', '/topics', { name: 'ruby' })).body).toMatchObject({ title: 'ruby' });
    await project('private', ['perl']);
    const taken = { status: 400, body: { message: { name: ['has already been taken'] } } };
    expect(await create('ruby')).toMatchObject(taken);
    expect(await create('perl')).toMatchObject(taken);
    const { body: other } = await create('python');
    expect(await app.request(admin, 'PUT', `/topics/${other.id}`, { name: 'ruby' })).toMatchObject(taken);
  });

  it('are changed by admins only', async () => {
    const { body: made } = await create('ruby');
    const at = `/topics/${made.id}`;
    const merge = { source_topic_id: made.id, target_topic_id: made.id };
    for (const [method, path, body] of [
      ['POST', '/topics', { name: 'a', title: 'a' }],
      ['PUT', at, { title: 'a' }],
      ['DELETE', at, {}],
      ['POST', '/topics/merge', merge],
    ] as const) {
      expect((await app.request(owner, method, path, body)).status).toBe(403);
      expect((await app.request(null, method, path, body)).status).toBe(401);
    }
  });

  it('exist while a project uses them', async () => {
    const id = await project('public', ['perl', 'c++']);
    expect(await shown(null)).toEqual([
      ['c++', 1],
      ['perl', 1],
    ]);
    await app.request(owner, 'PUT', `/projects/${id}`, { topics: ['c++', 'go'] });
    expect(await shown(null)).toEqual([
      ['c++', 1],
      ['go', 1],
    ]);
    await app.request(owner, 'DELETE', `/projects/${id}`);
    expect(await shown(admin)).toEqual([]);
  });

  it('stay without projects once an admin has changed them', async () => {
    const id = await project('public', ['perl']);
    const [perl] = await list(admin);
    const title = 'Practical Extraction and Report Language';
    const { body } = await app.request(admin, 'PUT', `/topics/${perl!.id}`, { title });
    expect(body).toMatchObject({ name: 'perl', title, total_projects_count: 1 });
    const renamed = await app.request(admin, 'PUT', `/topics/${perl!.id}`, { name: 'raku' });
    expect([renamed.status, renamed.body]).toEqual([
      400,
      { message: { name: ['cannot be changed while projects use the topic'] } },
    ]);
    await app.request(owner, 'DELETE', `/projects/${id}`);
    expect(await shown(null)).toEqual([['perl', 0]]);
  });

  it('are known to callers by projects of a visibility that is open to them', async () => {
    await project('private', ['secret', 'all']);
    await project('internal', ['inside', 'all']);
    const open = await project('public', ['open', 'all']);
    expect(await shown(null)).toEqual([
      ['all', 1],
      ['open', 1],
    ]);
    expect(await shown(external)).toEqual([
      ['all', 1],
      ['open', 1],
    ]);
    expect(await shown(owner)).toEqual([
      ['all', 2],
      ['inside', 1],
      ['open', 1],
    ]);
    expect(await shown(admin)).toEqual([
      ['all', 3],
      ['inside', 1],
      ['open', 1],
      ['secret', 1],
    ]);
    const secret = (await list(admin)).find(({ name }) => name === 'secret');
    expect((await app.request(owner, 'GET', `/topics/${secret!.id}`)).status).toBe(404);
    await app.request(owner, 'PUT', `/projects/${open}`, { visibility: 'private' });
    expect(await shown(null)).toEqual([]);
    expect(await shown(owner)).toEqual([
      ['all', 1],
      ['inside', 1],
    ]);
  });

  it('are found by their names, by pages, and without projects', async () => {
    await project('public', ['ruby', 'ruby on rails']);
    await create('unused');
    expect(await shown(null, '?search=RUBY')).toEqual([
      ['ruby', 1],
      ['ruby on rails', 1],
    ]);
    expect(await shown(null, '?without_projects=true')).toEqual([['unused', 0]]);
    const { headers, body } = await app.exchange(null, 'GET', '/topics?per_page=2&page=2');
    expect([headers['x-total'], (body as Topic[]).map(({ name }) => name)]).toEqual(['3', ['unused']]);
  });

  it('are merged: projects get the other one, once', async () => {
    const one = await project('public', ['a', 'x', 'z']);
    const both = await project('private', ['x', 'y']);
    const [x, y] = await Promise.all(['x', 'y'].map(async (name) => (await list(admin, `?search=${name}`))[0]!));
    const merge = { source_topic_id: x!.id, target_topic_id: y!.id };
    const { status, body } = await app.request(admin, 'POST', '/topics/merge', merge);
    expect([status, body]).toMatchObject([201, { id: y!.id, name: 'y', total_projects_count: 2 }]);
    expect([await topicsOf(one), await topicsOf(both)]).toEqual([['a', 'y', 'z'], ['y']]);
    expect((await app.request(admin, 'GET', `/topics/${x!.id}`)).status).toBe(404);
    expect((await app.request(admin, 'POST', '/topics/merge', merge)).status).toBe(404);
    const self = { source_topic_id: y!.id, target_topic_id: y!.id };
    expect(await app.request(admin, 'POST', '/topics/merge', self)).toMatchObject({
      ...{ status: 400, body: { message: 'The source topic and the target topic are identical.' } },
    });
  });

  it('are removed from projects when they are deleted', async () => {
    const id = await project('public', ['x', 'y']);
    const [x] = await list(admin);
    expect((await app.request(admin, 'DELETE', `/topics/${x!.id}`)).status).toBe(204);
    expect(await topicsOf(id)).toEqual(['y']);
    expect(await shown(admin)).toEqual([['y', 1]]);
  });

  it('count the projects of concurrent changes', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => project('public', ['a', 'b'])));
    await Promise.all(
      ids.map((id, place) =>
        app.request(owner, 'PUT', `/projects/${id}`, { topics: place % 2 === 0 ? ['b', 'c'] : ['c', 'a'] }),
      ),
    );
    expect(await shown(admin)).toEqual([
      ['c', 6],
      ['a', 3],
      ['b', 3],
    ]);
  });

  it('have pictures, which disappear with them', async () => {
    const { body: made } = await create('ruby');
    const picture = new UploadedFile('gem.png', 'image/png', Buffer.from('png'), false);
    await app.database.tx((tx) => app.get(SaveAvatar).execute(tx, { topicId: made.id as number }, picture));
    const path = `/uploads/-/system/projects/topic/avatar/${made.id}/gem.png`;
    expect((await list(null))[0]).toMatchObject({ avatar_url: `${BASE_URL}${path}` });
    const answer = await app.fetch(null, path);
    expect([answer.status, answer.body.toString()]).toEqual([200, 'png']);
    const { body: without } = await app.request(admin, 'PUT', `/topics/${made.id}`, { avatar: '' });
    expect([without.avatar_url, (await app.fetch(null, path)).status]).toEqual([null, 404]);
  });
});
