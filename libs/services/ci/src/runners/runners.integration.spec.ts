import type { AccessLevel, Principal } from '@hearth/contract-kit';
import { Keyring } from '@hearth/secrets';
import { recording, planOf } from '@hearth/data/testing';
import { RemoveProject } from '../pipelines/remove-project.js';
import { CiApp } from '../testing/ci-app.js';
import type { FakeProject } from '../testing/other-services.js';
import { RUNNER_SCOPES } from './runner.rules.js';
import { RunnersStore, type RunnerFilters } from './runners.store.js';

const FORBIDDEN = { status: 403, body: { message: '403 Forbidden' } };
const forbidden = (reason: string) => ({ status: 403, body: { message: `403 Forbidden - ${reason}` } });

describe('runners', () => {
  const app = CiApp.inBlock();
  let admin: Principal;

  beforeAll(() => {
    admin = app.user(1, undefined, undefined, { admin: true });
  });

  const newProject = (settings = {}) => {
    const project = app.others.addProject(settings);
    const id = project.card.id;
    return { project, id, master: app.user(1000 + id, project, 40), at: `/projects/${id}/runners` };
  };
  const register = async (token: string, body: object = {}) => {
    const answer = await app.request(null, 'POST', '/runners', { token, ...body });
    expect(answer).toEqual({
      status: 201,
      body: { id: expect.any(Number), token: expect.stringMatching(/^[\da-f]{30}$/), token_expires_at: null },
    });
    return answer.body as { id: number; token: string };
  };
  const of = (project: FakeProject, body: object = {}) => register(`project-${project.card.id}`, body);
  const ids = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id);

  describe('POST /runners', () => {
    it('registers a runner of a project as it describes itself', async () => {
      const { project, at, master } = newProject({ sharedRunnersEnabled: false });
      const { id } = await of(project, {
        ...{ description: 'builder', locked: true, run_untagged: false, tag_list: 'ruby, linux,ruby' },
        ...{ access_level: 'ref_protected', maximum_timeout: 3600, paused: false },
        info: {
          name: 'gitlab-runner',
          version: '17.0',
          platform: 'linux',
          executor: 'shell',
          features: { trace: true },
        },
      });
      expect((await app.request(master, 'GET', at)).body).toEqual([
        {
          ...{ id, description: 'builder', active: true, is_shared: false, name: 'gitlab-runner', online: false },
          ...{ paused: false, runner_type: 'project_type' },
          status: 'not_connected',
        },
      ]);
      const [row] = await app.testDatabase.query(
        'select tag_list, run_untagged, locked, access_level, version, revision, platform from runners where id = $1',
        [id],
      );
      expect(row).toEqual({
        ...{ tag_list: ['ruby', 'linux'], run_untagged: false, locked: true, access_level: 'ref_protected' },
        ...{ version: '17.0', revision: null, platform: 'linux' },
      });
    });

    it('registers a shared runner by the token of the instance', async () => {
      const { id } = await register('shared', { tag_list: ['a'] });
      const { at, master } = newProject();
      const hidden = newProject({ sharedRunnersEnabled: false });
      expect(ids(await app.request(master, 'GET', at))).toContain(id);
      expect(ids(await app.request(hidden.master, 'GET', hidden.at))).toEqual([]);
    });

    it.each<[string, object, number, object]>([
      ['without a token', {}, 400, { error: 'token is missing' }],
      ['with a wrong token', { token: 'x' }, 403, FORBIDDEN.body],
      ['of no job at all', { token: 'shared', run_untagged: false }, 404, { message: '404 Not Found' }],
      ['with no tags', { token: 'shared', run_untagged: false, tag_list: '' }, 404, { message: '404 Not Found' }],
      [
        'with a wrong level',
        { token: 'shared', access_level: 'x' },
        400,
        { error: 'access_level does not have a valid value' },
      ],
    ])('%s: refused', async (_, body, status, answer) => {
      expect(await app.request(null, 'POST', '/runners', body)).toEqual({ status, body: answer });
    });

    it('stores the token encrypted', async () => {
      const { id, token } = await register('shared');
      const [row] = await app.testDatabase.query<{ token: string; lookup: string }>(
        'select token, token_lookup as lookup from runners where id = $1',
        [id],
      );
      const place = { service: 'ci', table: 'runners', column: 'token' };
      expect(row!.token).not.toContain(token);
      expect(app.get(Keyring).decrypt(row!.token, { ...place, id })).toBe(token);
      expect(row!.lookup).toBe(app.get(Keyring).lookup(token, place));
    });
  });

  it('is online after it called, offline an hour later', async () => {
    const { id, token } = await register('shared');
    const status = async () => {
      const { body } = await app.request(admin, 'GET', '/runners/all?per_page=100');
      const { status: state, online } = body.find((each: { id: number }) => each.id === id);
      return [state, online];
    };
    const set = (change: string) => app.testDatabase.query(`update runners set ${change} where id = ${id}`);
    expect(await status()).toEqual(['not_connected', false]);
    expect(await app.request(null, 'POST', '/runners/verify', { token })).toEqual({
      status: 200,
      body: { id, token, token_expires_at: null },
    });
    expect(await status()).toEqual(['online', true]);
    await set('active = false');
    expect(await status()).toEqual(['paused', true]);
    await set(`active = true, contacted_at = now() - interval '61 minutes'`);
    expect(await status()).toEqual(['offline', false]);
    expect(await app.request(null, 'POST', '/runners/verify', { token: `${token}x` })).toEqual(FORBIDDEN);
    expect(await status()).toEqual(['offline', false]);
  });

  it('finds no job router', async () => {
    const { token } = await register('shared');
    const router = async (secret: string) => {
      const { status, body } = await app.fetch(null, '/api/v4/runners/router/discovery', { 'runner-token': secret });
      return { status, body: JSON.parse(String(body)) as unknown };
    };
    expect(await router(token)).toEqual({ status: 501, body: { message: '501 Not Implemented' } });
    expect(await router(`${token}x`)).toEqual(FORBIDDEN);
  });

  it('leaves by its own token', async () => {
    const { token } = await register('shared');
    for (const status of [204, 403])
      expect((await app.request(null, 'DELETE', '/runners', { token })).status).toBe(status);
    expect(await app.request(null, 'DELETE', '/runners')).toEqual({ status: 400, body: { error: 'token is missing' } });
    const { token: other } = await register('shared');
    expect((await app.request(null, 'DELETE', `/runners?token=${other}`)).status).toBe(204);
  });

  it('GET /runners/all lists for admins only, by scope', async () => {
    const { project, master } = newProject();
    const [shared, specific] = [await register('shared', { paused: true }), await of(project)];
    await app.request(null, 'POST', '/runners/verify', { token: specific.token });
    const scoped = async (scope: string) => {
      const all = ids(await app.request(admin, 'GET', `/runners/all?per_page=100&scope=${scope}`));
      return [shared.id, specific.id].filter((id) => all.includes(id));
    };
    expect(await scoped('')).toEqual([shared.id, specific.id]);
    expect(await scoped('active')).toEqual([specific.id]);
    expect(await scoped('paused')).toEqual([shared.id]);
    expect(await scoped('online')).toEqual([specific.id]);
    expect(await scoped('specific')).toEqual([specific.id]);
    expect(await scoped('shared')).toEqual([shared.id]);
    expect((await app.request(admin, 'GET', '/runners/all?scope=x')).body).toEqual({
      error: 'scope does not have a valid value',
    });
    expect((await app.request(master, 'GET', '/runners/all')).status).toBe(403);
    expect((await app.request(null, 'GET', '/runners/all')).status).toBe(401);
  });

  describe('of projects', () => {
    it.each<[string, number | null, AccessLevel, number]>([
      ['anonymous', null, 0, 401],
      ['a stranger', 20, 0, 403],
      ['a developer', 21, 30, 403],
      ['a master', 22, 40, 200],
    ])('%s may manage them: %i', async (_, userId, level, status) => {
      const { project, at, id } = newProject({ visibility: 'public' });
      const caller = userId === null ? null : app.user(userId, project, level);
      expect((await app.request(caller, 'GET', at)).status).toBe(status);
      const { id: runner } = await of(newProject().project);
      const refused = status === 200 ? 403 : status;
      expect((await app.request(caller, 'POST', at, { runner_id: runner })).status).toBe(refused);
      const expected = status === 200 ? 404 : status;
      expect((await app.request(caller, 'DELETE', `/projects/${id}/runners/${runner}`)).status).toBe(expected);
    });

    it('are enabled in further projects, once, and disabled but in the last one', async () => {
      const [first, second] = [
        newProject({ sharedRunnersEnabled: false }),
        newProject({ sharedRunnersEnabled: false }),
      ];
      second.project.members.set(first.master.userId, 40);
      const { id } = await of(first.project);
      const enable = () => app.request(first.master, 'POST', second.at, { runner_id: id });
      const answers = await Promise.all([enable(), enable()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(answers.map(({ body }) => body.message ?? body.id).sort()).toEqual(
        [id, 'Runner was already enabled for this project'].sort(),
      );
      expect(ids(await app.request(first.master, 'GET', second.at))).toEqual([id]);
      expect(await app.request(first.master, 'DELETE', `/runners/${id}`)).toEqual(
        forbidden('Runner associated with more than one project'),
      );
      expect(await app.request(admin, 'DELETE', `/runners/${id}`)).toEqual(
        forbidden('Runner associated with more than one project'),
      );
      // Two concurrent requests leave one project.
      const disable = ({ at }: { at: string }) => app.request(first.master, 'DELETE', `${at}/${id}`);
      const ends = await Promise.all([disable(first), disable(second)]);
      expect(ends.map(({ status }) => status).sort()).toEqual([204, 403]);
      expect(ends.find(({ status }) => status === 403)).toEqual(
        forbidden('Only one project associated with the runner. Please remove the runner instead'),
      );
      expect((await app.request(first.master, 'DELETE', `/runners/${id}`)).status).toBe(204);
      const acts = (await app.events()).map(
        ({ data }) => data as { kind?: string; subject?: { id: number }; details?: object },
      );
      expect(acts.filter(({ subject }) => subject?.id === id).map(({ kind }) => kind)).toEqual([
        'runner.registered',
        'runner.enabled',
        'runner.disabled',
        'runner.deleted',
      ]);
      const { fullPath } = first.project.card;
      expect(acts.find(({ kind, subject }) => kind === 'runner.registered' && subject?.id === id)?.details).toEqual({
        ...{ projectId: first.id, projectPath: fullPath },
      });
    });

    it('refuse shared, locked, foreign and unknown runners', async () => {
      const [mine, other] = [newProject(), newProject()];
      const enable = (runner: number | undefined, as = mine.master) =>
        app.request(as, 'POST', mine.at, runner === undefined ? {} : { runner_id: runner });
      const [shared, locked, foreign] = [
        await register('shared'),
        await of(other.project, { locked: true }),
        await of(other.project),
      ];
      expect(await enable(shared.id, admin)).toEqual(forbidden('Runner is shared'));
      expect(await enable(locked.id, admin)).toEqual(forbidden('Runner is locked'));
      expect(await enable(foreign.id)).toEqual(forbidden('No access granted'));
      expect((await enable(foreign.id, admin)).status).toBe(201);
      expect(await enable(999_999)).toEqual({ status: 404, body: { message: '404 Runner Not Found' } });
      expect(await enable(undefined)).toEqual({ status: 400, body: { error: 'runner_id is missing' } });
      expect(await app.request(mine.master, 'DELETE', `${mine.at}/${locked.id}`)).toEqual({
        status: 404,
        body: { message: '404 Runner Not Found' },
      });
    });
  });

  it('DELETE /runners/:id is for who manages its project, and for admins', async () => {
    const { project, master } = newProject();
    const developer = app.user(30, project, 30);
    const [specific, shared] = [await of(project), await register('shared')];
    const remove = (id: number, as: Principal | null) => app.request(as, 'DELETE', `/runners/${id}`);
    expect((await remove(specific.id, null)).status).toBe(401);
    expect(await remove(specific.id, developer)).toEqual(forbidden('No access granted'));
    expect(await remove(shared.id, master)).toEqual(forbidden('Runner is shared'));
    expect((await remove(specific.id, master)).status).toBe(204);
    expect(await remove(specific.id, master)).toEqual({ status: 404, body: { message: '404 Runner Not Found' } });
    const guarded = await app.request(admin, 'DELETE', `/runners/${shared.id}`, undefined, {
      'if-unmodified-since': 'Mon, 01 Jan 2018 00:00:00 GMT',
    });
    expect(guarded.status).toBe(412);
    expect((await remove(shared.id, admin)).status).toBe(204);
  });

  it('go with their last project', async () => {
    const [gone, stays] = [newProject(), newProject()];
    const [own, both] = [await of(gone.project), await of(gone.project)];
    expect((await app.request(admin, 'POST', stays.at, { runner_id: both.id })).status).toBe(201);
    await app.get(RemoveProject).execute({ projectId: gone.id });
    const left = ids(await app.request(admin, 'GET', '/runners/all?per_page=100&scope=specific'));
    expect([left.includes(own.id), left.includes(both.id)]).toEqual([false, true]);
    expect(ids(await app.request(stays.master, 'GET', `${stays.at}?scope=specific`))).toEqual([both.id]);
  });

  it('are listed by indexes', async () => {
    await app.testDatabase.query(`
      insert into runners (is_shared, active, token, token_lookup, contacted_at)
      select n % 2 = 0, n % 1000 <> 0, n, n, now() - n * interval '1 day' from generate_series(1, 20000) n`);
    const { id } = newProject();
    await app.testDatabase.query('insert into projects (id) values ($1) on conflict do nothing', [id]);
    await app.testDatabase.query(
      `insert into runner_projects (runner_id, project_id) select id, $1 from runners where not is_shared order by id desc limit 30`,
      [id],
    );
    await app.testDatabase.query('vacuum analyze runners, runner_projects');
    const request = { page: 1, perPage: 20 };
    const lists: RunnerFilters[] = [
      {},
      ...RUNNER_SCOPES.map((scope) => ({ scope })),
      ...[{ status: 'stale' } as const, { status: 'never_contacted' } as const, { tags: ['a'] }],
    ];
    for (const filters of lists) {
      for (const of_ of [null, { projectIds: [id], groupIds: [1, 2], withShared: false }]) {
        const db = recording(app.database);
        await app.get(RunnersStore).page(db, of_, filters, request);
        const plan = await planOf(app.testDatabase, db.statements[0]!);
        expect([filters, of_, plan.scanned.includes('runners')]).toEqual([filters, of_, false]);
      }
    }
  });
});
