import { waitFor, type ProjectRecord } from '@hearth/testing';
import { rowsOf } from '../system/database.js';
import { setting } from '../system/hearth.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';
import { BuildLedger, BuildRunner, STEPS_OF_JOB } from './build-runner.js';
import { waitUntilReady } from './engines.js';
import { PATIENCE_MS } from './insist.js';
import { allDeadLetters, waitUntilNothingIsLeft } from './merge-checks.js';
import { planStrikes, type Strike } from './plan.js';
import { strike } from './strike.js';
import { randomFor, report } from './suite.js';

/** `--all` sets a hundred. */
const JOBS = Number(setting('HEARTH_E2E_JOBS'));
const JOBS_OF_PIPELINE = 5;
const PIPELINES = JOBS / JOBS_OF_PIPELINE;
const POLLERS = JOBS / 5;
const STRIKES: readonly Strike[] = ['ci', 'postgres', 'ci', 'kafka', 'ci'].map((victim) => ({ victim, how: 'killed' }));
/** A runner that requests a job has none: a grant older than this was lost on its way. */
const SILENT_SECONDS = 5;

const CONFIGURATION = `
stages: [build, deploy]
compile 1: {stage: build, script: [make], artifacts: {paths: [out]}}
compile 2: {stage: build, script: [make], artifacts: {paths: [out]}}
parts:
  stage: build
  needs: [compile 1]
  trigger: {include: parts.yml, strategy: depend}
ship:
  stage: deploy
  needs: [compile 2, parts]
  script: [./ship]
  environment: {name: production}
`;
/** The child pipeline, which is created while parts of the system are struck. */
const PARTS = `
part: {script: [make part], artifacts: {paths: [out]}}
join: {needs: [part], script: [./join]}
`;
const JOBS_OF_CHILD = 2;
const UPLOADS_OF_PIPELINE = 3;

interface BridgeRecord {
  readonly status: string;
  readonly created_at: string;
  readonly started_at: string;
  readonly downstream_pipeline: { readonly id: number; readonly status: string } | null;
}

interface JobRecord {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly pipeline: { readonly id: number; readonly status: string };
}

/** Runners repeat requests without an answer; a job whose grant was lost is granted again. */
describe(`${JOBS} jobs on ${POLLERS} runners, whatever is struck`, () => {
  let owner: Person;
  let project: ProjectRecord;
  let copy: WorkingCopy;
  let runners: BuildRunner[];
  let steps = 0;
  const ledger = new BuildLedger(() => void (steps += 1));

  beforeAll(async () => {
    owner = await newPerson('builder');
    copy = await WorkingCopy.create();
    project = await newProject(owner, 'built', 'private');
    const { runners_token: token } = await owner.api.read<{ runners_token: string }>(projectPath(project));
    runners = await Promise.all(Array.from({ length: POLLERS }, () => BuildRunner.register(token, ledger)));
    await copy.commit('parts.yml', PARTS);
    await copy.commit('.gitlab-ci.yml', CONFIGURATION);
    for (let number = 0; number < PIPELINES; number++)
      await copy.push(remoteOf(owner, project.path_with_namespace), `HEAD:refs/heads/branch-${number}`);
    const first = JOBS - PIPELINES * JOBS_OF_CHILD;
    await waitFor('the jobs', async () => (await jobs()).length === first, { timeoutMs: PATIENCE_MS });
  });
  afterAll(() => copy?.remove());

  const jobs = () => owner.api.readAll<JobRecord>(`${projectPath(project)}/jobs`);

  it('end, each of them granted once', async () => {
    const ended = new AbortController();
    const running = runners.map((runner) => runner.run(ended.signal));
    const ends = Promise.all([strikeAll(), allEnd()]).finally(() => ended.abort());
    await Promise.all([ends, ...running]);
    report(`${JOBS} jobs have ended`);
    await waitUntilReady();
    await waitUntilNothingIsLeft();
    expect(ledger.mistakes).toEqual([]);
    const ids = (await jobs()).map(({ id }) => id).toSorted((a, b) => a - b);
    expect(ids).toHaveLength(JOBS);
    expect([...ledger.granted].toSorted(([a], [b]) => a - b)).toEqual(ids.map((id) => [id, 1]));
  });

  it('start one child pipeline for each bridge, which ends with it', async () => {
    const pipelines = await owner.api.readAll<{ readonly id: number }>(`${projectPath(project)}/pipelines`);
    const children = (await jobs()).filter(({ name }) => name === 'join').map(({ pipeline }) => pipeline.id);
    const bridges = await Promise.all(
      pipelines.map(({ id }) => owner.api.readAll<BridgeRecord>(`${projectPath(project)}/pipelines/${id}/bridges`)),
    );
    expect(bridges.map((each) => each.length)).toEqual(pipelines.map(() => 1));
    expect(bridges.flat().filter(({ status }) => status !== 'success')).toEqual([]);
    expect(bridges.flat().filter((bridge) => bridge.started_at < bridge.created_at)).toEqual([]);
    const started = bridges.flat().map(({ downstream_pipeline: child }) => child?.id);
    expect(started.toSorted()).toEqual(children.toSorted());
    expect(new Set(children).size).toBe(PIPELINES);
  });

  it('have each effect once: states, ends of jobs and pipelines, deployments', async () => {
    const now = await jobs();
    expect(now.filter(({ status, pipeline }) => status !== 'success' || pipeline.status !== 'success')).toEqual([]);
    const finished = await rowsOf<{ id: string }>(
      `select jsonb_array_elements_text(data->'jobIds') as id from ci.outbox
       where type = 'ci.jobs-updated' and key = $1 and data->>'status' = 'success'`,
      String(project.id),
    );
    expect(finished.map(({ id }) => id).toSorted()).toEqual(now.map(({ id }) => String(id)).toSorted());
    const ends = await rowsOf<{ pipeline: string; status: string }>(
      `select data->>'pipelineId' as pipeline, data->>'status' as status from ci.outbox
       where type = 'ci.pipeline-finished' and key = $1 order by 1`,
      String(project.id),
    );
    const pipelines = [...new Set(now.map(({ pipeline }) => String(pipeline.id)))].toSorted();
    expect(ends).toEqual(pipelines.map((pipeline) => ({ pipeline, status: 'success' })));
    type Deployment = { readonly iid: number; readonly deployable: { readonly id: number } };
    const deployments = await owner.api.readAll<Deployment>(`${projectPath(project)}/deployments`);
    const ships = now.filter(({ name }) => name === 'ship').map(({ id }) => id);
    expect(deployments.map(({ deployable }) => deployable.id).toSorted()).toEqual(ships.toSorted());
    expect(deployments.map(({ iid }) => iid).toSorted()).toEqual(ships.map((_, n) => n + 1).toSorted());
  });

  it('leave whole traces, and nothing that was given up', async () => {
    for (const { id } of await jobs()) {
      const trace = (await owner.api.get(`${projectPath(project)}/jobs/${id}/trace`)).expect(200).text;
      expect(trace).toBe(ledger.traces.get(id));
    }
    expect(ledger.uploads.size).toBe(PIPELINES * UPLOADS_OF_PIPELINE);
    expect(await allDeadLetters()).toEqual([]);
  });

  async function strikeAll(): Promise<void> {
    const rounds = Math.max(1, Math.floor(JOBS / 50));
    for (const { at, ...planned } of planStrikes(randomFor('building'), JOBS * STEPS_OF_JOB, rounds, STRIKES)) {
      await waitFor(`${at} steps`, () => steps >= at, { timeoutMs: PATIENCE_MS, intervalMs: 10 });
      report(`at step ${at}: ${planned.victim} is to be ${planned.how}`);
      await strike(planned);
    }
  }

  /** Waits for the end of all jobs; ages the lost ones, which would need minutes otherwise. A bridge has no runner, and is never lost. */
  async function allEnd(): Promise<void> {
    const lost = new Set<string>();
    const none = async () => {
      const silent = await rowsOf<{ id: string }>(
        `update ci.jobs set started_at = started_at - interval '61 seconds', updated_at = updated_at - interval '61 seconds',
           silent_since = silent_since - interval '61 seconds'
         where kind = 'build' and status = 'running' and updated_at = started_at and started_at < now() - $1 * interval '1 second'
           and coalesce(silent_since, started_at) > now() - interval '2 minutes'
         returning id`,
        SILENT_SECONDS,
      );
      for (const { id } of silent) lost.add(id);
      const [row] = await rowsOf<{ left: number }>(
        `select count(*)::int as left from ci.jobs where project_id = $1 and status <> 'success'`,
        project.id,
      );
      if (row!.left > 0) throw new Error(`${row!.left} are left`);
      return true;
    };
    await waitFor('the end of all jobs', none, { timeoutMs: PATIENCE_MS, intervalMs: 1_000 });
    report(`${lost.size} jobs were granted by answers that nobody got`);
  }
});
