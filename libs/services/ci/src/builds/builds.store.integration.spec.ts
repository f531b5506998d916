import type { PipelineStatus } from '@hearth/ci-contracts';
import { AdvancePipeline } from '../pipelines/advance.js';
import { PipelinesStore } from '../pipelines/pipelines.store.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline, type BuildTraits } from '../testing/make-pipeline.js';
import { BUILD_TRANSITIONS, type BuildEvent } from './build-status.rules.js';
import { BuildsStore } from './builds.store.js';

const STATUSES = [
  'created',
  'pending',
  'running',
  'manual',
  'success',
  'failed',
  'canceled',
  'skipped',
  'scheduled',
  'waiting_for_resource',
  'canceling',
] as const;

describe('jobs in their pipeline', () => {
  const app = CiApp.inBlock();

  const made = async (builds: BuildTraits[]) => {
    const project = app.others.addProject();
    const pipeline = await makePipeline(app, project, builds);
    const move = (name: string, event: BuildEvent) =>
      app.database.tx(async (tx) => {
        const locked = (await app.get(PipelinesStore).lock(tx, project.card.id, pipeline.id))!;
        const place = builds.findIndex((build) => build.name === name);
        await app.get(BuildsStore).move(tx, [pipeline.jobs[place]!], event, 'script_failure');
        return app.get(AdvancePipeline).within(tx, locked);
      });
    const jobs = async () => {
      const rows = await app.testDatabase.query<{ name: string; status: PipelineStatus }>(
        'select name, status from jobs where pipeline_id = $1 order by id',
        [pipeline.id],
      );
      return rows.map(({ name, status }) => `${name} ${status}`);
    };
    return { id: pipeline.id, ids: pipeline.jobs, move, jobs };
  };

  it('run stage by stage until the pipeline ends', async () => {
    const { move, jobs } = await made([
      { name: 'compile', stageIndex: 0 },
      { name: 'unit', stageIndex: 1 },
      { name: 'clean', stageIndex: 2, when: 'always' },
      { name: 'deploy', stageIndex: 2, when: 'manual', allowFailure: true },
    ]);
    expect(await jobs()).toEqual(['compile pending', 'unit created', 'clean created', 'deploy created']);
    expect(await move('compile', 'run')).toBe('running');
    expect(await move('compile', 'success')).toBe('running');
    expect(await jobs()).toEqual(['compile success', 'unit pending', 'clean created', 'deploy created']);
    await move('unit', 'run');
    expect(await move('unit', 'drop')).toBe('running');
    expect(await jobs()).toEqual(['compile success', 'unit failed', 'clean pending', 'deploy skipped']);
    await move('clean', 'run');
    expect(await move('clean', 'success')).toBe('failed');
  });

  it.each(Object.keys(BUILD_TRANSITIONS) as BuildEvent[])('%s starts from its states only', async (event) => {
    const { id, jobs } = await made(STATUSES.map((name) => ({ name })));
    await app.testDatabase.query('update jobs set status = name where pipeline_id = $1', [id]);
    await app.database.tx(async (tx) => {
      const ids = (await app.get(BuildsStore).staged(tx, id)).map((build) => build.id);
      await app.get(BuildsStore).move(tx, ids, event, 'script_failure');
    });
    const { from, to } = BUILD_TRANSITIONS[event];
    const isFrom = (status: PipelineStatus) => (from as readonly PipelineStatus[]).includes(status);
    const after = (status: PipelineStatus) => (status === 'canceling' ? 'canceled' : to);
    expect(await jobs()).toEqual(STATUSES.map((status) => `${status} ${isFrom(status) ? after(status) : status}`));
  });

  it('keep what they are to run', async () => {
    const { ids } = await made([
      {
        ...{ name: 'unit', stage: 'check', stageIndex: 3, tags: ['ruby', 'linux'], protected: true, retries: 2 },
        ...{ options: { script: ['make'], dependencies: [] }, coverageRegex: '\\d+%', timeoutSeconds: 60 },
        variables: [{ key: 'A', value: '1', public: true }],
      },
    ]);
    const [row] = await app.testDatabase.query('select * from jobs where id = $1', [ids[0]]);
    expect(row).toMatchObject({
      ...{ kind: 'build', stage: 'check', stage_index: 3, tags: ['ruby', 'linux'], protected: true, retries: 2 },
      ...{ options: { script: ['make'], dependencies: [] }, coverage_regex: '\\d+%', timeout_seconds: 60 },
      ...{ variables: [{ key: 'A', value: '1', public: true }], ref: 'main', status: 'pending' },
      ...{ queued_at: expect.any(Date), started_at: null, finished_at: null },
    });
  });
});
