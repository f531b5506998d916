import type { Tx } from '@hearth/data';
import { until } from '@hearth/data/testing';
import { ArtifactsStore } from '../artifacts/artifacts.store.js';
import { PipelinesStore } from '../pipelines/pipelines.store.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { RunnerClient } from '../testing/runner-client.js';
import { TracesStore } from '../traces/traces.store.js';

/** More than are begun alone at the same time. */
const RUNNERS = 6;

describe('requests for jobs that are served together', () => {
  const app = CiApp.inBlock();

  /** Creates a pipeline with a job for each of some runners of its project, which have sent requests before. */
  async function newPipeline(count: number) {
    const project = app.others.addProject();
    const clients: RunnerClient[] = [];
    for (let n = 0; n < count; n++) clients.push(await RunnerClient.register(app, `project-${project.card.id}`));
    for (const client of clients) await client.take();
    const { id, jobs } = await makePipeline(
      app,
      project,
      clients.map((_, n) => ({ name: `${n}` })),
    );
    const take = () => Promise.all(clients.map(async (client) => (await client.take())?.id));
    return { projectId: project.card.id, id, jobs, clients, take };
  }

  const sorted = (ids: readonly (number | undefined)[]) => ids.toSorted((a, b) => a! - b!);

  /** Begins the jobs of a pipeline while a transaction has locked it. @param change runs there, once the jobs wait for it */
  async function takenBeside({ id, take }: { id: number; take: () => Promise<unknown> }, change: (tx: Tx) => unknown) {
    const { answer } = await app.database.tx(async (tx) => {
      await tx.query('select from pipelines where id = $1 for update', [id]);
      const taking = take();
      await until('jobs wait for their pipeline', async () => (await app.testDatabase.lockWaits()) >= 1);
      await change(tx);
      return { answer: taking };
    });
    return answer;
  }

  it('get the jobs of other pipelines while one is locked', async () => {
    const [locked, free] = [await newPipeline(RUNNERS), await newPipeline(RUNNERS)];
    const ids = await takenBeside(locked, async () => {
      await until('its jobs wait', async () => (await app.testDatabase.lockWaits()) >= 4);
      expect(sorted(await free.take())).toEqual(free.jobs);
    });
    expect(sorted(ids as number[])).toEqual(locked.jobs);
  });

  it('get none of a pipeline that is deleted before they begin', async () => {
    const pipeline = await newPipeline(2);
    const ids = await takenBeside(pipeline, async (tx) => {
      const store = app.get(PipelinesStore);
      await store.delete(tx, (await store.lock(tx, pipeline.projectId, pipeline.id))!);
    });
    expect(ids).toEqual([undefined, undefined]);
  });

  it('get none that has got another token before it begins', async () => {
    const pipeline = await newPipeline(1);
    const ids = await takenBeside(pipeline, (tx) =>
      tx.query(`update jobs set token_hash = 'other' where id = $1`, [pipeline.jobs[0]]),
    );
    expect(ids).toEqual([undefined]);
    const [id] = pipeline.jobs as [number];
    const begin = (...tokenHashes: string[]) =>
      app.database.tx((tx) =>
        app.get(TracesStore).begin(
          tx,
          tokenHashes.map((tokenHash) => ({ id, tokenHash, sealed: tokenHash })),
        ),
      );
    const stored = () => app.testDatabase.query('select secrets from job_traces where job_id = $1', [id]);
    expect([await begin('former'), await stored()]).toEqual([new Set(), []]);
    expect([await begin('former', 'other'), await stored()]).toEqual([new Set(['other']), [{ secrets: 'other' }]]);
    await app.testDatabase.query(`update jobs set status = 'canceled' where id = $1`, [id]);
    expect(await begin('other')).toEqual(new Set());
  });

  it('get the variables of earlier jobs that their jobs depend on', async () => {
    const later = { stage: 'later', stageIndex: 1 };
    const depends = (...dependencies: string[]) => ({ options: { script: ['true'], dependencies } });
    const { jobs } = await makePipeline(app, app.others.addProject(), [
      ...[{ name: 'a' }, { name: 'b' }, { name: 'c', ...later }, { name: 'd', ...later, ...depends('b') }],
      { name: 'e', ...later, ...depends() },
    ]);
    await app.testDatabase.query(
      `update jobs set reported_variables = jsonb_build_array(jsonb_build_object('key', name, 'value', name)) where id = any ($1)`,
      [jobs],
    );
    const found = await app.get(ArtifactsStore).dependencies(app.database, jobs.slice(2).toReversed());
    expect(found.map(({ variables }) => variables.map(({ key }) => key))).toEqual([[], ['b'], ['a', 'b']]);
  });

  it('get jobs while another of their runners is deleted, which gets none', async () => {
    const project = app.others.addProject();
    const clients: RunnerClient[] = [];
    for (let n = 0; n < RUNNERS; n++) clients.push(await RunnerClient.register(app, 'shared'));
    for (const client of clients) await client.take();
    const { jobs } = await makePipeline(
      app,
      project,
      clients.slice(2).map((_, n) => ({ name: `${n}` })),
    );
    const [first, second, ...others] = clients;
    const { gone } = await app.database.tx(async (tx) => {
      await tx.query('delete from runners where id = any ($1)', [[first!.id, second!.id]]);
      const asked = [first!.take(), second!.take()];
      const taken = await Promise.all(others.map((client) => client.take()));
      expect(sorted(taken.map((job) => job?.id))).toEqual(jobs);
      return { gone: Promise.all(asked) };
    });
    expect(await gone).toEqual([undefined, undefined]);
  });
});
