import { Outbox } from '@hearth/messaging';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline, type BuildTraits } from '../testing/make-pipeline.js';
import { RunnerClient } from '../testing/runner-client.js';
import { FailStuckJobs } from './fail-stuck.js';

describe('the end of a job', () => {
  const app = CiApp.inBlock();

  const newProject = () => {
    const project = app.others.addProject();
    const { id } = project.card;
    const dev = app.user(1000 + id, project, 30);
    const make = (...builds: BuildTraits[]) => makePipeline(app, project, builds, { userId: dev.userId });
    const runner = () => RunnerClient.register(app, `project-${id}`);
    const job = async (jobId: number) => (await app.request(dev, 'GET', `/projects/${id}/jobs/${jobId}`)).body;
    return { id, make, runner, job };
  };

  it('happens together with that of its pipeline, or not at all', async () => {
    const { make, runner, job } = newProject();
    await make({ name: 'a' });
    const client = await runner();
    const taken = (await client.take())!;
    const outbox = app.get(Outbox);
    const append = outbox.append.bind(outbox);
    outbox.append = () => Promise.reject(new Error('the process ends'));
    try {
      expect((await client.put(taken, { state: 'success' })).status).toBe(500);
    } finally {
      outbox.append = append;
    }
    expect(app.failures.splice(0).map(String)).toEqual(['Error: the process ends']);
    expect(await job(taken.id)).toMatchObject({ status: 'running', pipeline: { status: 'running' } });
    expect((await client.put(taken, { state: 'success' })).status).toBe(200);
    expect(await job(taken.id)).toMatchObject({ status: 'success', pipeline: { status: 'success' } });
  });

  it('is that of a pipeline, too, that was not told that its job was taken', async () => {
    const { id, make, runner, job } = newProject();
    const { jobs } = await make({ name: 'a' });
    const asking = await runner();
    // The process ends between the two transactions.
    await app.testDatabase.query(
      `update jobs set status = 'running', runner_id = $2, started_at = now() - interval '2 hours', updated_at = now() - interval '2 hours'
         where id = $1`,
      [jobs[0], asking.id],
    );
    expect(await job(jobs[0]!)).toMatchObject({ status: 'running', pipeline: { status: 'pending' } });
    await app.get(FailStuckJobs).execute();
    expect(await job(jobs[0]!)).toMatchObject({ status: 'failed', pipeline: { status: 'failed' } });
    const ends = (await app.events()).filter(({ data }) => data['projectId'] === id);
    expect(ends).toMatchObject([{ type: 'ci.pipeline-finished', data: { status: 'failed' } }]);
  });
});
