import { Outbox } from '@hearth/messaging';
import { DetailsProvider } from '../provider/details.provider.js';
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

  it('is published with every other status of the job and its pipeline, and both are described', async () => {
    const { id, make, runner } = newProject();
    const { jobs } = await make({ name: 'a' }, { name: 'b', stage: 'deploy', stageIndex: 1 });
    const client = await runner();
    const [a, b] = jobs as [number, number];
    await client.put((await client.take())!, { state: 'success' });
    await client.put((await client.take())!, { state: 'failed' });
    expect(await app.statuses(id)).toEqual({
      pipelines: ['pending', 'running', 'failed'],
      jobs: [
        ['pending', a],
        ['running', a],
        ['success', a],
        ['pending', b],
        ['running', b],
        ['failed', b],
      ],
    });
    const details = app.get(DetailsProvider);
    const { found } = await details.job({ projectId: id, id: b });
    expect(found).toMatchObject({
      job: { id: b, name: 'b', stage: 'deploy', status: 'failed', failureReason: 'script_failure', artifacts: null },
      pipeline: { iid: 1, status: 'failed', projectId: id },
    });
    const { pipeline } = await details.pipeline({ projectId: id, id: found!.pipeline.id });
    expect(pipeline).toMatchObject({ id: found!.pipeline.id, jobs: [{ id: a, status: 'success' }, found!.job] });
    expect(await details.pipeline({ projectId: id, id: 999_999 })).toEqual({ pipeline: null });
    expect(await details.job({ projectId: id, id: 999_999 })).toEqual({ found: null });
  });

  it('happens together with that of its pipeline, or not at all', async () => {
    const { make, runner, job } = newProject();
    await make({ name: 'a' });
    const client = await runner();
    const taken = (await client.take())!;
    const outbox = app.get(Outbox);
    const append = outbox.appendAll.bind(outbox);
    outbox.appendAll = () => Promise.reject(new Error('the process ends'));
    try {
      expect((await client.put(taken, { state: 'success' })).status).toBe(500);
    } finally {
      outbox.appendAll = append;
    }
    expect(app.failures.splice(0).map(String)).toEqual(['Error: the process ends']);
    expect(await job(taken.id)).toMatchObject({ status: 'running', pipeline: { status: 'running' } });
    expect((await client.put(taken, { state: 'success' })).status).toBe(200);
    expect(await job(taken.id)).toMatchObject({ status: 'success', pipeline: { status: 'success' } });
  });

  it.each<[string, BuildTraits['options'], object, string[]]>([
    ['of any kind', {}, { failure_reason: 'script_failure' }, ['pending', 'failed']],
    ['of a kind', { retryOn: { reasons: ['script_failure'], exitCodes: [] } }, {}, ['pending', 'failed']],
    ['of another kind', { retryOn: { reasons: ['api_failure'], exitCodes: [] } }, {}, ['failed']],
    ['with an exit code', { retryOn: { reasons: [], exitCodes: [137] } }, { exit_code: 137 }, ['pending', 'failed']],
    ['with another exit code', { retryOn: { reasons: [], exitCodes: [137] } }, { exit_code: 1 }, ['failed']],
  ])('is followed by a retry after a failure %s', async (_, options, report, statuses) => {
    const { id, make, runner } = newProject();
    await make({ name: 'a', retries: 1, options: { script: ['a'], ...options } });
    const client = await runner();
    await client.put((await client.take())!, { state: 'failed', ...report });
    const rows = await app.testDatabase.query<{ status: string }>(
      'select status from jobs where project_id = $1 order by id desc',
      [id],
    );
    expect(rows.map(({ status }) => status)).toEqual(statuses);
  });

  it.each([
    [137, true, 'success'],
    [1, false, 'failed'],
  ])('with the exit code %i is an allowed failure: %j', async (exitCode, allowed, pipeline) => {
    const { make, runner, job } = newProject();
    await make({ name: 'a', options: { script: ['a'], allowedExitCodes: [137] } });
    const client = await runner();
    const taken = (await client.take())!;
    await client.put(taken, { state: 'failed', exit_code: exitCode });
    expect(await job(taken.id)).toMatchObject({
      ...{ status: 'failed', allow_failure: allowed },
      pipeline: { status: pipeline },
    });
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
