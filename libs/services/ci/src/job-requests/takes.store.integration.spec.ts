import type { Principal, ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { genericPlanOf, recording, type Plan } from '@hearth/data/testing';
import { RunnersStore, type PollingRunner } from '../runners/runners.store.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { RunnerClient } from '../testing/runner-client.js';
import { TakesStore } from './takes.store.js';

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
    return (await app.get(RunnersStore).findPolling(app.database, [row!.lookup]))!;
  }

  /** Returns PostgreSQL's plan for the statement that takes a job. */
  async function planOf(runner: PollingRunner): Promise<Plan> {
    const take = recording(app.database);
    await app
      .get(TakesStore)
      .take(take as unknown as Tx, runner, { system: '', cancelsGracefully: false }, `token of ${runner.id}`);
    const { text, values } = take.statements[0]!;
    const another = { text, values: [...values.slice(0, -3), `another token of ${runner.id}`, '', false] };
    return genericPlanOf(app.testDatabase, another);
  }

  it.each(['shared', 'group', 'specific'] as const)(
    'read a row of each queue and sort no jobs: %s runners',
    async (kind) => {
      const plan = await planOf(runners[kind]);
      expect(plan.scanned).not.toContain('jobs');
      expect(plan.indexes).toContain('jobs_queued');
      expect(plan.rowsSorted).toBeLessThanOrEqual(2 * PROJECTS);
      // Each queue, its project, and its number of running jobs.
      expect(plan.rowsRead).toBeLessThan(8 * PROJECTS);
    },
  );

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
