import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { StartDelayedJobs } from './start-delayed.js';

describe('delayed jobs', () => {
  const app = CiApp.inBlock();

  const newPipeline = async () => {
    const project = app.others.addProject();
    const { id: projectId } = project.card;
    const dev = app.user(1_000 + projectId, project, 30);
    const delayed = { when: 'delayed', options: { script: ['true'], startInSeconds: 3_600 } } as const;
    const { id, jobs } = await makePipeline(app, project, [
      { name: 'a', ...delayed },
      { name: 'b', ...delayed },
      { name: 'c', stageIndex: 1 },
    ]);
    const at = `/projects/${projectId}`;
    const states = async () => {
      const { body } = await app.request(dev, 'GET', `${at}/jobs`);
      return (body as { status: string }[]).map(({ status }) => status).toReversed();
    };
    const status = async () => (await app.request(dev, 'GET', `${at}/pipelines/${id}`)).body.status as string;
    const post = (place: number, verb: string) => app.request(dev, 'POST', `${at}/jobs/${jobs[place]}/${verb}`);
    const start = () => app.get(StartDelayedJobs).execute({ projectId, pipelineId: id });
    const pass = () =>
      app.testDatabase.query(`update jobs set scheduled_at = now() where pipeline_id = $1 and status = 'scheduled'`, [
        id,
      ]);
    return { id, jobs, states, status, post, start, pass };
  };

  it('wait until their time, which a durable job waits for', async () => {
    const { id, jobs, states, status, start, pass } = await newPipeline();
    expect([await status(), await states()]).toEqual(['scheduled', ['scheduled', 'scheduled', 'created']]);
    const due = `(extract(epoch from scheduled_at - created_at) / 60)::int as minutes`;
    expect(await app.testDatabase.query(`select ${due} from jobs where id = $1`, [jobs[0]])).toEqual([{ minutes: 60 }]);
    const [queued] = await app.testDatabase.query(
      `select count(*)::int as count, (extract(epoch from min(start_after) - now()) / 60)::int as minutes
       from ci_jobs.job where name = 'start-delayed-jobs' and data #>> '{data,pipelineId}' = $1`,
      [String(id)],
    );
    expect(queued).toEqual({ count: 1, minutes: 60 });
    await start();
    expect(await status()).toBe('scheduled');
    await pass();
    await start();
    expect([await status(), await states()]).toEqual(['pending', ['pending', 'pending', 'created']]);
  });

  it('are started by users before, and canceled', async () => {
    const { states, post, start, pass } = await newPipeline();
    expect(await post(0, 'play')).toMatchObject({ status: 200, body: { status: 'pending' } });
    expect(await post(1, 'cancel')).toMatchObject({ status: 201, body: { status: 'canceled' } });
    await pass();
    await start();
    expect(await states()).toEqual(['pending', 'canceled', 'created']);
    await post(1, 'retry');
    expect(await states()).toEqual(['pending', 'canceled', 'created', 'pending']);
  });
});
