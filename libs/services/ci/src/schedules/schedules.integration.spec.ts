import type { AccessLevel } from '@hearth/contract-kit';
import { planOf, recording } from '@hearth/data/testing';
import { RunPipelineSchedule } from './run.js';
import { RemoveProject } from '../pipelines/remove-project.js';
import { ReplaceUser } from '../pipelines/replace-user.js';
import { CiApp } from '../testing/ci-app.js';
import { RunnerClient } from '../testing/runner-client.js';
import { RunDueSchedules } from './run-due.js';
import { SchedulesStore } from './schedules.store.js';

const SHA = 'a'.repeat(40);
const CONFIG = 'unit: {script: make}\nnightly: {script: make, only: {refs: [schedules], variables: [$COLOR]}}';
const NOT_FOUND = { status: 404, body: { message: '404 PipelineSchedule Not Found' } };
const SYNTAX = [' is invalid syntax'];

describe('schedules of pipelines', () => {
  const app = CiApp.inBlock();

  const newProject = (settings = {}) => {
    const project = app.others.addProject(settings);
    const { id } = project.card;
    project.branches.set('main', SHA);
    project.files.set('.gitlab-ci.yml', CONFIG);
    const [dev, at] = [app.user(1000 + id, project, 30), `/projects/${id}/pipeline_schedules`];
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', rest = '', body?: object, as = dev) =>
      app.request(as, method, `${at}${rest}`, body);
    const create = async (body: object = {}) => {
      const made = await call('POST', '', { description: 'nightly', ref: 'main', cron: '0 1 * * *', ...body });
      expect(made.status).toBe(201);
      return made.body as { id: number; next_run_at: string };
    };
    const setDue = (schedule: number, at: string) =>
      app.testDatabase.query('update pipeline_schedules set next_run_at = $2 where id = $1', [schedule, at]);
    /** Returns the queued jobs of a schedule. */
    const queued = async (schedule: number) => {
      const rows = await app.testDatabase.query<{ job: { projectId: typeof id; scheduleId: number; dueAt: string } }>(
        `select data -> 'data' as job from ci_jobs.job where name = 'run-schedule' and data -> 'data' ->> 'scheduleId' = $1
         order by created_on, id`,
        [String(schedule)],
      );
      return rows.map(({ job }) => job);
    };
    /** Without their names, which records of schedules do not have. */
    const pipelines = async () => {
      const { body } = await app.request(dev, 'GET', `/projects/${id}/pipelines`);
      return (body as { id: number; name: null }[]).map(({ name: _, ...pipeline }) => pipeline);
    };
    return { project, id, dev, at, call, create, setDue, queued, pipelines };
  };

  it('are created, read, changed and deleted', async () => {
    const { call, create, dev } = newProject();
    const made = await create({ cron_timezone: 'Asia/Tokyo' });
    expect(made).toEqual({
      ...{ id: made.id, description: 'nightly', ref: 'main', cron: '0 1 * * *', cron_timezone: 'Asia/Tokyo' },
      ...{
        next_run_at: expect.stringMatching(/T16:00:00\.000Z$/),
        active: true,
        variables: [],
        inputs: [],
        last_pipeline: null,
      },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
      owner: expect.objectContaining({ id: dev.userId }),
    });
    const second = await create({ active: 'false' });
    const listed = async (query = '') => ((await call('GET', query)).body as { id: number }[]).map(({ id }) => id);
    expect(await listed()).toEqual([second.id, made.id]);
    expect([await listed('?scope=active'), await listed('?scope=inactive')]).toEqual([[made.id], [second.id]]);
    expect(await call('GET', `/${made.id}`)).toEqual({ status: 200, body: made });
    const { body: changed } = await call('PUT', `/${made.id}`, { cron: '30 1 * * *', description: 'later' });
    expect(changed).toMatchObject({ description: 'later', ref: 'main', next_run_at: expect.stringMatching(/T16:30/) });
    expect((await call('DELETE', `/${made.id}`)).status).toBe(204);
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(await call(method, `/${made.id}`, method === 'PUT' ? {} : undefined)).toEqual(NOT_FOUND);
  });

  it.each<[object, object]>([
    [{ cron: 'x' }, { message: { cron: SYNTAX } }],
    [{ cron_timezone: 'x' }, { message: { cron_timezone: SYNTAX } }],
    [{ description: '' }, { message: { description: ["can't be blank"] } }],
    [{ ref: undefined }, { error: 'ref is missing' }],
  ])('%j is refused', async (changes, body) => {
    const { call } = newProject();
    const given = { description: 'nightly', ref: 'main', cron: '0 1 * * *', ...changes };
    expect(await call('POST', '', given)).toEqual({ status: 400, body });
  });

  it('are fifty at most in a project, however many are created at once', async () => {
    const { call, create, id } = newProject();
    await create();
    await app.testDatabase.query(
      `insert into pipeline_schedules (project_id, description, ref, cron, cron_timezone, active, next_run_at)
       select $1, 'x', 'main', '0 1 * * *', 'UTC', true, now() + interval '1 day' from generate_series(1, 47)`,
      [id],
    );
    const body = { description: 'nightly', ref: 'main', cron: '0 1 * * *' };
    const made = await Promise.all(Array.from({ length: 4 }, () => call('POST', '', body)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400]);
    const refused = { message: { base: ['Maximum number of ci pipeline schedules (50) exceeded'] } };
    expect(made.find(({ status }) => status === 400)!.body).toEqual(refused);
  });

  it('keep their distance from their last pipeline when they are changed', async () => {
    const { create, call, pipelines, id: projectId } = newProject();
    const { id } = await create();
    await app.get(RunPipelineSchedule).execute({ projectId, scheduleId: id, dueAt: '2018-01-15T10:00:00.000Z' });
    expect(await pipelines()).toHaveLength(1);
    const { body } = await call('PUT', `/${id}`, { cron: '* * * * *' });
    const distance = Date.parse(body.next_run_at) - Date.now();
    expect([distance > 5 * 60_000, distance <= 11 * 60_000]).toEqual([true, true]);
  });

  it.each<[string, number | null, AccessLevel, number[]]>([
    ['anonymous', null, 0, [401, 401, 401, 401, 401, 401]],
    ['a stranger', 20, 0, [200, 403, 403, 403, 403, 403]],
    ['another developer', 23, 30, [200, 201, 403, 403, 403, 403]],
    ['a master', 24, 40, [200, 201, 200, 201, 201, 204]],
  ])('are changed by masters and their owner: %s', async (_, userId, level, expected) => {
    const { project, at, create } = newProject({ visibility: 'public' });
    const { id } = await create();
    const caller = userId === null ? null : app.user(userId, project, level);
    const statuses = [];
    for (const [method, rest, body] of [
      ['GET', `/${id}`, undefined],
      ['POST', '', { description: 'x', ref: 'main', cron: '0 1 * * *' }],
      ['PUT', `/${id}`, { description: 'y' }],
      ['POST', `/${id}/variables`, { key: 'A', value: 'x' }],
      ['POST', `/${id}/take_ownership`, {}],
      ['DELETE', `/${id}`, undefined],
    ] as const)
      statuses.push((await app.request(caller, method, `${at}${rest}`, body)).status);
    expect(statuses).toEqual(expected);
  });

  it('have variables, which those who may change them see', async () => {
    const { call, create, project } = newProject();
    const { id } = await create();
    const at = `/${id}/variables`;
    const variable = { variable_type: 'env_var', key: 'COLOR', value: 'plain-text' };
    expect(await call('POST', at, variable)).toEqual({ status: 201, body: variable });
    expect((await call('POST', at, variable)).body).toEqual({ message: { key: ['has already been taken'] } });
    expect((await call('POST', at, { key: 'a-b', value: 'x' })).status).toBe(400);
    expect((await call('GET', `/${id}`)).body.variables).toEqual([variable]);
    expect((await call('GET', `/${id}`, undefined, app.user(31, project, 30))).body.variables).toBeUndefined();
    const changed = { variable_type: 'file', key: 'COLOR', value: 'other' };
    expect(await call('PUT', `${at}/COLOR`, { value: 'other', variable_type: 'file' })).toEqual({
      status: 200,
      body: changed,
    });
    const [stored] = await app.testDatabase.query<{ value: string }>(
      'select value from variables where schedule_id = $1',
      [id],
    );
    expect(stored!.value).not.toContain('other');
    expect(await call('DELETE', `${at}/COLOR`)).toEqual({ status: 202, body: changed });
    expect((await call('DELETE', `${at}/COLOR`)).body).toEqual({ message: '404 Variable Not Found' });
    for (let n = 0; n < 100; n += 1) await call('POST', at, { key: `K${n}`, value: 'x' });
    expect((await call('POST', at, variable)).status).toBe(400);
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect(await app.testDatabase.query('select from variables where schedule_id = $1', [id])).toEqual([]);
  });

  it('give the configuration its inputs', async () => {
    const { project, dev, id: projectId, call, create } = newProject();
    const inputs = '{name: , many: {type: boolean, default: false}}';
    project.files.set(
      '.gitlab-ci.yml',
      `spec: {inputs: ${inputs}}\n---\n"$[[ inputs.name ]]-$[[ inputs.many ]]": {script: a}`,
    );
    const given = (name: string, value: unknown) => ({ name, value });
    const { id } = await create({ inputs: [given('name', 'x'), given('many', true), given('other', 1)] });
    const changes = [given('name', 'y'), { name: 'other', destroy: true }];
    const { status, body } = await call('PUT', `/${id}`, { inputs: changes });
    expect([status, body.inputs]).toEqual([200, [given('many', true), given('name', 'y')]]);
    expect((await call('GET', `/${id}`, undefined, app.user(34, project, 20))).body).not.toHaveProperty('inputs');
    expect((await call('POST', `/${id}/play`)).status).toBe(201);
    const dueAt = new Date().toISOString();
    await app.get(RunPipelineSchedule).execute({ projectId, scheduleId: id, dueAt });
    const jobs = (await app.request(dev, 'GET', `/projects/${projectId}/jobs`)).body as { name: string }[];
    expect(jobs.map(({ name }) => name)).toEqual(['y-true', 'y-true']);
    const many = Array.from({ length: 100 }, (_, n) => given(`i${n}`, n));
    expect(await call('PUT', `/${id}`, { inputs: many })).toMatchObject({
      status: 400,
      body: { message: { inputs: ['has too many entries'] } },
    });
    expect((await call('PUT', `/${id}`, { inputs: [given('a', { b: 1 })] })).status).toBe(400);
  });

  it('are played with the rights of the caller, and list their pipelines', async () => {
    const { call, create, project, dev, pipelines } = newProject();
    const { id } = await create({ active: false });
    const caller = app.user(32, project, 30);
    const played = { status: 201, body: { message: '201 Created' } };
    for (let times = 0; times < 2; times += 1)
      expect(await call('POST', `/${id}/play`, undefined, caller)).toEqual(played);
    expect((await call('POST', `/${id}/play`, undefined, app.user(33, project, 20))).status).toBe(403);
    expect((await call('POST', '/999999/play')).status).toBe(404);
    const [second, first] = await pipelines();
    expect(first).toMatchObject({ iid: 1, source: 'schedule' });
    const { body } = await app.request(dev, 'GET', `/projects/${project.card.id}/pipelines/${first!.id}`);
    expect(body.user.id).toBe(caller.userId);
    expect((await call('GET', `/${id}/pipelines`)).body).toEqual([first, second]);
    expect((await call('GET', `/${id}/pipelines?sort=desc&per_page=1`)).body).toEqual([second]);
    expect((await call('GET', '/999999/pipelines')).status).toBe(404);
    project.branches.delete('main');
    expect((await call('POST', `/${id}/play`)).body).toEqual({ message: { base: ['Reference not found'] } });
  });

  describe('run', () => {
    const due = (at: string) => app.get(RunDueSchedules).takeDue(new Date(at));

    it('once for all times that have passed, however often and by how many processes they are looked at', async () => {
      const { create, setDue, queued, call, pipelines, id, dev } = newProject();
      const { id: schedule } = await create({ cron: '0 * * * *' });
      const resting = await create({ active: false });
      await call('POST', `/${schedule}/variables`, { key: 'COLOR', value: 'red' });
      for (const each of [schedule, resting.id]) await setDue(each, '2018-01-15T10:00:00Z');
      await due('2018-01-15T09:59:59Z');
      expect(await queued(schedule)).toEqual([]);
      await Promise.all([due('2018-01-15T15:20:00Z'), due('2018-01-15T15:20:00Z')]);
      await due('2018-01-15T15:59:59Z');
      const [job, ...more] = await queued(schedule);
      expect([job!.dueAt, more, await queued(resting.id)]).toEqual(['2018-01-15T10:00:00.000Z', [], []]);
      expect((await call('GET', `/${schedule}`)).body.next_run_at).toBe('2018-01-15T16:00:00.000Z');

      const worker = app.get(RunPipelineSchedule);
      await worker.execute(job!);
      // As after a process that was killed before it completed the job.
      await worker.execute(job!);
      const [pipeline, ...others] = await pipelines();
      expect(others).toEqual([]);
      const { body } = await call('GET', `/${schedule}`);
      expect(body).toMatchObject({ active: true, last_pipeline: pipeline });
      const jobs = (await app.request(dev, 'GET', `/projects/${id}/pipelines/${pipeline!.id}/jobs`)).body as {
        name: string;
      }[];
      expect(jobs.map(({ name }) => name).sort()).toEqual(['nightly', 'unit']);
      const { variables } = (await (await RunnerClient.register(app, `project-${id}`)).take())!;
      const value = (key: string) => variables.findLast((variable) => variable.key === key)?.value;
      expect([value('COLOR'), value('CI_PIPELINE_SOURCE')]).toEqual(['red', 'schedule']);
    });

    it.each<[string, (project: ReturnType<typeof newProject>) => unknown]>([
      ['the ref is gone', ({ project }) => project.branches.delete('main')],
      ['the file is wrong', ({ project }) => project.files.set('.gitlab-ci.yml', 'a')],
      ['the owner may not any more', ({ project, dev }) => project.members.set(dev.userId, 20)],
      ['the owner is blocked', ({ dev }) => app.others.blocked.add(dev.userId)],
      ['the owner was deleted', ({ dev }) => app.get(ReplaceUser).execute({ userId: dev.userId, newUserId: 1 })],
    ])('but are stopped where %s', async (_, change) => {
      const owned = newProject();
      const { create, setDue, queued, pipelines, project } = owned;
      const { id } = await create();
      await change(owned);
      await setDue(id, '2018-01-15T10:00:00Z');
      await due('2018-01-15T10:00:00Z');
      await app.get(RunPipelineSchedule).execute((await queued(id))[0]!);
      const master = app.user(60, project, 40);
      expect((await app.request(master, 'GET', `${owned.at}/${id}`)).body).toMatchObject({
        active: false,
        last_pipeline: null,
      });
      expect(await pipelines()).toEqual([]);
    });

    it('no more once they are switched off, though one of their ticks still waits', async () => {
      const { create, setDue, queued, call, pipelines } = newProject();
      const { id } = await create();
      await setDue(id, '2018-01-15T10:00:00Z');
      await due('2018-01-15T10:00:00Z');
      await call('PUT', `/${id}`, { active: false });
      await app.get(RunPipelineSchedule).execute((await queued(id))[0]!);
      expect(await pipelines()).toEqual([]);
    });

    it('no more once they were deleted, with their project too', async () => {
      const { create, call, id: projectId } = newProject();
      const [{ id }, other] = [await create(), await create()];
      await call('DELETE', `/${id}`);
      await app.get(RunPipelineSchedule).execute({ projectId, scheduleId: id, dueAt: '2018-01-15T10:00:00.000Z' });
      await app.get(RemoveProject).execute({ projectId });
      expect(await app.testDatabase.query('select from pipeline_schedules where id = $1', [other.id])).toEqual([]);
    });
  });

  it('are listed and found by indexes', async () => {
    const { id, create } = newProject();
    await create();
    await app.testDatabase.query(
      `insert into pipeline_schedules (project_id, description, ref, cron, cron_timezone, active, next_run_at)
       select $1, 'x', 'main', '0 1 * * *', 'UTC', true, now() + interval '1 day' from generate_series(1, 20000)`,
      [id],
    );
    await app.testDatabase.query('vacuum analyze pipeline_schedules');
    const db = recording(app.database);
    const store = app.get(SchedulesStore);
    await store.page(db, id, null, { page: 1, perPage: 20 });
    await store.lastPipeline(db, 1);
    await store.lockDue(db as never, new Date(), 100);
    for (const statement of [db.statements[0]!, ...db.statements.slice(-2)]) {
      const plan = await planOf(app.testDatabase, statement);
      expect([plan.scanned.filter((table) => table === 'pipeline_schedules'), plan.rowsRead < 200]).toEqual([[], true]);
    }
    await app.testDatabase.query('delete from pipeline_schedules where project_id = $1', [id]);
  });
});
