import type { AccessLevel, Principal } from '@hearth/contract-kit';
import { planOf, recording } from '@hearth/data/testing';
import { BASE_URL } from '@hearth/testing';
import { CiApp } from '../testing/ci-app.js';
import { BuildsFinder } from './builds.finder.js';
import { makePipeline, type BuildTraits } from '../testing/make-pipeline.js';

const SHA = 'b'.repeat(40);
const NOT_FOUND = { status: 404, body: { message: '404 Not Found' } };

interface JobRecord {
  readonly id: number;
  readonly name: string;
  readonly status: string;
}

describe('jobs', () => {
  const app = CiApp.inBlock();
  let admin: Principal;

  beforeAll(() => {
    admin = app.user(1, undefined, undefined, { admin: true });
  });

  const newProject = (settings = {}) => {
    const project = app.others.addProject(settings);
    const id = project.card.id;
    project.branches.set('main', SHA);
    const dev = app.user(1000 + id, project, 30);
    const at = `/projects/${id}`;
    const set = (job: number, status: string) =>
      app.testDatabase.query('update jobs set status = $2 where id = $1', [job, status]);
    const jobs = async (query = '') => (await app.request(dev, 'GET', `${at}/jobs${query}`)).body as JobRecord[];
    const states = async () => (await jobs()).map(({ name, status }) => `${name} ${status}`).toReversed();
    const make = (...builds: BuildTraits[]) => makePipeline(app, project, builds, { userId: dev.userId, sha: SHA });
    return { project, id, dev, at, set, jobs, states, make };
  };
  const post = (as: Principal | null, path: string) => app.request(as, 'POST', path);
  const ids = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);

  it('are printed with their user, commit, pipeline and runner', async () => {
    const { project, at, dev, make } = newProject();
    const pipeline = await make({ name: 'unit', stage: 'check' });
    const runner = (await app.request(null, 'POST', '/runners', { token: `project-${project.card.id}` })).body.id;
    await app.testDatabase.query(
      `update jobs set status = 'success', runner_id = $2, coverage = 12.5, started_at = created_at,
         finished_at = created_at + interval '61.9 seconds' where id = $1`,
      [pipeline.jobs[0], runner],
    );
    const { status, body } = await app.request(dev, 'GET', `${at}/jobs/${pipeline.jobs[0]}`);
    expect([status, body]).toEqual([
      200,
      {
        ...{ id: pipeline.jobs[0], status: 'success', stage: 'check', name: 'unit', ref: 'main', tag: false },
        ...{ allow_failure: false, tag_list: [], artifacts: [], erased_at: null, archived: false },
        queued_duration: expect.any(Number),
        ...{ coverage: 12.5, duration: 61, created_at: expect.any(String), started_at: expect.any(String) },
        finished_at: expect.any(String),
        user: {
          ...{ id: dev.userId, username: `user-${dev.userId}`, name: `User ${dev.userId}`, state: 'active' },
          ...{ avatar_url: null, web_url: expect.stringMatching(/user-/), created_at: '2018-01-01T00:00:00.000Z' },
          ...{ bio: 'B', location: null, skype: '', linkedin: '', twitter: '', website_url: '', organization: null },
        },
        commit: expect.objectContaining({ id: SHA, short_id: SHA.slice(0, 8), title: 'Begin' }),
        pipeline: {
          ...{ id: pipeline.id, iid: 1, sha: SHA, ref: 'main', status: expect.any(String), source: 'push' },
          ...{ project_id: project.card.id, created_at: expect.any(String), updated_at: expect.any(String) },
          web_url: `${BASE_URL}/${project.card.fullPath}/-/pipelines/${pipeline.id}`,
        },
        web_url: `${BASE_URL}/${project.card.fullPath}/-/jobs/${pipeline.jobs[0]}`,
        artifacts_expire_at: null,
        runner: expect.objectContaining({ id: runner, is_shared: false }),
      },
    ]);
    const listed = await app.request(admin, 'GET', `/runners/${runner}/jobs`);
    const { runner: _, artifacts_expire_at: __, artifacts: ___, ...basic } = body;
    expect(listed.body).toEqual([
      {
        ...basic,
        project: {
          ...{ id: project.card.id, description: null, name: `Project ${project.card.id}` },
          ...{ name_with_namespace: `Group / Project ${project.card.id}`, path: `project-${project.card.id}` },
          ...{ path_with_namespace: project.card.fullPath, created_at: '2018-01-01T00:00:00.000Z' },
        },
      },
    ]);
  });

  it('are listed with the newest first, by scope, of a project or a pipeline', async () => {
    const { at, dev, set, jobs, make } = newProject();
    const [first, second] = [await make({ name: 'a' }, { name: 'b' }), await make({ name: 'c' })];
    await set(first.jobs[0]!, 'success');
    expect(ids(await jobs())).toEqual([...first.jobs, ...second.jobs].toReversed());
    expect(ids(await jobs('?scope=success'))).toEqual([first.jobs[0]]);
    expect(ids(await jobs('?scope[]=success&scope[]=pending'))).toHaveLength(3);
    expect(ids(await jobs('?per_page=1&page=3'))).toEqual([first.jobs[0]]);
    const keyset = await app.exchange(dev, 'GET', `${at}/jobs?pagination=keyset&per_page=2`);
    expect([ids(keyset.body), keyset.headers['x-total']]).toEqual([[second.jobs[0], first.jobs[1]], undefined]);
    expect(keyset.headers['link']).toContain(`id_before=${first.jobs[1]}&`);
    expect(ids(await jobs(`?pagination=keyset&per_page=2&id_before=${first.jobs[1]}`))).toEqual([first.jobs[0]]);
    const ofPipeline = async (query = '') =>
      ids((await app.request(dev, 'GET', `${at}/pipelines/${first.id}/jobs${query}`)).body);
    expect(await ofPipeline()).toEqual(first.jobs.toReversed());
    expect(await ofPipeline('?scope=pending')).toEqual([first.jobs[1]]);
    const [again] = ids([(await app.request(dev, 'POST', `${at}/jobs/${first.jobs[0]}/retry`)).body]);
    expect(await ofPipeline()).toEqual([again, ...first.jobs.toReversed()]);
    expect(await ofPipeline('?include_retried=false')).toEqual([again, first.jobs[1]]);
    expect(await app.request(dev, 'GET', `${at}/jobs?scope=x`)).toEqual({
      status: 400,
      body: { error: 'scope does not have a valid value' },
    });
    expect(await app.request(dev, 'GET', `${at}/pipelines/999999/jobs`)).toEqual({
      status: 404,
      body: { message: '404 Not found' },
    });
    expect(await app.request(dev, 'GET', `${at}/jobs/999999`)).toEqual(NOT_FOUND);
    const other = newProject();
    expect(await app.request(other.dev, 'GET', `${other.at}/jobs/${first.jobs[0]}`)).toEqual(NOT_FOUND);
  });

  it('of a runner are for who manages a project of it, as far as they may read them, by their ids and state', async () => {
    const { project, dev, set, make } = newProject();
    const master = app.user(3000 + project.card.id, project, 40);
    const register = async (token: string) =>
      (await app.request(null, 'POST', '/runners', { token })).body.id as number;
    const [specific, shared] = [await register(`project-${project.card.id}`), await register('shared')];
    const { jobs } = await make({ name: 'a' }, { name: 'b' });
    await app.testDatabase.query('update jobs set runner_id = $1 where id = any ($2)', [specific, jobs]);
    await set(jobs[1]!, 'failed');
    const list = (as: Principal | null, id: number, query = '') =>
      app.request(as, 'GET', `/runners/${id}/jobs${query}`);
    expect(ids((await list(master, specific)).body)).toEqual(jobs);
    expect(ids((await list(admin, specific, '?status=failed')).body)).toEqual([jobs[1]]);
    expect((await list(admin, specific, '?status=x')).body).toEqual({ error: 'status does not have a valid value' });
    expect((await list(null, specific)).status).toBe(401);
    for (const [as, id] of [
      [dev, specific],
      [master, shared],
    ] as const)
      expect(await list(as, id)).toEqual({ status: 403, body: { message: '403 Forbidden - No access granted' } });
    expect((await list(admin, shared)).body).toEqual([]);
    const hidden = newProject();
    const enabled = { runner_id: specific };
    expect((await app.request(admin, 'POST', `${hidden.at}/runners`, enabled)).status).toBe(201);
    const others = await hidden.make({ name: 'secret' });
    await app.testDatabase.query('update jobs set runner_id = $1 where id = any ($2)', [specific, others.jobs]);
    expect(ids((await list(master, specific)).body)).toEqual(jobs);
    expect(ids((await list(admin, specific)).body)).toEqual([...jobs, ...others.jobs]);
    expect(await list(admin, 999_999)).toEqual({ status: 404, body: { message: '404 Runner Not Found' } });
  });

  it.each<[string, object, number | null, AccessLevel, number, number]>([
    ['anonymous, of a public project', { visibility: 'public' }, null, 0, 401, 401],
    ['a stranger, of public jobs', { visibility: 'public' }, 20, 0, 200, 403],
    ['a stranger, of other jobs', { visibility: 'public', publicJobs: false }, 21, 0, 403, 403],
    ['a guest, of public jobs', {}, 22, 10, 200, 403],
    ['a guest, of other jobs', { publicJobs: false }, 23, 10, 403, 403],
    ['a reporter', { publicJobs: false }, 24, 20, 200, 403],
    ['a developer', {}, 25, 30, 200, 201],
    ['a stranger of a private project', {}, 26, 0, 404, 404],
  ])('%s', async (_, settings, userId, level, reads, changes) => {
    const { project, at, make } = newProject(settings);
    const { id, jobs } = await make({ name: 'a', when: 'manual' });
    const caller = userId === null ? null : app.user(userId, project, level);
    for (const path of ['/jobs', `/jobs/${jobs[0]}`, `/pipelines/${id}/jobs`])
      expect([path, (await app.request(caller, 'GET', `${at}${path}`)).status]).toEqual([path, reads]);
    const isAllowed = changes === 201;
    for (const [path, success] of [
      [`/jobs/${jobs[0]}/play`, 200],
      [`/jobs/${jobs[0]}/cancel`, 201],
      [`/jobs/${jobs[0]}/retry`, 201],
      [`/pipelines/${id}/cancel`, 200],
      [`/pipelines/${id}/retry`, 201],
    ] as const)
      expect([path, (await post(caller, `${at}${path}`)).status]).toEqual([path, isAllowed ? success : changes]);
  });

  it('of a protected branch are changed by those who may push to it', async () => {
    const { project, at, dev, make } = newProject();
    project.protectedBranches.add('main');
    const { id, jobs } = await make({ name: 'a' });
    const master = app.user(4000 + project.card.id, project, 40);
    for (const path of [`/jobs/${jobs[0]}/cancel`, `/pipelines/${id}/cancel`]) {
      expect(await post(dev, `${at}${path}`)).toEqual({ status: 403, body: { message: '403 Forbidden' } });
      expect((await post(master, `${at}${path}`)).status).toBeLessThan(300);
    }
  });

  it('are canceled unless they have ended', async () => {
    const { at, dev, set, states, make } = newProject();
    const { id, jobs } = await make({ name: 'a' }, { name: 'b' }, { name: 'c', stageIndex: 1 });
    await set(jobs[0]!, 'success');
    for (const job of jobs.slice(0, 2)) expect((await post(dev, `${at}/jobs/${job}/cancel`)).status).toBe(201);
    expect(await states()).toEqual(['a success', 'b canceled', 'c skipped']);
    expect((await app.request(dev, 'GET', `${at}/pipelines/${id}`)).body.status).toBe('canceled');
    expect(await post(dev, `${at}/jobs/999999/cancel`)).toEqual(NOT_FOUND);
  });

  it('run again as new ones, with those that they kept from running', async () => {
    const { at, dev, set, jobs, states, make } = newProject();
    const { id, jobs: made } = await make({ name: 'a', tags: ['x'] }, { name: 'b', stageIndex: 1 });
    expect(await post(dev, `${at}/jobs/${made[0]}/retry`)).toEqual({
      status: 403,
      body: { message: '403 Forbidden - Job is not retryable' },
    });
    await set(made[0]!, 'failed');
    await set(made[1]!, 'skipped');
    const { status, body } = await post(dev, `${at}/jobs/${made[0]}/retry`);
    expect([status, body.name, body.status, body.user.id]).toEqual([201, 'a', 'pending', dev.userId]);
    expect(body.id).not.toBe(made[0]);
    expect(await states()).toEqual(['a failed', 'b created', 'a pending']);
    const [row] = await app.testDatabase.query('select tags, options from jobs where id = $1', [body.id]);
    expect(row).toEqual({ tags: ['x'], options: { script: ['true'] } });
    await set(body.id, 'success');
    expect((await post(dev, `${at}/jobs/${(await jobs())[1]!.id}/cancel`)).status).toBe(201);
    expect((await app.request(dev, 'GET', `${at}/pipelines/${id}`)).body.status).toBe('canceled');
  });

  it('that are manual are played, again after their end', async () => {
    const { at, dev, set, states, make } = newProject();
    const { jobs } = await make({ name: 'a' }, { name: 'deploy', when: 'manual' });
    const play = (id: number) => post(dev, `${at}/jobs/${id}/play`);
    const unplayable = { status: 400, body: { message: '400 (Bad request) "Unplayable Job" not given' } };
    expect(await play(jobs[0]!)).toEqual(unplayable);
    const given = { job_variables_attributes: [{ key: 'A', value: 'x' }] };
    expect(await app.request(dev, 'POST', `${at}/jobs/${jobs[0]}/play`, given)).toEqual({
      status: 400,
      body: { error: 'job_variables_attributes is not supported' },
    });
    expect(await play(jobs[1]!)).toMatchObject({ status: 200, body: { id: jobs[1], status: 'pending' } });
    expect(await play(jobs[1]!)).toEqual(unplayable);
    await set(jobs[1]!, 'success');
    expect((await play(jobs[1]!)).body.id).not.toBe(jobs[1]);
    expect(await states()).toEqual(['a pending', 'deploy success', 'deploy pending']);
  });

  it.each([
    ['created', 400],
    ['pending', 400],
    ['running', 400],
    ['manual', 200],
    ['skipped', 200],
    ['success', 200],
    ['failed', 200],
    ['canceled', 200],
  ])('that are manual and %s are played: %i', async (state, status) => {
    const { at, dev, set, states, make } = newProject();
    const { jobs } = await make({ name: 'a' }, { name: 'deploy', when: 'manual', stageIndex: 1 });
    await set(jobs[1]!, state);
    expect((await post(dev, `${at}/jobs/${jobs[1]}/play`)).status).toBe(status);
    const isNew = ['success', 'failed', 'canceled'].includes(state);
    const played = status === 400 || isNew ? [`deploy ${state}`] : [];
    expect(await states()).toEqual(['a pending', ...played, ...(status === 200 ? ['deploy pending'] : [])]);
  });

  it('of a pipeline are canceled and run again together', async () => {
    const { at, dev, id: projectId, set, states, make } = newProject();
    const { id, jobs } = await make({ name: 'a' }, { name: 'b' }, { name: 'c', stageIndex: 1 });
    const status = await app.request(dev, 'POST', `/projects/${projectId}/statuses/${SHA}`, {
      state: 'running',
      ref: 'main',
    });
    expect(status.status).toBe(201);
    await set(jobs[0]!, 'success');
    const canceled = await post(dev, `${at}/pipelines/${id}/cancel`);
    expect([canceled.status, canceled.body.status]).toEqual([200, 'canceled']);
    expect(await states()).toEqual(['a success', 'b canceled', 'c canceled']);
    const retried = await post(dev, `${at}/pipelines/${id}/retry`);
    expect([retried.status, retried.body.status]).toEqual([201, 'running']);
    expect(await states()).toEqual(['a success', 'b canceled', 'c canceled', 'b pending', 'c created']);
    for (const verb of ['cancel', 'retry'])
      expect(await post(dev, `${at}/pipelines/999999/${verb}`)).toEqual({
        status: 404,
        body: { message: '404 Not found' },
      });
  });

  it('of a pipeline that were skipped wait again with those that they are kept back by', async () => {
    const { at, dev, set, states, make } = newProject();
    const { id, jobs } = await make(
      { name: 'a', retries: 1 },
      { name: 'b', stageIndex: 1 },
      { name: 'c', stageIndex: 1, when: 'on_failure' },
    );
    await set(jobs[0]!, 'failed');
    for (const job of jobs.slice(1)) await set(job, 'skipped');
    const { body } = await post(dev, `${at}/pipelines/${id}/retry`);
    expect(body).toMatchObject({ status: 'pending', finished_at: null });
    expect(await states()).toEqual(['a failed', 'b created', 'c created', 'a pending']);
    const [again] = (await app.request(dev, 'GET', `${at}/jobs?scope=pending`)).body as { id: number }[];
    await set(again!.id, 'success');
    await set(jobs[1]!, 'success');
    await post(dev, `${at}/pipelines/${id}/retry`);
    expect(await states()).toEqual(['a failed', 'b success', 'c skipped', 'a success']);
    expect((await app.request(dev, 'GET', `${at}/pipelines/${id}`)).body).toMatchObject({
      ...{ status: 'success', finished_at: expect.any(String) },
    });
  });

  it('of a large pipeline are canceled and run again by as many statements as those of a small one', async () => {
    const { at, dev, make } = newProject();
    const counts = [];
    for (const size of [2, 1_000]) {
      const builds = Array.from({ length: size }, (_, n) => ({ name: `job ${n}`, stageIndex: n % 2 }));
      const { id } = await make(...builds);
      for (const verb of ['cancel', 'retry'])
        counts.push(await app.countStatements(() => post(dev, `${at}/pipelines/${id}/${verb}`)));
      const rows = await app.testDatabase.query<{ status: string; count: number }>(
        'select status, count(*)::int as count from jobs where pipeline_id = $1 group by status order by status',
        [id],
      );
      expect(rows).toEqual([
        { status: 'canceled', count: size },
        { status: 'created', count: size / 2 },
        { status: 'pending', count: size / 2 },
      ]);
    }
    expect(counts.slice(2)).toEqual(counts.slice(0, 2));
  });

  it('are listed by indexes', async () => {
    const { id, make } = newProject();
    const { id: pipelineId } = await make({ name: 'a' });
    const [runner] = await app.testDatabase.query<{ id: number }>(
      `insert into runners (is_shared, token, token_lookup) values (true, 'x', 'x') returning id`,
    );
    await app.testDatabase.query('insert into projects (id) select n from generate_series(100001, 100100) n');
    const other = await make({ name: 'b' });
    await app.testDatabase.query(
      `insert into jobs (pipeline_id, project_id, kind, ref, sha, stage, name, status, runner_id)
       select $1, 100000 + n % 100 + 1, 'build', 'main', $2, 'test', n, 'success', case when n % 100 = 0 then $3::bigint end
       from generate_series(1, 20000) n`,
      [other.id, SHA, runner!.id],
    );
    await app.testDatabase.query('vacuum analyze jobs, pipelines');
    for (const of of [{ projectId: id }, { pipelineId }, { runnerId: runner!.id, projectIds: [id] }])
      for (const statuses of [undefined, ['success'] as const]) {
        const db = recording(app.database);
        await app.get(BuildsFinder).page(db, of, { page: 1, perPage: 20, sort: 'desc', statuses });
        const plan = await planOf(app.testDatabase, db.statements[0]!);
        expect([of, plan.scanned.includes('jobs')]).toEqual([of, false]);
      }
  });

  it('are moved once by two requests at the same time', async () => {
    const { at, dev, states, make } = newProject();
    const { jobs } = await make({ name: 'deploy', when: 'manual' });
    const answers = await Promise.all([1, 2].map(() => post(dev, `${at}/jobs/${jobs[0]}/play`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await states()).toEqual(['deploy pending']);
  });
});
