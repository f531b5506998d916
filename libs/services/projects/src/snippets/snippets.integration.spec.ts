import type { Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import { FakeIdentity } from '../testing/fake-identity.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('snippets', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const reporter = user(2);
  const guest = user(3);
  const visitor = user(4);
  const external = user(5, { external: true });
  const admin = user(6, { admin: true });
  const everybody = { owner, reporter, guest, visitor, external, admin };
  let namespace: number;
  let seed: Seed;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    for (const person of [reporter, guest, visitor, external, admin]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  async function newProject(visibility: Visibility = 'private'): Promise<ProjectId> {
    const project = await seed.project(namespace, `project-${++projects}`, visibility);
    await seed.projectMember(project, reporter.userId, 20);
    await seed.projectMember(project, guest.userId, 10);
    return project;
  }
  const read = async (caller: Principal, at: string) => {
    const { headers, body } = await app.fetch(caller, `/api/v4${at}/raw`);
    return { headers, text: body.toString() };
  };
  const settle = (settings: Partial<FakeIdentity['settings']>) =>
    Object.assign(app.get(FakeIdentity), { settings: { ...app.get(FakeIdentity).settings, ...settings } });
  afterEach(() => settle({ restrictedVisibilities: [] }));
  const given = { title: 'One', file_name: 'a.ts', code: 'let a;\n', visibility: 'private' };

  it('take their only file as later releases send it', async () => {
    const project = await newProject();
    const files = [{ file_path: 'b.py', content: 'import a' }];
    for (const path of ['/snippets', `/projects/${project}/snippets`]) {
      const create = (more: object) => app.request(owner, 'POST', path, { title: 'T', visibility: 'private', ...more });
      const { status, body } = await create({ files });
      expect([status, body.file_name]).toEqual([201, 'b.py']);
      expect((await read(owner, `${path}/${body.id}`)).text).toBe('import a');
      for (const [more, error] of [
        [{ files: [...files, ...files] }, 'files must have one file: several are not supported'],
        [{ files: [{ file_path: 'x' }] }, 'files[0][content] is missing'],
        [{ files, file_name: 'x' }, 'files cannot be combined with file_name and content'],
      ] as const)
        expect(await create(more)).toMatchObject({ status: 400, body: { error } });
      const changed = await app.request(owner, 'PUT', `${path}/${body.id}`, { files });
      expect(changed).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('files is not supported') },
      });
    }
  });

  describe('of a project', () => {
    const path = (project: ProjectId, rest: string | number = '') =>
      `/projects/${project}/snippets${rest && `/${rest}`}`;
    const create = (caller: Principal | null, project: ProjectId, body: object) =>
      app.request(caller, 'POST', path(project), body);

    it('are created, read, changed and deleted', async () => {
      const project = await newProject();
      const { status, body } = await create(reporter, project, { ...given, description: 'text' });
      expect([status, body]).toEqual([
        201,
        {
          id: expect.any(Number),
          title: 'One',
          file_name: 'a.ts',
          description: 'text',
          author: expect.objectContaining({ username: 'user-2' }),
          created_at: expect.any(String),
          updated_at: expect.any(String),
          web_url: expect.stringMatching(/\/user-1\/project-\d+\/snippets\/\d+$/),
        },
      ]);
      const raw = await read(guest, path(project, body.id));
      expect(raw.text).toBe('let a;\n');
      expect(raw.headers['content-type']).toMatch(/^text\/plain/);
      expect(raw.headers['content-disposition']).toBe(`inline; filename*=UTF-8''a.ts`);
      const changed = await app.request(reporter, 'PUT', path(project, body.id), { content: 'let b;', title: 'Two' });
      expect(changed).toMatchObject({ status: 200, body: { title: 'Two', file_name: 'a.ts' } });
      expect((await read(guest, path(project, body.id))).text).toBe('let b;');
      expect((await app.request(guest, 'GET', path(project))).body).toEqual([changed.body]);
      expect((await app.request(reporter, 'DELETE', path(project, body.id))).status).toBe(204);
      const notFound = (message: string) => ({ status: 404, body: { message } });
      expect(await app.request(reporter, 'GET', path(project, body.id))).toMatchObject(notFound('404 Not found'));
      for (const method of ['PUT', 'DELETE'] as const)
        expect(await app.request(reporter, method, path(project, body.id), { title: 'x' })).toMatchObject(
          notFound('404 Snippet Not Found'),
        );
    });

    it('are not changed to a restricted visibility but by admins; one that they have stays', async () => {
      const project = await newProject('public');
      const open = (await create(owner, project, { ...given, visibility: 'public' })).body.id;
      const hidden = (await create(owner, project, given)).body.id;
      const own = (await app.request(owner, 'POST', '/snippets', { ...given, content: 'a' })).body.id;
      settle({ restrictedVisibilities: ['public'] });
      const put = (caller: Principal, at: string, body: object = {}) =>
        app.request(caller, 'PUT', at, { visibility: 'public', ...body });
      const refused = {
        status: 400,
        body: { message: { visibility_level: ['public has been restricted by your GitLab administrator'] } },
      };
      expect(await put(owner, path(project, hidden))).toMatchObject(refused);
      expect(await put(owner, `/snippets/${own}`)).toMatchObject(refused);
      expect(await put(owner, path(project, open), { title: 'Two' })).toMatchObject({ status: 200 });
      expect(await put(owner, path(project, hidden), { visibility: 'internal' })).toMatchObject({ status: 200 });
      expect(await put(admin, `/snippets/${own}`)).toMatchObject({ status: 200 });
      expect(await app.request(owner, 'DELETE', `/snippets/${own}`)).toMatchObject({ status: 204 });
    });

    it.each([
      [{}, { error: 'title is missing, file_name is missing, code is missing, visibility is missing' }],
      [{ ...given, title: '' }, { message: { title: ["can't be blank"] } }],
      [{ ...given, code: ' ' }, { message: { content: ["can't be blank"] } }],
      [{ ...given, visibility: 'secret' }, { error: 'visibility does not have a valid value' }],
      [{ ...given, code: 'a\0b' }, { error: 'code is invalid' }],
    ])('are not created from %j', async (body, answer) => {
      const project = await newProject();
      expect(await create(owner, project, body)).toMatchObject({ status: 400, body: answer });
      expect((await app.request(owner, 'GET', path(project))).body).toEqual([]);
    });

    it('are not changed to what is wrong, or to nothing', async () => {
      const project = await newProject();
      const { id } = (await create(owner, project, given)).body;
      const put = (body: object) => app.request(owner, 'PUT', path(project, id), body);
      const none =
        'title, file_name, description, code, content, visibility are missing, at least one parameter must be provided';
      expect(await put({})).toMatchObject({ status: 400, body: { error: none } });
      expect(await put({ code: '' })).toMatchObject({
        status: 400,
        body: { message: { content: ["can't be blank"] } },
      });
      expect((await put({ visibility: 'public' })).status).toBe(200);
    });

    it('have at most a mebibyte of content', async () => {
      const project = await newProject();
      const code = 'x'.repeat(1024 * 1024);
      expect((await create(owner, project, { ...given, code })).status).toBe(201);
      const { status, body } = await create(owner, project, { ...given, code: `${code}x` });
      expect([status, body.message.content]).toEqual([400, [expect.stringContaining('is too long')]]);
    });

    // Statuses of a private, an internal and a public snippet of a public project.
    it.each<[keyof typeof everybody, number[]]>([
      ['visitor', [404, 200, 200]],
      ['external', [404, 404, 200]],
      ['guest', [200, 200, 200]],
      ['admin', [200, 200, 200]],
    ])('are seen by %s', async (name, statuses) => {
      const project = await newProject('public');
      const caller = everybody[name];
      const seen: number[] = [];
      for (const visibility of ['private', 'internal', 'public']) {
        const { id } = (await create(owner, project, { ...given, visibility })).body;
        seen.push((await app.request(caller, 'GET', path(project, id))).status);
        expect((await app.request(null, 'GET', path(project, id))).status).toBe(401);
      }
      expect(seen).toEqual(statuses);
      const listed = (await app.request(caller, 'GET', path(project))).body;
      expect(listed).toHaveLength(statuses.filter((status) => status === 200).length);
    });

    it.each<[keyof typeof everybody, number, number, number]>([
      // Creates; changes another user's private one; changes another user's internal one.
      ['visitor', 403, 403, 403],
      ['guest', 403, 403, 403],
      ['reporter', 201, 403, 403],
      ['owner', 201, 200, 403],
      ['admin', 201, 200, 200],
    ])('are written by %s', async (name, creates, changes, changesInternal) => {
      const project = await newProject('public');
      const author = user(7);
      await app.claim(author).catch(() => undefined);
      await seed.projectMember(project, author.userId, 20);
      const caller = everybody[name];
      expect((await create(caller, project, given)).status).toBe(creates);
      const put = async (visibility: string) => {
        const { id } = (await create(author, project, { ...given, visibility })).body;
        return (await app.request(caller, 'PUT', path(project, id), { title: 'x' })).status;
      };
      expect(await put('public')).toBe(changes);
      expect(await put('internal')).toBe(changesInternal);
    });

    it('are hidden where the feature is off', async () => {
      const project = await newProject();
      await app.testDatabase.query(`update projects set snippets_access_level = 'disabled' where id = $1`, [project]);
      expect((await app.request(owner, 'GET', path(project))).status).toBe(403);
      expect((await create(owner, project, given)).status).toBe(403);
    });
  });

  describe('of a user', () => {
    const personal = { title: 'Own', file_name: 'b.txt', content: 'text' };
    const create = (caller: Principal | null, body: object) => app.request(caller, 'POST', '/snippets', body);

    it('are created, read, listed, changed and deleted', async () => {
      const { status, body } = await create(visitor, { ...personal, visibility: 'public' });
      expect(status).toBe(201);
      expect(body).toMatchObject({ title: 'Own', raw_url: expect.stringMatching(/\/snippets\/\d+\/raw$/) });
      const at = `/snippets/${body.id}`;
      expect((await app.request(visitor, 'GET', '/snippets')).body).toEqual([body]);
      expect((await app.request(guest, 'GET', '/snippets')).body).toEqual([]);
      expect((await app.request(guest, 'GET', '/snippets/public')).body).toEqual([body]);
      const all = (by: Principal, query = '') => app.request(by, 'GET', `/snippets/all${query}`);
      const { raw_url: _, ...record } = body;
      expect((await all(admin)).body).toContainEqual({ ...record, project_id: null });
      expect((await all(guest)).status).toBe(403);
      const since = (days: number) => new Date(Date.parse(body.created_at) + days * 86_400_000).toISOString();
      for (const [query, count] of [
        [`?created_after=${body.created_at}&created_before=${body.created_at}`, 1],
        [`?created_after=${since(1)}`, 0],
        [`?created_before=${since(-1)}`, 0],
      ] as const)
        expect([query, (await all(admin, query)).body.length]).toEqual([query, count]);
      expect((await all(admin, '?created_after=x')).status).toBe(400);
      expect((await all(admin, '?repository_storage=default')).status).toBe(400);
      expect((await read(guest, at)).text).toBe('text');
      expect((await app.request(guest, 'PUT', at, { title: 'x' })).status).toBe(403);
      expect((await app.request(visitor, 'PUT', at, { title: 'x' })).body.title).toBe('x');
      expect((await app.request(guest, 'DELETE', at)).status).toBe(403);
      expect((await app.request(visitor, 'DELETE', at)).status).toBe(204);
      expect((await app.request(visitor, 'GET', at)).status).toBe(404);
      expect((await create(null, personal)).status).toBe(401);
    });

    it.each<[Visibility, number, number]>([
      ['private', 404, 404],
      ['internal', 200, 404],
      ['public', 200, 200],
    ])('are %s', async (visibility, seenByUsers, seenByExternal) => {
      const { id } = (await create(visitor, { ...personal, visibility })).body;
      const status = async (caller: Principal) => (await app.request(caller, 'GET', `/snippets/${id}`)).status;
      expect(await status(visitor)).toBe(200);
      expect(await status(guest)).toBe(seenByUsers);
      expect(await status(external)).toBe(seenByExternal);
      expect(await status(admin)).toBe(200);
    });

    it('are not those of projects', async () => {
      const project = await newProject();
      const { id } = (await app.request(owner, 'POST', `/projects/${project}/snippets`, given)).body;
      expect((await app.request(owner, 'GET', `/snippets/${id}`)).status).toBe(404);
    });
  });
});
