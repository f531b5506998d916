import type { Principal } from '@hearth/contract-kit';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';

const forbidden = (reason: string) => ({ status: 403, body: { message: `403 Forbidden - ${reason}` } });
const NOT_FOUND = { status: 404, body: { message: '404 Runner Not Found' } };

describe('a runner', () => {
  const app = CiApp.inBlock();
  let admin: Principal;

  beforeAll(() => {
    admin = app.user(1, undefined, undefined, { admin: true });
  });

  const newProject = () => {
    const project = app.others.addProject();
    const id = project.card.id;
    return { project, id, master: app.user(1000 + id, project, 40), developer: app.user(2000 + id, project, 30) };
  };
  const register = async (token: string, body: object = {}) =>
    (await app.request(null, 'POST', '/runners', { token, ...body })).body as { id: number; token: string };
  const ids = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id);

  describe('GET /runners', () => {
    it('lists those of the projects that the caller manages, by scope', async () => {
      const [mine, developed] = [newProject(), newProject()];
      developed.project.members.set(mine.master.userId, 30);
      const [active, paused] = [
        await register(`project-${mine.id}`, { tag_list: ['a', 'b'] }),
        await register(`project-${mine.id}`, { paused: true }),
      ];
      await register(`project-${developed.id}`);
      await register('shared');
      await app.request(null, 'POST', '/runners/verify', { token: active.token });
      const listed = async (query = '') => ids(await app.request(mine.master, 'GET', `/runners${query}`));
      expect(await listed()).toEqual([active.id, paused.id]);
      expect(await listed('?scope=active')).toEqual([active.id]);
      expect(await listed('?scope=paused')).toEqual([paused.id]);
      expect(await listed('?scope=online')).toEqual([active.id]);
      expect([await listed('?paused=true'), await listed('?paused=false')]).toEqual([[paused.id], [active.id]]);
      expect([await listed('?status=online'), await listed('?status=offline')]).toEqual([[active.id], []]);
      expect([await listed('?status=never_contacted'), await listed('?status=stale')]).toEqual([[paused.id], []]);
      expect(await listed('?type=project_type')).toEqual([active.id, paused.id]);
      expect([await listed('?type=instance_type'), await listed('?type=group_type')]).toEqual([[], []]);
      expect([await listed('?tag_list=a,b'), await listed('?tag_list=a,c')]).toEqual([[active.id], []]);
      expect(await listed('?per_page=1&page=2')).toEqual([paused.id]);
    });

    it('is for users, of the scopes that specific runners have', async () => {
      expect((await app.request(null, 'GET', '/runners')).status).toBe(401);
      expect(await app.request(admin, 'GET', '/runners')).toMatchObject({ status: 200, body: [] });
      expect(await app.request(admin, 'GET', '/runners?scope=shared')).toEqual({
        status: 400,
        body: { error: 'scope does not have a valid value' },
      });
    });
  });

  describe('GET /runners/:id', () => {
    it('shows everything but its token to who manages a project of it, with the projects that they see', async () => {
      const [mine, other] = [newProject(), newProject()];
      const { id } = await register(`project-${mine.id}`, {
        ...{
          description: 'builder',
          tag_list: ['ruby'],
          locked: false,
          info: { name: 'gitlab-runner', version: '17' },
        },
      });
      await app.request(admin, 'POST', `/projects/${other.id}/runners`, { runner_id: id });
      const { status, body } = await app.request(mine.master, 'GET', `/runners/${id}`);
      expect([status, body]).toEqual([
        200,
        {
          ...{ id, description: 'builder', active: true, is_shared: false, name: 'gitlab-runner', online: false },
          ...{ paused: false, runner_type: 'project_type', maximum_timeout: null, maintenance_note: null },
          ...{ status: 'not_connected', tag_list: ['ruby'], run_untagged: true, locked: false },
          ...{ access_level: 'not_protected', version: '17', revision: null, platform: null, architecture: null },
          contacted_at: null,
          projects: [
            {
              ...{ id: mine.id, name: `Project ${mine.id}`, name_with_namespace: `Group / Project ${mine.id}` },
              ...{ path: `project-${mine.id}`, path_with_namespace: `group/project-${mine.id}` },
            },
          ],
          groups: [],
        },
      ]);
      const seen = await app.request(admin, 'GET', `/runners/${id}`);
      expect(ids({ body: seen.body.projects })).toEqual([mine.id, other.id]);
    });

    it('hides specific ones from others', async () => {
      const { id: projectId, developer, master } = newProject();
      const [specific, shared] = [await register(`project-${projectId}`), await register('shared')];
      expect((await app.request(null, 'GET', `/runners/${shared.id}`)).status).toBe(401);
      expect(await app.request(developer, 'GET', `/runners/${specific.id}`)).toEqual(forbidden('No access granted'));
      expect((await app.request(master, 'GET', `/runners/${shared.id}`)).status).toBe(200);
      expect((await app.request(admin, 'GET', `/runners/${shared.id}`)).body).not.toHaveProperty('token');
      expect(await app.request(admin, 'GET', '/runners/999999')).toEqual(NOT_FOUND);
      expect((await app.request(admin, 'GET', '/runners/x')).body).toEqual({ error: 'id is invalid' });
    });
  });

  describe('PUT /runners/:id', () => {
    it('changes what is given', async () => {
      const { id: projectId, master } = newProject();
      const { id } = await register(`project-${projectId}`, { description: 'before' });
      const put = async (body: object) => (await app.request(master, 'PUT', `/runners/${id}`, body)).body;
      expect(await put({ description: 'after' })).toMatchObject({ description: 'after', active: true, tag_list: [] });
      expect(await put({ active: false, locked: true, access_level: 'ref_protected' })).toMatchObject({
        ...{ description: 'after', active: false, locked: true, access_level: 'ref_protected' },
      });
      expect(await put({ tag_list: 'a,b,a', run_untagged: false })).toMatchObject({
        ...{ tag_list: ['a', 'b'], run_untagged: false, locked: true },
      });
      expect(await put({ run_untagged: true, tag_list: [] })).toMatchObject({ tag_list: [], run_untagged: true });
      const acts = (await app.events()).filter(({ data }) => data['kind'] === 'runner.updated');
      expect(acts).toHaveLength(4);
    });

    it.each<[string, object, object]>([
      [
        'nothing to change',
        {},
        {
          error:
            'description, active, tag_list, run_untagged, locked, access_level, paused, maximum_timeout, maintenance_note are missing, at least one parameter must be provided',
        },
      ],
      [
        'no jobs left',
        { run_untagged: false },
        { message: { tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'] } },
      ],
      ['a wrong level', { access_level: 'x' }, { error: 'access_level does not have a valid value' }],
      ['a wrong flag', { active: 'maybe' }, { error: 'active is invalid' }],
    ])('refuses %s, and changes nothing', async (_, body, answer) => {
      const { id: projectId, master } = newProject();
      const { id } = await register(`project-${projectId}`);
      const before = (await app.request(master, 'GET', `/runners/${id}`)).body;
      expect(await app.request(master, 'PUT', `/runners/${id}`, body)).toEqual({ status: 400, body: answer });
      expect((await app.request(master, 'GET', `/runners/${id}`)).body).toEqual(before);
    });

    it('is for who manages a project of it, of shared ones for admins', async () => {
      const { id: projectId, developer, master } = newProject();
      const [specific, shared] = [await register(`project-${projectId}`), await register('shared')];
      const put = (as: Principal | null, id: number) => app.request(as, 'PUT', `/runners/${id}`, { active: true });
      expect((await put(null, specific.id)).status).toBe(401);
      expect(await put(developer, specific.id)).toEqual(forbidden('No access granted'));
      expect(await put(master, shared.id)).toEqual(forbidden('Runner is shared'));
      expect((await put(admin, shared.id)).status).toBe(200);
      expect(await put(admin, 999_999)).toEqual(NOT_FOUND);
    });
  });

  describe('POST /runners/reset_authentication_token', () => {
    const verify = async (token: string) => (await app.request(null, 'POST', '/runners/verify', { token })).status;

    it('gives a runner a token of the same kind, and the old one is none any more', async () => {
      const { id: project_id, master } = newProject();
      const created = { runner_type: 'project_type', project_id };
      const { body } = await app.request(master, 'POST', '/user/runners', created);
      const reset = (token: string) => app.request(null, 'POST', '/runners/reset_authentication_token', { token });
      const { status, body: renewed } = await reset(body.token);
      const shape = { token: expect.stringMatching(/^glrt-[\da-f]{30}$/), token_expires_at: null };
      expect([status, renewed]).toEqual([201, shape]);
      expect(await Promise.all([body.token, renewed.token].map(verify))).toEqual([403, 200]);
      expect(await reset(body.token)).toEqual({ status: 403, body: { message: '403 Forbidden' } });
      const twice = await Promise.all([reset(renewed.token), reset(renewed.token)]);
      expect(twice.map((answer) => answer.status).sort()).toEqual([201, 403]);
    });

    it('does so for those who manage the runner', async () => {
      const { id: projectId, developer, master } = newProject();
      const [specific, shared] = [await register(`project-${projectId}`), await register('shared')];
      const reset = (as: Principal | null, id: number) =>
        app.request(as, 'POST', `/runners/${id}/reset_authentication_token`);
      expect((await reset(null, specific.id)).status).toBe(401);
      expect(await reset(developer, specific.id)).toEqual(forbidden('No access granted'));
      expect(await reset(master, shared.id)).toEqual(forbidden('Runner is shared'));
      expect(await reset(admin, 999_999)).toEqual(NOT_FOUND);
      for (const [as, runner] of [[master, specific] as const, [admin, shared] as const]) {
        const { status, body } = await reset(as, runner.id);
        expect([status, body.token_expires_at]).toEqual([201, null]);
        expect(await Promise.all([runner.token, body.token].map(verify))).toEqual([403, 200]);
      }
      const acts = (await app.events()).filter(({ data }) => data['kind'] === 'runner.token-reset');
      expect(acts.at(-1)!.data).toMatchObject({ subject: { type: 'runner', id: shared.id } });
    });
  });

  it('of several projects is changed and gets a token only by those who manage all of them', async () => {
    const [mine, hidden] = [newProject(), newProject()];
    const both = app.user(3000 + mine.id, mine.project, 40);
    hidden.project.members.set(both.userId, 40);
    const { id } = await register(`project-${hidden.id}`);
    expect((await app.request(both, 'POST', `/projects/${mine.id}/runners`, { runner_id: id })).status).toBe(201);
    const answers = async (as: Principal) => {
      const changed = await app.request(as, 'PUT', `/runners/${id}`, { active: true });
      const reset = await app.request(as, 'POST', `/runners/${id}/reset_authentication_token`);
      return [changed, reset];
    };
    expect(await answers(mine.master)).toEqual([forbidden('No access granted'), forbidden('No access granted')]);
    expect((await app.request(mine.master, 'GET', `/runners/${id}`)).body.projects).toHaveLength(1);
    for (const as of [both, admin]) expect((await answers(as)).map(({ status }) => status)).toEqual([200, 201]);
    await app.testDatabase.query(
      `with many as (insert into projects (id) select n from generate_series(200001, 200099) n returning id)
       insert into runner_projects (runner_id, project_id) select $1, id from many`,
      [id],
    );
    expect(await answers(both)).toEqual([forbidden('No access granted'), forbidden('No access granted')]);
  });

  it('has a longest time of its jobs, a note, and is paused, as given last', async () => {
    const { id: projectId, project, master } = newProject();
    const { id, token } = await register(`project-${projectId}`, { maximum_timeout: 0 });
    const put = (body: object) => app.request(master, 'PUT', `/runners/${id}`, body);
    const timeout = async () => {
      await makePipeline(app, project, [{ name: 'unit', timeoutSeconds: 3600 }]);
      const { body } = await app.request(null, 'POST', '/jobs/request', { token });
      return body.runner_info.timeout as number;
    };
    expect(await timeout()).toBe(3600);
    const given = { maximum_timeout: 1200, maintenance_note: 'In the cellar', paused: true };
    expect((await put(given)).body).toMatchObject({ ...given, active: false });
    expect((await put({ paused: false })).body).toMatchObject({ maximum_timeout: 1200, paused: false, active: true });
    expect(await timeout()).toBe(1200);
    expect((await put({ maximum_timeout: null, maintenance_note: null })).body).toMatchObject({
      maximum_timeout: null,
      maintenance_note: null,
    });
    expect(await put({ maximum_timeout: 599 })).toEqual({
      status: 400,
      body: { error: 'maximum_timeout needs to be at least 10 minutes' },
    });
  });

  it('DELETE /runners/managers leaves the runner to the machines that share its token', async () => {
    const { id, token } = await register('shared');
    const leave = (body: object) => app.request(null, 'DELETE', '/runners/managers', body);
    expect((await leave({ token, system_id: 's_1' })).status).toBe(204);
    expect((await app.request(admin, 'GET', `/runners/${id}`)).status).toBe(200);
    expect((await leave({ token })).body).toEqual({ error: 'system_id is missing' });
    expect((await leave({ token: 'x', system_id: 's_1' })).status).toBe(403);
  });

  describe('POST /user/runners', () => {
    const create = (as: Principal | null, body: object) => app.request(as, 'POST', '/user/runners', body);

    it('creates one for a project of the caller, which its token proves', async () => {
      const { id: projectId, master } = newProject();
      const { status, body } = await create(master, {
        ...{ runner_type: 'project_type', project_id: projectId, description: 'd', paused: true, tag_list: 'a,b' },
        ...{ run_untagged: false, locked: true, access_level: 'ref_protected', maximum_timeout: 600 },
      });
      expect([status, body]).toEqual([
        201,
        { id: expect.any(Number), token: expect.stringMatching(/^glrt-[\da-f]{30}$/), token_expires_at: null },
      ]);
      expect((await app.request(null, 'POST', '/runners/verify', { token: body.token })).body.id).toBe(body.id);
      expect((await app.request(master, 'GET', `/runners/${body.id}`)).body).toMatchObject({
        ...{ description: 'd', active: false, is_shared: false, tag_list: ['a', 'b'], run_untagged: false },
        ...{ locked: true, access_level: 'ref_protected', maximum_timeout: 600, projects: [{ id: projectId }] },
      });
    });

    it('creates shared ones for admins', async () => {
      const { body } = await create(admin, { runner_type: 'instance_type' });
      expect((await app.request(admin, 'GET', `/runners/${body.id}`)).body).toMatchObject({ is_shared: true });
    });

    it('refuses others, and what is no runner', async () => {
      const { id, developer, master } = newProject();
      const hidden = newProject();
      const ofProject = { runner_type: 'project_type', project_id: id };
      expect((await create(null, ofProject)).status).toBe(401);
      expect((await create(developer, ofProject)).status).toBe(403);
      expect((await create(master, { runner_type: 'instance_type' })).status).toBe(403);
      for (const project_id of [hidden.id, 999_999, -1])
        expect(await create(master, { ...ofProject, project_id })).toEqual({
          status: 404,
          body: { message: '404 Project Not Found' },
        });
      expect((await create(master, { runner_type: 'project_type' })).body).toEqual({ error: 'project_id is missing' });
      expect((await create(master, { runner_type: 'x' })).body).toEqual({
        error: 'runner_type does not have a valid value',
      });
      expect((await create(master, { ...ofProject, run_untagged: false })).status).toBe(400);
    });
  });
});
