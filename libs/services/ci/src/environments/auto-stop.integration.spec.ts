import { BuildsStore } from '../builds/builds.store.js';
import { AdvancePipeline } from '../pipelines/advance.js';
import { PipelinesStore } from '../pipelines/pipelines.store.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { StopExpiredEnvironments } from './stop-expired.js';

const REVIEW = { name: 'review', url: null, action: 'start', onStop: 'stop', autoStopSeconds: 3_600 };
const DAY_MS = 24 * 3_600_000;

describe('environments that stop by themselves', () => {
  const app = CiApp.inBlock();

  /** Creates an environment, and deploys to it. */
  const deployed = async () => {
    const project = app.others.addProject();
    const { id } = project.card;
    project.branches.set('main', 'a'.repeat(40));
    const [dev, at] = [app.user(1000 + id, project, 30), `/projects/${id}`];
    await app.request(dev, 'POST', `${at}/environments`, { name: 'review' });
    const succeed = (pipelineId: number, job: number) =>
      app.database.tx(async (tx) => {
        const pipeline = (await app.get(PipelinesStore).lock(tx, id, pipelineId))!;
        await app.get(BuildsStore).move(tx, [job], 'success');
        await app.get(AdvancePipeline).within(tx, pipeline);
      });
    const run = async (environment: object) => {
      const stop = { name: 'stop', options: { environment: { ...REVIEW, action: 'stop' } }, allowFailure: true };
      const options = { script: ['a'], environment: { ...REVIEW, ...environment } };
      const builds = [
        { name: 'deploy', options },
        { ...stop, when: 'manual' as const },
      ];
      const pipeline = await makePipeline(app, project, builds, { userId: dev.userId });
      await succeed(pipeline.id, pipeline.jobs[0]!);
      return pipeline;
    };
    const pipeline = await run({});
    const read = async () => (await app.request(dev, 'GET', `${at}/environments`)).body[0];
    const stopJob = async () => (await app.request(dev, 'GET', `${at}/jobs/${pipeline.jobs[1]}`)).body.status as string;
    const expire = () =>
      app.testDatabase.query(`update environments set auto_stop_at = now() where project_id = $1`, [id]);
    const sweep = () => app.get(StopExpiredEnvironments).execute();
    return { project, dev, at, run, succeed, pipeline, read, stopJob, expire, sweep };
  };

  it('have the time of the last job that names one', async () => {
    const { run, read } = await deployed();
    const left = async () => Math.round((Date.parse((await read()).auto_stop_at) - Date.now()) / 60_000);
    expect(await left()).toBe(60);
    await run({ action: 'access', autoStopSeconds: 7_200 });
    expect(await left()).toBe(120);
    await run({ autoStopSeconds: undefined });
    expect(await left()).toBe(120);
  });

  it('stop at their time, by their job', async () => {
    const { read, stopJob, expire, sweep } = await deployed();
    await sweep();
    expect([(await read()).state, await stopJob()]).toEqual(['available', 'manual']);
    await expire();
    await sweep();
    expect([await read(), await stopJob()]).toMatchObject([{ state: 'stopped', auto_stop_at: null }, 'pending']);
  });

  it.each<[string, (made: Awaited<ReturnType<typeof deployed>>) => void]>([
    ['is blocked', ({ dev }) => void app.others.blocked.add(dev.userId)],
    ['has left the project', ({ project, dev }) => void project.members.delete(dev.userId)],
    ['may not start that job', ({ project }) => void project.protectedBranches.add('main')],
  ])('stop without their job if its user %s', async (_, change) => {
    const made = await deployed();
    change(made);
    await made.expire();
    await made.sweep();
    const states = await app.testDatabase.query(
      `select e.state, j.status from environments e join jobs j on j.project_id = e.project_id and j.id = $1`,
      [made.pipeline.jobs[1]],
    );
    expect(states).toEqual([{ state: 'stopped', status: 'manual' }]);
  });

  it('stop when they are stale and that is requested', async () => {
    const { dev, at, read, sweep, stopJob } = await deployed();
    const request = (daysAgo: number) =>
      app.request(dev, 'POST', `${at}/environments/stop_stale`, {
        before: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
      });
    expect(await request(30)).toEqual({
      status: 200,
      body: { message: 'Successfully requested stop for all stale environments' },
    });
    await sweep();
    expect((await read()).state).toBe('available');
    await app.testDatabase.query(`update environments set updated_at = now() - interval '31 days'`);
    await request(30);
    await sweep();
    expect([(await read()).state, await stopJob()]).toEqual(['stopped', 'pending']);
    for (const daysAgo of [1, 4_000])
      expect(await request(daysAgo)).toEqual({ status: 400, body: { message: '400 Bad request - Invalid Date' } });
    expect((await app.request(dev, 'POST', `${at}/environments/stop_stale`)).status).toBe(400);
  });
});
