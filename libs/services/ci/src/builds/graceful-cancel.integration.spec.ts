import { Outbox } from '@hearth/messaging';
import { CancelingJobs1795956420000 } from '../migrations/1795956420000-canceling-jobs.js';
import { GracefulCancels1795956400000 } from '../migrations/1795956400000-graceful-cancels.js';
import { ValidatedStatuses1795956410000 } from '../migrations/1795956410000-validated-statuses.js';
import { CancelPipeline } from '../pipelines/cancel.js';
import { AssignResource } from '../resource-groups/assign.js';
import { ResourceGroupsStore } from '../resource-groups/resource-groups.store.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline, type BuildTraits } from '../testing/make-pipeline.js';
import { RunnerClient, type TakenJob } from '../testing/runner-client.js';
import { FailStuckJobs } from './fail-stuck.js';

const GRACEFUL = { info: { features: { cancel_gracefully: true } } };

describe('the cancellation of a job whose runner runs after_script first', () => {
  const app = CiApp.inBlock();

  /** Makes a pipeline whose first job runs, on a runner that has reported on it. */
  const running = async (builds: BuildTraits[] = [{ name: 'a' }], features: object = GRACEFUL) => {
    const project = app.others.addProject();
    const { id } = project.card;
    const [developer, master] = [app.user(1_000 + id, project, 30), app.user(2_000 + id, project, 40)];
    const pipeline = await makePipeline(app, project, builds, { userId: developer.userId });
    const client = await RunnerClient.register(app, `project-${id}`);
    const job = (await client.take(features))!;
    await client.put(job, { state: 'running' });
    const post = (path: string, as = developer) => app.request(as, 'POST', `/projects/${id}/jobs/${job.id}/${path}`);
    const get = async (path: string) => (await app.request(developer, 'GET', `/projects/${id}/${path}`)).body;
    const states = async () => {
      const jobs = (await get('jobs')) as { name: string; status: string }[];
      const { status } = (await get(`pipelines/${pipeline.id}`)) as { status: string };
      return [...jobs.map((each) => `${each.name} ${each.status}`).toReversed(), status];
    };
    return { id, pipeline, client, job, developer, master, post, get, states };
  };
  const learned = async (client: RunnerClient, job: TakenJob, body: object) =>
    (await client.put(job, body)).headers['job-status'];

  it('waits for its runner, which goes on as with a running job', async () => {
    const always = { name: 'b', stageIndex: 1, when: 'always' } as const;
    const { client, job, post, get, states } = await running([{ name: 'a' }, always]);
    const { status, body } = await post('cancel');
    expect([status, body.status, body.finished_at]).toEqual([201, 'canceling', null]);
    expect(await states()).toEqual(['a canceling', 'b created', 'running']);
    expect((await post('cancel')).body.status).toBe('canceling');
    expect((await post('retry')).status).toBe(403);
    expect((await post('erase')).status).toBe(403);
    const { status: patched, headers } = await client.patch(job, 0, 'after_script');
    expect([patched, headers['job-status']]).toEqual([202, 'canceling']);
    expect(await learned(client, job, { state: 'running' })).toBe('canceling');
    expect((await app.request(null, 'GET', '/job', undefined, { 'job-token': job.token })).status).toBe(200);
    expect((await get('jobs?scope[]=canceling')).map((each: { id: number }) => each.id)).toEqual([job.id]);
    expect(await learned(client, job, { state: 'failed', failure_reason: 'job_canceled' })).toBeUndefined();
    expect(await states()).toEqual(['a canceled', 'b skipped', 'canceled']);
    expect(await get(`jobs/${job.id}`)).toMatchObject({ finished_at: expect.any(String) });
    expect(await learned(client, job, { state: 'failed' })).toBe('canceled');
    expect((await post('retry')).status).toBe(201);
  });

  it('ends at once where the runner does not offer that, or has not reported on the job', async () => {
    const old = await running([{ name: 'a' }], {});
    expect((await old.post('cancel')).body.status).toBe('canceled');
    expect(await learned(old.client, old.job, { state: 'running' })).toBe('canceled');
    const { id, job, post } = await running();
    await app.testDatabase.query('update jobs set updated_at = started_at where project_id = $1 and id = $2', [
      id,
      job.id,
    ]);
    expect((await post('cancel')).body.status).toBe('canceled');
  });

  it.each([{ state: 'success' }, { state: 'failed', exit_code: 137 }])(
    'is not a result, and no reason to retry: %j',
    async (report) => {
      const { client, job, post, states } = await running([{ name: 'a', retries: 2, coverageRegex: '\\d+%' }]);
      await client.patch(job, 0, '50%');
      await post('cancel');
      await client.put(job, report);
      expect(await states()).toEqual(['a canceled', 'canceled']);
      expect((await post('retry')).body).toMatchObject({ coverage: null, status: 'pending' });
    },
  );

  it('makes its pipeline canceling, too, and each ends once, also when a process ends in between', async () => {
    const { id, pipeline, client, job, states } = await running([{ name: 'a' }, { name: 'b', stageIndex: 1 }]);
    await app.get(CancelPipeline).execute(id, pipeline.id);
    expect(await states()).toEqual(['a canceling', 'b canceled', 'canceling']);
    await app.get(CancelPipeline).execute(id, pipeline.id);
    const outbox = app.get(Outbox);
    const append = outbox.appendAll.bind(outbox);
    outbox.appendAll = () => Promise.reject(new Error('the process ends'));
    expect((await client.put(job, { state: 'failed' })).status).toBe(500);
    outbox.appendAll = append;
    expect(app.failures.splice(0).map(String)).toEqual(['Error: the process ends']);
    expect(await states()).toEqual(['a canceling', 'b canceled', 'canceling']);
    await Promise.all([client.put(job, { state: 'failed' }), client.put(job, { state: 'failed' })]);
    expect(await states()).toEqual(['a canceled', 'b canceled', 'canceled']);
    const { pipelines, jobs } = await app.statuses(id);
    expect(pipelines).toEqual(['pending', 'running', 'canceling', 'canceled']);
    const ofJob = (jobs as [string, number][]).filter(([, changed]) => changed === job.id);
    expect(ofJob.map(([status]) => status)).toEqual(['pending', 'running', 'canceling', 'canceled']);
    const ends = (await app.events()).filter(({ data }) => data['projectId'] === id);
    expect(ends).toMatchObject([{ type: 'ci.pipeline-finished', data: { status: 'canceled' } }]);
  });

  it('is ended by masters without its runner', async () => {
    const { id, client, job, developer, master, post, states } = await running();
    expect((await post('cancel?force=true')).status).toBe(403);
    const missing = await app.request(developer, 'POST', `/projects/${id}/jobs/999999999/cancel?force=true`);
    expect(missing.status).toBe(404);
    expect((await post('cancel?force=true', master)).body.status).toBe('canceling');
    expect((await post('cancel?force=true', master)).body.status).toBe('canceled');
    expect(await states()).toEqual(['a canceled', 'canceled']);
    expect(await learned(client, job, { state: 'running' })).toBe('canceled');
  });

  it('is ended by the sweep once the runner has been silent for an hour', async () => {
    const { job, post, states } = await running();
    await post('cancel');
    const passed = (interval: string) =>
      app.testDatabase.query(`update jobs set updated_at = now() - $2::interval where id = $1`, [job.id, interval]);
    await passed('59 minutes');
    await app.get(FailStuckJobs).execute();
    expect(await states()).toEqual(['a canceling', 'canceling']);
    await passed('61 minutes');
    await app.get(FailStuckJobs).execute();
    expect(await states()).toEqual(['a canceled', 'canceled']);
  });

  it('keeps the resource of its group until the end', async () => {
    const grouped = { resourceGroup: 'main' };
    const { id, client, job, post, states } = await running([{ name: 'a' }]);
    await makePipeline(app, app.others.projects.get(id)!, [{ name: 'b', ...grouped }]);
    const [group] = await app.testDatabase.query<{ id: number }>(
      'select id from resource_groups where project_id = $1',
      [id],
    );
    await app.testDatabase.query('update jobs set resource_group_id = $2 where id = $1', [job.id, group!.id]);
    await post('cancel');
    const assign = () => app.get(AssignResource).execute({ projectId: id, resourceGroupId: group!.id });
    await assign();
    expect(await app.get(ResourceGroupsStore).next(app.database, group!.id)).toBeUndefined();
    expect(await states()).toEqual(['a canceling', 'b waiting_for_resource', 'canceling']);
    await client.put(job, { state: 'failed' });
    await assign();
    expect(await states()).toEqual(['a canceled', 'b pending', 'canceled']);
  });

  it('is forgotten where its tables are taken back: the job ends as its runner reports', async () => {
    const { client, job, post, states } = await running([{ name: 'a' }, { name: 'b', stageIndex: 1 }]);
    await post('cancel');
    const tables = () =>
      app.testDatabase.query(
        `select pg_get_constraintdef(oid) as is from pg_constraint where conname in ('jobs_status_check', 'pipelines_status_check')
         union all select indexdef from pg_indexes where tablename = 'jobs' order by 1`,
      );
    const before = await tables();
    const migrations = [
      new GracefulCancels1795956400000(),
      new ValidatedStatuses1795956410000(),
      new CancelingJobs1795956420000(),
    ];
    const runner = app.testDatabase as never;
    for (const migration of migrations.toReversed()) await migration.down(runner);
    expect(JSON.stringify(await tables())).not.toContain('canceling');
    for (const migration of migrations) await migration.up(runner);
    expect(await tables()).toEqual(before);
    expect(await states()).toEqual(['a running', 'b created', 'running']);
    await client.put(job, { state: 'failed' });
    expect(await states()).toEqual(['a failed', 'b skipped', 'failed']);
  });
});
