import { randomUUID } from 'node:crypto';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { genericPlanOf, recording, type Plan } from '@hearth/data/testing';
import { RunnersStore, type PollingRunner } from '../runners/runners.store.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { RunnerClient } from '../testing/runner-client.js';
import { TakesStore, type RunnerRequest } from './takes.store.js';

const WAITING = 10_000;
const PROJECTS = 20;

describe('takes, while ten thousand jobs wait', () => {
  const app = CiApp.inBlock();
  let admin: Principal;
  const projects: number[] = [];
  const runners: Record<'shared' | 'group' | 'specific', PollingRunner> = {} as never;

  beforeAll(async () => {
    admin = app.user(1, undefined, undefined, { admin: true });
    for (let count = 0; count < PROJECTS; count++) projects.push(await newProject());
    runners.shared = await asking(await RunnerClient.register(app, 'shared', { tag_list: ['a'] }));
    const specific = await RunnerClient.register(app, `project-${projects[0]}`);
    await app.request(admin, 'POST', `/projects/${projects[1]}/runners`, { runner_id: specific.id });
    runners.specific = await asking(specific);
    runners.group = await asking(await newGroupRunner());
    await wait(WAITING, `'{}'`, projects);
    // These jobs are never taken, and are the oldest of the next projects.
    await wait(WAITING, `'{strange}'`, projects.slice(2));
    await app.testDatabase.query(
      `insert into jobs (pipeline_id, project_id, kind, ref, sha, stage, name, status)
       select pipeline_id, project_id, 'build', ref, sha, stage, name, 'success' from jobs`,
    );
    await app.testDatabase.query('vacuum analyze jobs, projects, runners, runner_projects');
  });

  /** It serves half of the projects. */
  async function newGroupRunner(): Promise<RunnerClient> {
    const group = app.others.addGroup();
    for (const id of projects.slice(0, PROJECTS / 2)) app.others.groupsAround.set(id as ProjectId, [group.card.id]);
    await app.testDatabase.query('update projects set group_ids = array[$1::bigint] where id = any ($2)', [
      ...[group.card.id, projects.slice(0, PROJECTS / 2)],
    ]);
    const body = { runner_type: 'group_type', group_id: group.card.id };
    const { id, token } = (await app.request(admin, 'POST', '/user/runners', body)).body as RunnerClient;
    return RunnerClient.of(app, id, token);
  }

  async function newProject(): Promise<number> {
    const project = app.others.addProject();
    await makePipeline(app, project, [{ name: 'first', tags: ['strange'] }]);
    return project.card.id;
  }

  async function wait(count: number, tags: string, of: readonly number[]): Promise<void> {
    await app.testDatabase.query(
      `insert into jobs (pipeline_id, project_id, kind, ref, sha, stage, name, status, tags)
       select min(j.pipeline_id), j.project_id, 'build', 'main', 'a', 'test', n, 'pending', ${tags}
       from jobs j, generate_series(1, $1::int) n where j.project_id = any ($2) group by j.project_id, n order by n`,
      [Math.floor(count / of.length), of],
    );
  }

  async function asking({ id }: RunnerClient): Promise<PollingRunner> {
    const [row] = await app.testDatabase.query<{ lookup: string }>(
      'select token_lookup as lookup from runners where id = $1',
      [id],
    );
    return (await app.get(RunnersStore).findPolling(app.database, [row!.lookup]))[0]!;
  }

  /** Returns PostgreSQL's plan for the statement that takes jobs for so many requests of a runner. */
  async function planOf(runner: PollingRunner, requests: number): Promise<Plan> {
    const take = recording(app.database);
    const asking = requestsOf(runner, requests);
    const taken = await app.get(TakesStore).take(take as unknown as Tx, asking, false);
    expect([...taken.values()].map((job) => job?.tokenHash)).toEqual(asking.map(({ tokenHash }) => tokenHash));
    const { text, values } = take.statements[0]!;
    const others = asking.map(({ tokenHash }) => `other ${tokenHash}`);
    return genericPlanOf(app.testDatabase, { text, values: values.with(4, others) });
  }

  function requestsOf(runner: PollingRunner, count: number): RunnerRequest[] {
    const request = { runner, system: '', cancelsGracefully: false };
    return Array.from({ length: count }, () => ({ ...request, tokenHash: randomUUID() }));
  }

  async function idsOf(tx: Tx, runner: PollingRunner, requests: number): Promise<number[]> {
    const taken = await app.get(TakesStore).take(tx, requestsOf(runner, requests), false);
    return [...taken.values()].flatMap((job) => job?.id ?? []);
  }

  /** Returns the jobs that a runner gets by requests in batches of these sizes, one after the other; they are not kept. */
  async function takenBy(runner: PollingRunner, sizes: readonly number[]): Promise<number[]> {
    const ids: number[] = [];
    const kept = app.database.tx(async (tx) => {
      const some = `select id from jobs where status = 'pending' and tags = '{}' and project_id = $2 order by id limit $3`;
      for (const [index, project] of projects.slice(0, 5).entries())
        await tx.query(`update jobs set status = 'running', runner_id = $1 where id in (${some})`, [
          ...[runners.shared.id, project, index % 3],
        ]);
      for (const size of sizes) ids.push(...(await idsOf(tx, runner, size)));
      throw new Error('not kept');
    });
    await expect(kept).rejects.toThrow('not kept');
    return ids.toSorted((a, b) => a - b);
  }

  it.each(['shared', 'group', 'specific'] as const)(
    'are those that a %s runner would get by one request after the other',
    async (kind) => {
      await app.testDatabase.query(
        `update jobs set tags = '{a}' where status = 'pending' and tags = '{}' and id % 3 = 0 and project_id = any ($1)`,
        [projects.slice(0, 4)],
      );
      const alone = await takenBy(runners[kind], Array<number>(30).fill(1));
      expect(new Set(alone).size).toBe(30);
      expect(await takenBy(runners[kind], [1, 24, 5])).toEqual(alone);
    },
  );

  it('are others while a transaction takes the first ones', async () => {
    const project = app.others.addProject();
    const { jobs } = await makePipeline(app, project, [{ name: 'a' }, { name: 'b', tags: ['b'] }, { name: 'c' }]);
    const runner = await asking(await RunnerClient.register(app, `project-${project.card.id}`, { tag_list: ['b'] }));
    const takeFirst = ([size, ...later]: readonly number[]): Promise<number[]> =>
      app.database.tx(async (tx) => (size ? [...(await idsOf(tx, runner, size)), ...(await takeFirst(later))] : []));
    expect(await takeFirst([1, 1, 2])).toEqual([jobs[0], jobs[2], jobs[1]]);
  });

  const cases = (['shared', 'group', 'specific'] as const).flatMap((kind) => [1, 10].map((n) => [kind, n] as const));

  it.each(cases)('read a row of each queue, and the jobs that are due: a %s runner, %d requests', async (kind, n) => {
    const plan = await planOf(runners[kind], n);
    expect(plan.scanned).not.toContain('jobs');
    expect(plan.indexes).toContain('jobs_queued');
    // Each queue, its project, and its number of running jobs; of each due queue as many jobs as there are requests.
    expect(plan.rowsRead).toBeLessThan(8 * PROJECTS + 2 * n * n);
    expect(plan.rowsSorted).toBeLessThanOrEqual(2 * PROJECTS + n * n);
  });

  it('know all runners with a job by a row of each queue', async () => {
    const db = recording(app.database);
    const ids = [runners.shared.id, runners.specific.id, runners.group.id];
    expect((await app.get(TakesStore).ready(db, ids)).toSorted((a, b) => a - b)).toEqual(ids);
    const plan = await genericPlanOf(app.testDatabase, db.statements[0]!);
    expect(plan.scanned).not.toContain('jobs');
    expect(plan.rowsRead).toBeLessThan(8 * PROJECTS);
  });

  it('find jobs whose tags have no room in an index', async () => {
    const project = app.others.addProject();
    const tags = Array.from({ length: 40 }, (_, n) => `${n}`.repeat(200).slice(0, 200));
    const made = await makePipeline(app, project, [{ name: 'tagged', tags }]);
    const client = await RunnerClient.register(app, `project-${project.card.id}`, { tag_list: [...tags, 'more'] });
    expect((await client.take())?.id).toBe(made.jobs[0]);
  });
});
