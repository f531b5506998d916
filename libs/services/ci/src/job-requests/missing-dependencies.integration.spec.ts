import { CiApp } from '../testing/ci-app.js';
import { makePipeline, type BuildTraits } from '../testing/make-pipeline.js';
import { RunnerClient } from '../testing/runner-client.js';

const DEPLOY = { stage: 'deploy', stageIndex: 1 };
const EXPIRED = `
  with gone as (update job_artifacts set expires_at = now() - interval '1 second' where job_id = $1)
  update jobs set artifacts_expire_at = now() - interval '1 second' where id = $1`;

describe('jobs that depend on artifacts', () => {
  const app = CiApp.inBlock();

  /** Creates a pipeline whose first stage has succeeded: `unit` with artifacts, `lint` without any. */
  async function newPipeline(...later: BuildTraits[]) {
    const project = app.others.addProject();
    const builds = [{ name: 'unit' }, { name: 'lint' }, ...later.map((build) => ({ ...DEPLOY, ...build }))];
    const dev = app.user(1000 + project.card.id, project, 30);
    const { id, jobs } = await makePipeline(app, project, builds, { userId: dev.userId });
    const client = await RunnerClient.register(app, `project-${project.card.id}`);
    for (const name of ['unit', 'lint']) {
      const taken = (await client.take())!;
      if (name === 'unit') await client.upload(taken, Buffer.from('PK'));
      await client.put(taken, { state: 'success' });
    }
    const post = (what: string) => app.request(dev, 'POST', `/projects/${project.card.id}/jobs/${jobs[0]}/${what}`);
    const expire = () => app.testDatabase.query(EXPIRED, [jobs[0]]);
    const states = async () => {
      const rows = await app.testDatabase.query<{ status: string }>(
        'select status from jobs where pipeline_id = $1 and stage_index > 0 order by id',
        [id],
      );
      return rows.map(({ status }) => status);
    };
    return { id, jobs, client, post, expire, states };
  }
  type Pipeline = Awaited<ReturnType<typeof newPipeline>>;
  const row = async (id: number) =>
    (
      await app.testDatabase.query(
        `select status, failure_reason as reason, runner_id as runner, started_at as started, finished_at is null as unfinished
         from jobs where id = $1`,
        [id],
      )
    )[0];

  it.each<[string, (of: Pipeline) => Promise<unknown>]>([
    ['have expired', ({ expire }) => expire()],
    [
      'have expired and were swept',
      async ({ jobs, expire }) => {
        await expire();
        await app.testDatabase.query('update job_artifacts set job_id = null where job_id = $1', [jobs[0]]);
      },
    ],
    ['were erased', ({ post }) => post('erase')],
  ])('fail where these %s, and the next one is given', async (_, happens) => {
    const pipeline = await newPipeline(
      { name: 'every' },
      { name: 'named', options: { script: ['a'], dependencies: ['unit'] } },
      { name: 'other', options: { script: ['a'], dependencies: ['lint'] } },
      { name: 'none', options: { script: ['a'], dependencies: [] } },
    );
    const { jobs, client, states } = pipeline;
    await happens(pipeline);
    const other = (await client.take())!;
    expect([other.id, other['dependencies']]).toEqual([jobs[4], []]);
    expect(await states()).toEqual(['failed', 'failed', 'running', 'pending']);
    const failed = { status: 'failed', reason: 'missing_dependency_failure', runner: null, started: null };
    for (const job of [jobs[2]!, jobs[3]!]) expect(await row(job)).toEqual({ ...failed, unfinished: false });
    const none = (await client.take())!;
    expect([none.id, none['dependencies']]).toEqual([jobs[5], []]);
    for (const taken of [other, none]) await client.put(taken, { state: 'success' });
    const [{ status } = { status: '' }] = await app.testDatabase.query<{ status: string }>(
      'select status from pipelines where id = $1',
      [pipeline.id],
    );
    expect(status).toBe('failed');
  });

  it('are given where these are kept, or there were none', async () => {
    const { jobs, client, post } = await newPipeline({ name: 'every' });
    expect((await post('artifacts/keep')).status).toBe(200);
    await app.testDatabase.query(`update job_artifacts set expires_at = expires_at - interval '40 days'`);
    const taken = (await client.take())!;
    expect(taken).toMatchObject({ id: jobs[2], dependencies: [{ id: jobs[0], name: 'unit' }] });
    expect(taken['dependencies']).toHaveLength(1);
  });

  it('go on where these expire while they run', async () => {
    const { jobs, client, expire } = await newPipeline({ name: 'every' });
    const taken = (await client.take())!;
    await expire();
    expect(await client.upload(taken, Buffer.from('PK'))).toMatchObject({ status: 201, body: { dependencies: [] } });
    expect((await client.put(taken, { state: 'success' })).status).toBe(200);
    expect((await row(jobs[2]!))!['status']).toBe('success');
  });

  it('are not run again by themselves, and are no deployments', async () => {
    const environment = { name: 'production', action: 'start' };
    const { id, client, post, states } = await newPipeline({
      ...{ name: 'ship', retries: 1, options: { script: ['a'], environment } as BuildTraits['options'] & object },
    });
    await post('erase');
    expect(await client.take()).toBeUndefined();
    expect(await states()).toEqual(['failed']);
    const deployed = 'select d.id from deployments d join jobs j on j.id = d.job_id where j.pipeline_id = $1';
    expect(await app.testDatabase.query(deployed, [id])).toEqual([]);
  });
});
