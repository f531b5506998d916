import type { Type } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { until } from '@hearth/data/testing';
import { WaitingRequests } from '@hearth/service';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { RunnerClient, type TakenJob } from '../testing/runner-client.js';
import { BuildQueue } from './build-queue.js';
import { WaitingRunners } from './waiting-runners.js';

const RUNNERS = 200;
/** Statements of a request that gets a job, and of finding the runners with a job before and after it. */
const OF_A_TAKE = 20;

describe('200 runners that wait', () => {
  const app = CiApp.inBlock();
  let clients: RunnerClient[];

  beforeAll(async () => {
    clients = [];
    for (let count = 0; count < RUNNERS; count++) clients.push(await RunnerClient.register(app, 'shared'));
    await until('the process listens', () => isKnown(clients[0]!));
  });

  /** Returns whether the runner has the queue's present version; without a connection there is none. */
  async function isKnown(client: RunnerClient): Promise<boolean> {
    await client.take();
    return client.lastUpdate === app.get(BuildQueue).version;
  }

  async function waiting(who = clients) {
    await until('everybody knows that there is nothing', async () => {
      for (const client of who) await client.take();
      const { version } = app.get(BuildQueue);
      return who.every(({ lastUpdate }) => lastUpdate === version);
    });
    const before = app.database.statementCount;
    const answers = who.map((client) => client.ask());
    await until('everybody waits', () => Promise.resolve(app.get(WaitingRunners).count === who.length));
    return { answers, asked: app.database.statementCount - before };
  }

  const all = <T>(answers: Promise<T>[]) => Promise.all(answers);

  it('cost at most a statement each, and one job is looked for by one of them', async () => {
    const { answers, asked } = await waiting();
    expect(asked).toBeLessThanOrEqual(RUNNERS);
    const before = app.database.statementCount;
    const { jobs } = await makePipeline(app, app.others.addProject(), [{ name: 'a' }]);
    const made = app.database.statementCount - before;
    const first = await Promise.race(answers);
    expect([first.status, (first.body as TakenJob).id]).toEqual([201, jobs[0]]);
    const queue = app.get(WaitingRunners);
    await until('nobody looks any more', () => Promise.resolve(queue.settled));
    expect(queue.count).toBe(RUNNERS - 1);
    expect(app.database.statementCount - before - made).toBeLessThanOrEqual(OF_A_TAKE);
    // The others get the next jobs, each of them one.
    const more = await makePipeline(app, app.others.addProject(), named(RUNNERS - 1));
    const ids = (await all(answers)).map(({ body }) => (body as TakenJob).id).toSorted((a, b) => a - b);
    expect(ids).toEqual([...jobs, ...more.jobs]);
  });

  it('do not wait without a client', async () => {
    const queue = app.get(WaitingRunners);
    const gone = new AbortController();
    const waits = queue.wait({ id: clients[0]!.id, projectId: null }, gone.signal, none);
    expect(queue.count).toBe(1);
    gone.abort();
    expect(queue.count).toBe(0);
    expect(await waits).toBeUndefined();
  });

  it('are answered when too many wait: the oldest of the project or shared runner with most of them', async () => {
    const queue = app.get(WaitingRunners);
    const gone = new AbortController();
    const ended: string[] = [];
    const wait = (name: string, id: number, projectId: number | null) =>
      void queue.wait({ id, projectId: projectId as ProjectId | null }, gone.signal, none).then(() => ended.push(name));
    wait('first', 1, null);
    for (let n = 0; n < RUNNERS - 1; n++) wait(`of one project ${n}`, 100 + n, 7);
    wait('last', 2, null);
    wait('of one project, too', 3, 7);
    await until('both have ended', () => Promise.resolve(ended.length === 2));
    expect([ended, queue.count]).toEqual([['of one project 0', 'of one project 1'], RUNNERS]);
    gone.abort();
  });

  it('leave when the process stops', async () => {
    const few = clients.slice(0, 5);
    const { answers } = await waiting(few);
    const stopped = app.get(WaitingRequests as Type<WaitingRequests>).stop();
    expect((await all(answers)).map(({ status }) => status)).toEqual(few.map(() => 204));
    await stopped;
    expect(app.get(WaitingRunners).count).toBe(0);
    expect((await few[0]!.ask()).status).toBe(204);
  });

  const none = () => Promise.resolve(undefined);
  const named = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `job-${n}` }));
});
