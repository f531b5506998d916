import { BASE_URL } from '@hearth/testing';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { RunnerClient } from '../testing/runner-client.js';

const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)];
const NOT_FOUND = { status: 404, body: { message: '404 Not found' } };

describe('pipelines', () => {
  const app = CiApp.inBlock();

  const newProject = () => {
    const project = app.others.addProject({ defaultBranch: 'main' });
    const { id } = project.card;
    project.branches.set('main', NEW);
    const [owner, at] = [app.user(1000 + id, project, 50), `/projects/${id}/pipelines`];
    const make = (sha: string, ref = 'main') => makePipeline(app, project, [{ name: 'unit' }], { sha, ref });
    const call = (method: 'GET' | 'DELETE', rest = '') => app.request(owner, method, `${at}${rest}`);
    return { project, id, owner, at, make, call };
  };

  it('have the newest of the commit that a ref is at', async () => {
    const { project, make, call } = newProject();
    expect(await call('GET', '/latest')).toEqual(NOT_FOUND);
    const made = [await make(NEW), await make(NEW), await make(OLD), await make(OLD, 'v1')];
    project.tags.set('v1', OLD);
    const { body } = await call('GET', '/latest');
    expect(body).toEqual((await call('GET', `/${made[1]!.id}`)).body);
    expect(body).toMatchObject({ iid: 2, web_url: `${BASE_URL}/${project.card.fullPath}/-/pipelines/${made[1]!.id}` });
    expect((await call('GET', '/latest?ref=v1')).body).toMatchObject({ id: made[3]!.id });
    expect(await call('GET', '/latest?ref=gone')).toEqual(NOT_FOUND);
    project.branches.set('main', 'c'.repeat(40));
    expect(await call('GET', '/latest')).toEqual(NOT_FOUND);
  });

  it('are numbered too when a process of the release before makes them', async () => {
    const { project, make, call } = newProject();
    await make(NEW);
    await app.testDatabase.query(
      `insert into pipelines (project_id, ref, tag, sha, source, status) values ($1, 'main', false, $2, 'push', 'success')`,
      [project.card.id, NEW],
    );
    await make(NEW);
    const { body } = await call('GET', '');
    expect((body as unknown as { iid: number }[]).map(({ iid }) => iid)).toEqual([3, 2, 1]);
  });

  it('start no other pipelines', async () => {
    const { make, call } = newProject();
    const { id } = await make(NEW);
    expect(await call('GET', `/${id}/bridges?scope[]=failed`)).toEqual({ status: 200, body: [] });
    expect(await call('GET', '/999999/bridges')).toEqual(NOT_FOUND);
  });

  it('are deleted by owners with their jobs and artifacts; the ref has the pipeline before', async () => {
    const { project, id: projectId, at, make, call } = newProject();
    const [first, second] = [await make(OLD), await make(NEW)];
    const runner = await RunnerClient.register(app, `project-${projectId}`);
    await runner.take();
    const job = (await runner.take())!;
    expect(job.id).toBe(second.jobs[0]);
    await runner.upload(job, Buffer.from('PK of a job'));
    const rows = async (text: string) =>
      (await app.testDatabase.query<{ count: number }>(`select count(*)::int from ${text}`, [second.id]))[0]!.count;
    expect((await app.request(app.user(60, project, 40), 'DELETE', `${at}/${second.id}`)).status).toBe(403);
    expect((await call('GET', '?scope=branches')).body).toMatchObject([{ id: second.id }]);
    const before = await app.testDatabase.query('select object from job_artifacts where job_id is null');

    expect((await call('DELETE', `/${second.id}`)).status).toBe(204);
    expect(await call('DELETE', `/${second.id}`)).toEqual(NOT_FOUND);
    expect(await call('GET', `/${second.id}`)).toEqual(NOT_FOUND);
    expect(await rows('jobs where pipeline_id = $1')).toBe(0);
    expect((await call('GET', '?scope=branches')).body).toMatchObject([{ id: first.id }]);
    const swept = await app.testDatabase.query('select object from job_artifacts where job_id is null');
    expect(swept).toHaveLength(before.length + 1);
    expect((await runner.put(job, { state: 'success' })).status).toBe(404);
    const data = (await app.events()).map((event) => event.data).filter((each) => each['projectId'] === projectId);
    expect(data.filter((each) => 'artifactsSize' in each).at(-1)).toMatchObject({ artifactsSize: 0 });
    const audited = (await app.events()).filter(({ data: each }) => each['kind'] === 'pipeline.deleted');
    expect(audited).toMatchObject([{ data: { subject: { id: second.id, name: 'main' } } }]);

    await call('DELETE', `/${first.id}`);
    expect((await call('GET', '?scope=branches')).body).toEqual([]);
    expect((await make(NEW)) && (await call('GET')).body).toMatchObject([{ iid: 3 }]);
  });
});
