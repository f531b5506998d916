import { CiApp } from '../testing/ci-app.js';
import { CancelPipeline } from '../pipelines/cancel.js';
import { DeletePipeline } from '../pipelines/delete.js';
import { RequestPipeline } from '../pipelines/request.js';
import { BuildsStore } from '../builds/builds.store.js';
import { AdvancePipeline } from '../pipelines/advance.js';
import type { BuildEvent } from '../builds/build-status.rules.js';
import { AssignResource } from './assign.js';

const SHA = 'a'.repeat(40);
const CONFIG = 'a: {script: a, resource_group: $CI_COMMIT_REF_NAME}';

describe('resource groups', () => {
  const app = CiApp.inBlock();

  const newProject = async (config = CONFIG) => {
    const project = app.others.addProject();
    const { id } = project.card;
    const [dev, reporter] = [app.user(1_000 + id, project, 30), app.user(2_000 + id, project, 20)];
    project.branches.set('main', SHA);
    project.files.set('.gitlab-ci.yml', config);
    const at = `/projects/${id}`;
    const access = { project: project.card, level: 30 } as Parameters<RequestPipeline['execute']>[0];
    const requested = { ref: 'main', source: 'api', variables: [] } as const;
    const make = () => app.get(RequestPipeline).execute(access, requested, dev.userId);
    const pipelines = [await make(), await make(), await make()];
    const one = async (text: string, values: unknown[]) =>
      (await app.testDatabase.query<{ id: number }>(text, values))[0]!.id;
    const group = await one('select id from resource_groups where project_id = $1', [id]);
    const assign = () => app.get(AssignResource).execute({ projectId: id, resourceGroupId: group });
    const states = async () => {
      const { body } = await app.request(dev, 'GET', `${at}/jobs`);
      return (body as { status: string }[]).map(({ status }) => status.replace('_for_resource', '')).toReversed();
    };
    const move = async (place: number, event: BuildEvent) => {
      const job = await one('select id from jobs where pipeline_id = $1 order by id desc limit 1', [pipelines[place]]);
      await app.get(AdvancePipeline).changeJob(id, job, (tx) => app.get(BuildsStore).move(tx, [job], event));
    };
    const put = (mode: string) => app.request(dev, 'PUT', `${at}/resource_groups/main`, { process_mode: mode });
    const upcoming = async () => {
      const { body } = await app.request(dev, 'GET', `${at}/resource_groups/main/upcoming_jobs`);
      return (body as { pipeline: { id: number } }[]).map(({ pipeline }) => pipelines.indexOf(pipeline.id));
    };
    return { id, at, dev, reporter, pipelines, group, assign, states, move, put, upcoming };
  };

  it('let one job after another run, in all pipelines', async () => {
    const { at, dev, pipelines, group, assign, states, move } = await newProject();
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);
    expect((await app.request(dev, 'GET', `${at}/pipelines/${pipelines[0]}`)).body.status).toBe('waiting_for_resource');
    const [{ queued }] = (await app.testDatabase.query(
      `select count(*)::int as queued from ci_jobs.job where name = 'assign-resource' and data #>> '{data,resourceGroupId}' = $1`,
      [String(group)],
    )) as [{ queued: number }];
    expect(queued).toBe(3);
    await Promise.all([assign(), assign(), assign()]);
    expect(await states()).toEqual(['pending', 'waiting', 'waiting']);
    await move(0, 'run');
    await assign();
    expect(await states()).toEqual(['running', 'waiting', 'waiting']);
    await move(0, 'success');
    await assign();
    expect(await states()).toEqual(['success', 'pending', 'waiting']);
    expect((await app.request(dev, 'GET', `${at}/pipelines/${pipelines[1]}`)).body.status).toBe('pending');
  });

  it('go on when the job that has the resource is canceled or deleted', async () => {
    const { id, pipelines, group, assign, states } = await newProject();
    const queued = async () => {
      const text = `select count(*)::int as count from ci_jobs.job where name = 'assign-resource' and data #>> '{data,resourceGroupId}' = $1`;
      return (await app.testDatabase.query<{ count: number }>(text, [String(group)]))[0]!.count;
    };
    await assign();
    await app.get(CancelPipeline).execute(id, pipelines[0]!);
    expect(await queued()).toBe(4);
    await assign();
    expect(await states()).toEqual(['canceled', 'pending', 'waiting']);
    await app.get(DeletePipeline).execute(id, pipelines[1]!, () => undefined);
    expect(await queued()).toBe(5);
    await assign();
    expect(await states()).toEqual(['canceled', 'pending']);
  });

  it('are listed, read and changed by developers', async () => {
    const { at, dev, reporter, group, put, upcoming } = await newProject();
    const record = {
      ...{ id: group, key: 'main', process_mode: 'unordered' },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    };
    const get = (path: string, as = dev) => app.request(as, 'GET', `${at}/resource_groups${path}`);
    expect(await get('')).toEqual({ status: 200, body: [record] });
    expect(await get('/main')).toEqual({ status: 200, body: record });
    expect(await get('/none')).toEqual({ status: 404, body: { message: '404 Not found' } });
    expect((await get('/main', reporter)).status).toBe(403);
    expect(await upcoming()).toEqual([0, 1, 2]);
    expect(await put('newest_first')).toEqual({ status: 200, body: { ...record, process_mode: 'newest_first' } });
    expect(await upcoming()).toEqual([2, 1, 0]);
    expect(await put('x')).toEqual({ status: 400, body: { error: 'process_mode does not have a valid value' } });
  });

  it.each([
    ['unordered', 'created waiting waiting', 1],
    ['oldest_first', 'created waiting waiting', null],
    ['newest_first', 'created waiting waiting', 2],
    ['newest_first', 'waiting waiting created', null],
    ['newest_ready_first', 'waiting waiting created', 1],
    ['oldest_first', 'waiting waiting created', 0],
  ])('with %s and %s assign the resource to job %j', async (mode, given, next) => {
    const { pipelines, assign, states, put } = await newProject();
    await put(mode);
    const before = given.split(' ');
    for (const [place, status] of before.entries())
      await app.testDatabase.query('update jobs set status = $2 where pipeline_id = $1', [
        pipelines[place],
        status.replace('waiting', 'waiting_for_resource'),
      ]);
    await assign();
    expect(await states()).toEqual(before.map((status, place) => (place === next ? 'pending' : status)));
  });
});
