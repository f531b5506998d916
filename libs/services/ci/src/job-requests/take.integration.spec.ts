import { until } from '@hearth/data/testing';
import { RunnersStore } from '../runners/runners.store.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { RunnerClient, type TakenJob } from '../testing/runner-client.js';
import { TakeJob } from './take.js';

const SYSTEM = { system_id: 's_1' };

describe('jobs whose answer was lost', () => {
  const app = CiApp.inBlock();

  afterEach(() => app.testDatabase.query(`update jobs set status = 'canceled' where status in ('pending', 'running')`));

  async function newJob() {
    const project = app.others.addProject();
    const { id: pipelineId, jobs } = await makePipeline(app, project, [{ name: 'a' }]);
    const client = await RunnerClient.register(app, `project-${project.card.id}`);
    const other = await RunnerClient.register(app, `project-${project.card.id}`);
    const states = async () => {
      const [row] = await app.testDatabase.query<{ job: string; pipeline: string }>(
        'select j.status as job, p.status as pipeline from jobs j join pipelines p on p.id = j.pipeline_id where j.id = $1',
        [jobs[0]],
      );
      return [row!.job, row!.pipeline];
    };
    return { id: jobs[0]!, pipelineId, client, other, states };
  }

  /** Moves all times of a job back by that many seconds. */
  const passed = (id: number, seconds: number) =>
    app.testDatabase.query(
      `update jobs set started_at = started_at - $2 * interval '1 second', updated_at = updated_at - $2 * interval '1 second',
         silent_since = silent_since - $2 * interval '1 second' where id = $1`,
      [id, seconds],
    );

  it('are for others once their runner has asked again for a minute, and worth nothing to it', async () => {
    const { id, client, other, states } = await newJob();
    const lost = (await client.take({ ...SYSTEM, info: { features: { cancel_gracefully: true } } }))!;
    await passed(id, 61);
    expect(await client.take(SYSTEM)).toBeUndefined();
    expect(await states()).toEqual(['running', 'running']);
    await passed(id, 61);
    await app.testDatabase.query('update runners set active = false where id = $1', [client.id]);
    expect(await client.take(SYSTEM)).toBeUndefined();
    expect(await states()).toEqual(['pending', 'pending']);
    // Also where a process of an earlier release takes the job, which does not set it.
    const kept = 'select from jobs where id = $1 and cancels_gracefully';
    expect(await app.testDatabase.query(kept, [id])).toEqual([]);
    expect((await client.put(lost, { state: 'success' })).status).toBe(403);
    expect((await client.patch(lost, 0, 'text')).status).toBe(403);
    const taken = (await other.take())!;
    expect(taken.id).toBe(id);
    expect((await other.put(taken, { state: 'success' })).status).toBe(200);
    expect(await states()).toEqual(['success', 'success']);
  });

  it.each<[string, (of: { client: RunnerClient; other: RunnerClient; lost: TakenJob }) => Promise<unknown>]>([
    ['has reported them', ({ client, lost }) => client.put(lost, { state: 'running' })],
    ['prepares to begin them', ({ client, lost }) => client.put(lost, { state: 'pending' })],
    ['has sent what they write', ({ client, lost }) => client.patch(lost, 0, 'text')],
    ['does not ask, while others do', async ({ other }) => other.take()],
    ['has another machine that asks', ({ client }) => client.take({ system_id: 's_2' })],
    ['asks for the first time after a long outage', () => Promise.resolve()],
  ])('stay with a runner that %s', async (_, happens) => {
    const { id, client, other, states } = await newJob();
    const lost = (await client.take(SYSTEM))!;
    for (let time = 0; time < 3; time++) {
      await happens({ client, other, lost });
      await passed(id, 61);
    }
    expect(await client.take(SYSTEM)).toBeUndefined();
    expect(await states()).toEqual(['running', 'running']);
  });

  it('are for others at once where the client goes while they begin', async () => {
    const { id, pipelineId, client, other, states } = await newJob();
    const [row] = await app.testDatabase.query<{ lookup: string }>(
      'select token_lookup as lookup from runners where id = $1',
      [client.id],
    );
    const [runner] = await app.get(RunnersStore).findPolling(app.database, [row!.lookup]);
    const machine = { system: '', cancelsGracefully: false, baseUrl: 'http://h' };
    const gone = new AbortController();
    const taken = await app.database.tx(async (tx) => {
      await tx.query('select from pipelines where id = $1 for update', [pipelineId]);
      const answer = app.get(TakeJob).execute(runner!, machine, gone.signal);
      await until('the job waits for its pipeline', async () => (await app.testDatabase.lockWaits()) >= 1);
      gone.abort();
      return { answer };
    });
    expect(await taken.answer).toBeUndefined();
    expect(await states()).toEqual(['pending', 'pending']);
    expect(await app.get(TakeJob).execute(runner!, machine, gone.signal)).toBeUndefined();
    expect(await states()).toEqual(['pending', 'pending']);
    expect((await other.take())?.id).toBe(id);
  });
});

describe('GET /job', () => {
  const app = CiApp.inBlock();

  it('returns the running job of a token', async () => {
    const project = app.others.addProject();
    const { id } = project.card;
    await makePipeline(app, project, [{ name: 'unit' }]);
    const client = await RunnerClient.register(app, `project-${id}`);
    const taken = (await client.take())!;
    const own = (headers: Record<string, string>, query = '') =>
      app.request(null, 'GET', `/job${query}`, undefined, headers);
    const { body } = await app.request(app.user(10, project, 30), 'GET', `/projects/${id}/jobs/${taken.id}`);
    const expected = { status: 200, body: { ...body, duration: expect.any(Number) } };
    expect(await own({ 'job-token': taken.token })).toEqual(expected);
    expect(await own({}, `?job_token=${taken.token}`)).toEqual(expected);
    await client.put(taken, { state: 'success' });
    const refused = { status: 401, body: { message: '401 Unauthorized' } };
    expect([await own({ 'job-token': taken.token }), await own({})]).toEqual([refused, refused]);
  });
});
