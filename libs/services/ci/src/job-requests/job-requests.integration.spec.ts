import type { Principal, ProjectId } from '@hearth/contract-kit';
import { AuthenticateJobQuery } from '@hearth/ci-contracts';
import { tokenHash } from '@hearth/secrets';
import type { Delivery } from '@hearth/messaging';
import { FailStuckJobs } from '../builds/fail-stuck.js';
import { OnProjectCreated } from '../events/on-project-created.js';
import { OnProjectUpdated } from '../events/on-project-updated.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline, type BuildTraits } from '../testing/make-pipeline.js';
import { RunnerClient, type TakenJob } from '../testing/runner-client.js';
import { BuildQueue } from './build-queue.js';
import { RunnerLimits } from './runner-limits.js';

const SHA = 'c'.repeat(40);
const MAIN = '+refs/heads/main:refs/remotes/origin/main';
const CACHE = { key: 'default', untracked: false, paths: ['vendor'], policy: 'pull-push' } as const;
/** Returns a variable as runners receive it. */
const given = (key: string, value: string, traits = {}) => ({
  ...{ key, value, public: true, file: false, masked: false, raw: false },
  ...traits,
});
const FORBIDDEN = { message: '403 Forbidden' };

describe('runners', () => {
  const app = CiApp.inBlock();
  let admin: Principal;

  beforeAll(() => {
    admin = app.user(1, undefined, undefined, { admin: true });
  });

  // Shared runners take jobs of all projects, so the jobs of one test are ended before the next.
  afterEach(() => app.testDatabase.query(`update jobs set status = 'canceled' where status in ('pending', 'running')`));

  const newProject = (settings = {}) => {
    const project = app.others.addProject(settings);
    const id = project.card.id;
    project.branches.set('main', SHA);
    const dev = app.user(1000 + id, project, 30);
    const make = (...builds: BuildTraits[]) => makePipeline(app, project, builds, { userId: dev.userId, sha: SHA });
    const runner = (body = {}) => RunnerClient.register(app, `project-${id}`, body);
    const job = async (jobId: number) => (await app.request(dev, 'GET', `/projects/${id}/jobs/${jobId}`)).body;
    const trace = async (jobId: number) =>
      (await app.fetch(dev, `/api/v4/projects/${id}/jobs/${jobId}/trace`)).body.toString();
    const pipeline = async (pipelineId: number) =>
      (await app.request(dev, 'GET', `/projects/${id}/pipelines/${pipelineId}`)).body.status as string;
    return { project, id, dev, make, runner, job, trace, pipeline };
  };
  const shared = (body = {}) => RunnerClient.register(app, 'shared', body);

  describe('POST /jobs/request', () => {
    it('gives a job with everything that it needs', async () => {
      const { id, dev, make, runner, job, pipeline } = newProject();
      const options = {
        ...{ script: ['make', 'make test'], afterScript: ['make clean'], image: { name: 'ruby:2.4' } },
        ...{ services: [{ name: 'postgres' }], cache: CACHE },
      };
      const made = await make({
        ...{ name: 'unit', stage: 'check', options, timeoutSeconds: 600 },
        variables: [{ key: 'DEPTH', value: '3', public: true }],
      });
      const client = await runner({ description: 'builder', tag_list: ['a', 'b'] });
      const taken = (await client.take({ info: { name: 'gitlab-runner', version: '17.1' } }))!;
      const url = `gitlab-ci-token:${taken.token}@hearth.test:8080/group/project-${id}.git`;
      const { variables, ...rest } = taken;
      expect(rest).toEqual({
        ...{ id: made.jobs[0], token: expect.stringMatching(/^[\w-]{43}$/), allow_git_fetch: true },
        job_info: {
          ...{ name: 'unit', stage: 'check', pipeline_id: made.id, project_id: id },
          ...{ project_name: `project-${id}`, project_full_path: `group/project-${id}` },
          time_in_queue_seconds: expect.any(Number),
        },
        git_info: {
          ...{ repo_url: `http://${url}`, ref: 'main', sha: SHA, before_sha: '0'.repeat(40), ref_type: 'branch' },
          ...{ refspecs: [MAIN, '+refs/tags/*:refs/tags/*'], depth: 0, protected: false },
        },
        runner_info: { timeout: 600 },
        steps: [
          { name: 'script', script: ['make', 'make test'], timeout: 600, when: 'on_success', allow_failure: false },
          { name: 'after_script', script: ['make clean'], timeout: 600, when: 'always', allow_failure: true },
        ],
        ...{ image: { name: 'ruby:2.4' }, services: [{ name: 'postgres' }], artifacts: [], credentials: [] },
        ...{ cache: [{ ...CACHE, key: 'default-non_protected' }], dependencies: [], hooks: [] },
        features: {
          ...{ trace_sections: true, token_mask_prefixes: ['glrt-'] },
          failure_reasons: expect.arrayContaining(['script_failure']),
        },
      });
      const valueOf = (key: string) => variables.find((each) => each.key === key);
      expect(valueOf('CI_JOB_TOKEN')).toEqual(given('CI_JOB_TOKEN', taken.token, { public: false, masked: true }));
      expect(valueOf('CI_COMMIT_SHA')).toEqual(given('CI_COMMIT_SHA', SHA));
      expect(valueOf('GITLAB_USER_LOGIN')?.value).toBe(`user-${dev.userId}`);
      expect(valueOf('CI_RUNNER_TAGS')?.value).toBe('a, b');
      expect(valueOf('DEPTH')).toEqual(given('DEPTH', '3'));
      expect(await job(taken.id)).toMatchObject({
        status: 'running',
        runner: { id: client.id, name: 'gitlab-runner' },
      });
      expect(await pipeline(made.id)).toBe('running');
      expect((await app.request(admin, 'GET', `/runners/${client.id}`)).body).toMatchObject({
        ...{ status: 'online', version: '17.1' },
      });
    });

    it.each<[string, string | undefined, boolean, string[], number]>([
      ['all of a branch', undefined, false, [MAIN, '+refs/tags/*:refs/tags/*'], 0],
      ['some commits of a branch', '5', false, [MAIN], 5],
      ['all of a tag', '0', true, ['+refs/tags/*:refs/tags/*'], 0],
      ['some commits of a tag', '5', true, ['+refs/tags/main:refs/tags/main'], 5],
      ['all, where the depth is no number', 'x', false, [MAIN, '+refs/tags/*:refs/tags/*'], 0],
    ])('lets a job fetch %s', async (_, wanted, tag, refspecs, depth) => {
      const { make, runner } = newProject();
      const variables = wanted === undefined ? [] : [{ key: 'GIT_DEPTH', value: wanted, public: true }];
      const { jobs } = await make({ name: 'a', variables });
      await app.testDatabase.query('update jobs set tag = $2 where id = any ($1)', [jobs, tag]);
      const taken = (await (await runner()).take())!;
      expect(taken['git_info']).toMatchObject({ refspecs, depth, ref_type: tag ? 'tag' : 'branch' });
    });

    it('answers 204 with the version of the queue where there is nothing', async () => {
      const client = await newProject().runner();
      const { status, headers, body } = await client.ask();
      expect([status, body]).toEqual([204, null]);
      expect(headers['x-gitlab-last-update']).toMatch(/^[\w-]{36}$/);
    });

    it('stores that a paused runner has called', async () => {
      const client = await newProject().runner({ paused: true });
      expect(await client.take()).toBeUndefined();
      const { body } = await app.request(admin, 'GET', `/runners/${client.id}`);
      expect(body).toMatchObject({ status: 'paused', online: true, contacted_at: expect.any(String) });
    });

    it('refuses a runner that asks too often', async () => {
      const { id, runner } = newProject();
      const client = await runner();
      const limits = app.get(RunnerLimits);
      const isCounted = () =>
        limits.countProject(id).then(
          () => true,
          () => false,
        );
      while (await isCounted());
      const { status, headers, body } = await client.ask();
      expect([status, headers['ratelimit-name'], body]).toEqual([429, 'project-runners', 'Retry later']);
      expect((await (await newProject().runner()).ask()).status).toBe(204);
    });

    it('refuses wrong tokens', async () => {
      const { status, body } = await app.request(null, 'POST', '/jobs/request', { token: 'x' });
      expect([status, body]).toEqual([403, FORBIDDEN]);
      expect((await app.request(null, 'POST', '/jobs/request', {})).body).toEqual({ error: 'token is missing' });
    });

    it.each<[string, object, Partial<BuildTraits>, boolean]>([
      ['the tags of the job, and more', { tag_list: ['a', 'b', 'c'] }, { tags: ['a', 'b'] }, true],
      ['not all tags of the job', { tag_list: ['a'] }, { tags: ['a', 'b'] }, false],
      ['no tags, for a job with one', {}, { tags: ['a'] }, false],
      ['tags, for a job without', { tag_list: ['a'] }, {}, true],
      ['tags, and takes no others', { tag_list: ['a'], run_untagged: false }, {}, false],
      ['protected refs, for another one', { access_level: 'ref_protected' }, {}, false],
      ['protected refs, for such', { access_level: 'ref_protected' }, { protected: true }, true],
      ['been paused', { paused: true }, {}, false],
    ])('a runner that has %s', async (_, settings, traits, takes) => {
      const { make, runner } = newProject();
      await make({ name: 'a', ...traits });
      expect((await (await runner(settings)).take()) !== undefined).toBe(takes);
    });

    it('gives a specific runner the oldest job of its projects', async () => {
      const [one, other, strange] = [newProject(), newProject(), newProject()];
      const client = await one.runner();
      await app.request(admin, 'POST', `/projects/${other.id}/runners`, { runner_id: client.id });
      const first = await other.make({ name: 'a' });
      await strange.make({ name: 'b' });
      const second = await one.make({ name: 'c' }, { name: 'd' });
      const taken = [await client.take(), await client.take(), await client.take(), await client.take()];
      expect(taken.map((job) => job?.id)).toEqual([...first.jobs, ...second.jobs, undefined]);
    });

    it('gives shared runners jobs of the projects with the fewest running ones', async () => {
      const [busy, idle] = [newProject(), newProject()];
      const first = await busy.make({ name: 'a' }, { name: 'b' }, { name: 'c' });
      const second = await idle.make({ name: 'd' }, { name: 'e' });
      const client = await shared();
      const taken: (number | undefined)[] = [];
      for (let count = 0; count < 6; count++) taken.push((await client.take())?.id);
      const [a, b, c] = first.jobs;
      const [d, e] = second.jobs;
      expect(taken).toEqual([a, d, b, e, c, undefined]);
    });

    it('leaves projects alone that do not use shared runners, or no jobs', async () => {
      const { id, make } = newProject();
      const client = await shared();
      const use = (sharedRunnersEnabled: boolean, builds: 'enabled' | 'disabled') =>
        app.database.tx((tx) =>
          app.get(OnProjectUpdated).handle(
            {
              ...{ projectId: id, visibility: 'private', archived: false, mergeRequests: 'enabled' },
              ...{ repository: 'enabled', builds, sharedRunnersEnabled },
            },
            { tx } as Delivery,
          ),
        );
      await make({ name: 'a' });
      await use(false, 'enabled');
      expect(await client.take()).toBeUndefined();
      await use(true, 'disabled');
      expect(await client.take()).toBeUndefined();
      await use(true, 'enabled');
      expect(await client.take()).toBeDefined();
      const without = newProject();
      const created = { projectId: without.id as ProjectId, creatorId: 1, sharedRunnersEnabled: false };
      await app.database.tx((tx) => app.get(OnProjectCreated).handle(created, { tx } as Delivery));
      await without.make({ name: 'b' });
      expect(await client.take()).toBeUndefined();
      expect(await (await without.runner()).take()).toBeDefined();
    });

    it('gives each job to one of many runners', async () => {
      const { make } = newProject();
      const { jobs } = await make(...Array.from({ length: 12 }, (_, n) => ({ name: `job-${n}` })));
      const clients = await Promise.all(Array.from({ length: 6 }, () => shared()));
      const taken: number[] = [];
      await Promise.all(
        clients.map(async (client) => {
          for (let job = await client.take(); job; job = await client.take()) taken.push(job.id);
        }),
      );
      // A runner that found only jobs that others were taking may have stopped early; another one takes the rest.
      const last = await shared();
      for (let job = await last.take(); job; job = await last.take()) taken.push(job.id);
      expect(taken.toSorted((a, b) => a - b)).toEqual(jobs);
    });

    it('keeps a runner waiting until there is a job', async () => {
      const { id, make, runner } = newProject();
      const client = await runner();
      // The queue gets its version with its connection.
      const version = async () => {
        await client.take();
        return client.lastUpdate;
      };
      for (let known = await version(); known !== (await version()); known = client.lastUpdate) await client.take();
      const waiting = client.ask();
      const queue = app.get(BuildQueue);
      expect(client.lastUpdate).toBe(queue.version);
      const { jobs } = await make({ name: 'a' });
      const { status, body } = await waiting;
      expect([status, (body as TakenJob).id]).toEqual([201, jobs[0]]);
      expect(queue.version).not.toBe(client.lastUpdate);
      expect(id).toBeGreaterThan(0);
    });

    it('gives a runner that asks again the next job at once', async () => {
      const { make, runner } = newProject();
      const { jobs } = await make({ name: 'a' }, { name: 'b' });
      const client = await runner();
      await client.take();
      const { headers, body } = await client.ask();
      expect((body as TakenJob).id).toBe(jobs[1]);
      expect(headers['x-gitlab-last-update']).not.toBe(app.get(BuildQueue).version);
    });
  });

  describe('PUT /jobs/:id', () => {
    const running = async (traits: Partial<BuildTraits> = {}) => {
      const project = newProject();
      const made = await project.make({ name: 'a', ...traits }, { name: 'later', stageIndex: 1 });
      const client = await project.runner();
      return { ...project, made, client, taken: (await client.take())! };
    };

    it('ends a job, and begins the next stage', async () => {
      const { client, taken, made, job, pipeline } = await running();
      const { status, headers, body } = await client.put(taken, { state: 'success' });
      expect([status, body, headers['job-status']]).toEqual([200, true, 'success']);
      expect(await job(taken.id)).toMatchObject({ status: 'success', finished_at: expect.any(String) });
      const next = (await client.take())!;
      expect(next.id).toBe(made.jobs[1]);
      await client.put(next, { state: 'success' });
      expect(await pipeline(made.id)).toBe('success');
      const ends = (await app.events()).filter(({ data }) => data['pipelineId'] === made.id);
      expect(ends.map(({ data }) => data['status'])).toEqual(['success']);
    });

    it.each<[object, string]>([
      [{ state: 'failed' }, 'script_failure'],
      [{ state: 'failed', failure_reason: 'runner_system_failure' }, 'runner_system_failure'],
      [{ state: 'failed', failure_reason: 'job_execution_timeout' }, 'stuck_or_timeout_failure'],
      [{ state: 'failed', failure_reason: 'something_else' }, 'unknown_failure'],
    ])('%j: %s', async (report, reason) => {
      const { client, taken, made, pipeline } = await running();
      const { status, headers } = await client.put(taken, report);
      expect([status, headers['job-status']]).toEqual([200, undefined]);
      const [row] = await app.testDatabase.query('select status, failure_reason as reason from jobs where id = $1', [
        taken.id,
      ]);
      expect(row).toEqual({ status: 'failed', reason });
      expect(await pipeline(made.id)).toBe('failed');
    });

    it('knows the token of a job while it runs', async () => {
      const { id, dev, client, taken } = await running();
      const whose = async (token: string) =>
        (await app.calls.query(AuthenticateJobQuery, { tokenHash: tokenHash(token) })).job;
      expect(await whose(taken.token)).toEqual({ id: taken.id, projectId: id, userId: dev.userId });
      expect(await whose('x')).toBeNull();
      await client.put(taken, { state: 'success' });
      expect(await whose(taken.token)).toBeNull();
    });

    it('keeps a job alive, with headers that say how it is', async () => {
      const { client, taken } = await running();
      await app.testDatabase.query(`update jobs set updated_at = now() - interval '2 hours' where id = $1`, [taken.id]);
      const { status, headers } = await client.put(taken, { state: 'running' });
      expect([status, headers['job-status'], headers['x-gitlab-trace-update-interval']]).toEqual([200, 'running', '3']);
      await app.get(FailStuckJobs).execute();
      expect((await client.put(taken, { state: 'running' })).headers['job-status']).toBe('running');
    });

    it('runs a job again that fails, as often as it may', async () => {
      const { client, taken, made, pipeline } = await running({ retries: 1 });
      await client.put(taken, { state: 'failed' });
      const again = (await client.take())!;
      expect([again.id === taken.id, (again['job_info'] as { name: string }).name]).toEqual([false, 'a']);
      expect(await pipeline(made.id)).toBe('running');
      await client.put(again, { state: 'failed' });
      expect(await client.take()).toBeUndefined();
      expect(await pipeline(made.id)).toBe('failed');
    });

    it('takes the whole trace of old runners', async () => {
      const { client, taken, trace } = await running();
      await client.patch(taken, 0, 'a piece');
      await client.put(taken, { state: 'success', trace: `all of it ${taken.token}` });
      expect(await trace(taken.id)).toBe(`all of it ${'x'.repeat(taken.token.length)}`);
    });

    it('tells a runner that its job was canceled, and keeps the job as it is', async () => {
      const { id, dev, client, taken, job } = await running();
      await app.request(dev, 'POST', `/projects/${id}/jobs/${taken.id}/cancel`);
      const piece = await client.patch(taken, 0, 'more');
      expect([piece.status, piece.headers['job-status']]).toEqual([202, 'canceled']);
      const report = await client.put(taken, { state: 'success' });
      expect([report.status, report.headers['job-status']]).toEqual([200, 'canceled']);
      expect((await job(taken.id)).status).toBe('canceled');
    });

    it('ends a job once for parallel reports', async () => {
      const { client, taken, made } = await running();
      await Promise.all(['success', 'failed', 'success'].map((state) => client.put(taken, { state })));
      const [row] = await app.testDatabase.query<{ count: number }>(
        `select count(*)::int as count from jobs where pipeline_id = $1 and name = 'a' and status in ('success', 'failed')`,
        [made.id],
      );
      expect(row!.count).toBe(1);
    });

    it('refuses others, and what is no report', async () => {
      const { id, dev, client, taken } = await running();
      const put = async (job: object, body: object = {}) => {
        const { status, body: answer } = await client.put({ ...taken, ...job }, { state: 'success', ...body });
        return [status, answer];
      };
      expect(await put({ token: 'x' })).toEqual([403, FORBIDDEN]);
      expect(await put({ token: undefined })).toEqual([403, FORBIDDEN]);
      expect(await put({ id: 999_999 })).toEqual([404, { message: '404 Not Found' }]);
      expect(await put({}, { state: 'x' })).toEqual([400, { error: 'state does not have a valid value' }]);
      await client.patch(taken, 0, 'text');
      await client.put(taken, { state: 'success' });
      expect((await app.request(dev, 'POST', `/projects/${id}/jobs/${taken.id}/erase`)).status).toBe(201);
      expect(await put({})).toEqual([403, { message: '403 Forbidden - Job has been erased!' }]);
      await app.testDatabase.query('update jobs set erased_at = null where id = $1', [taken.id]);
      await app.testDatabase.query('update projects set deleted_at = now() where id = $1', [id]);
      expect(await put({})).toEqual([403, { message: '403 Forbidden - Project has been deleted!' }]);
    });
  });

  it.each<[string, string, boolean]>([
    ['runs without a word for an hour', `updated_at = now() - interval '61 minutes'`, true],
    ['runs with a word', `updated_at = now() - interval '59 minutes'`, false],
    ['runs beyond its time', `started_at = now() - interval '71 minutes'`, true],
    ['runs at its limit', `started_at = now() - interval '69 minutes'`, false],
    ['waits for a day', `status = 'pending', queued_at = now() - interval '25 hours'`, true],
    ['waits for a runner that is there', `status = 'pending', queued_at = now() - interval '2 hours'`, false],
    ['waits for a tag', `status = 'pending', tags = '{none}', queued_at = now() - interval '2 hours'`, true],
    ['begins to wait for a tag', `status = 'pending', tags = '{none}', queued_at = now()`, false],
  ])('a job that %s', async (_, change, fails) => {
    const { make, runner, job } = newProject();
    await make({ name: 'a' });
    const taken = (await (await runner()).take())!;
    await app.testDatabase.query(`update jobs set ${change} where id = $1`, [taken.id]);
    await app.get(FailStuckJobs).execute();
    expect((await job(taken.id)).status === 'failed').toBe(fails);
    const [row] = await app.testDatabase.query('select failure_reason as reason from jobs where id = $1', [taken.id]);
    expect(row).toEqual({ reason: fails ? 'stuck_or_timeout_failure' : null });
  });
});
