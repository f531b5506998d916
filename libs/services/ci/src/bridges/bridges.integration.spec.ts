import { RemoveProject } from '../pipelines/remove-project.js';
import { RequestPipeline } from '../pipelines/request.js';
import { CiApp } from '../testing/ci-app.js';
import type { FakeProject } from '../testing/other-services.js';
import { RunnerClient, type TakenJob } from '../testing/runner-client.js';
import { zipOf } from '../testing/zip.js';
import { CancelChildPipelines } from './cancel-children.js';
import { CreateDownstreamPipeline } from './create-downstream.js';
import { MirrorDownstreamPipeline } from './mirror-downstream.js';
import { MirrorUpstreamPipeline } from './mirror-upstream.js';

const SHA = 'a'.repeat(40);

interface Queued {
  readonly id: string;
  readonly name: string;
  readonly data: never;
}

interface Listed {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly failure_reason?: string;
  readonly downstream_pipeline: { readonly id: number; readonly source: string; readonly project_id: number } | null;
}

describe('bridges', () => {
  const app = CiApp.inBlock();
  const done = new Set<string>();

  const run = ({ name, data }: Queued): Promise<void> => {
    if (name === 'create-downstream-pipeline') return app.get(CreateDownstreamPipeline).execute(data);
    if (name === 'mirror-upstream-pipeline') return app.get(MirrorUpstreamPipeline).execute(data);
    const { signal } = new AbortController();
    if (name === 'mirror-downstream-pipeline') return app.get(MirrorDownstreamPipeline).execute(data, { signal });
    return app.get(CancelChildPipelines).execute(data, { signal });
  };

  /** Runs the queued jobs of bridges until there are no more. */
  const work = async () => {
    for (;;) {
      const queued = await app.testDatabase.query<Queued>(
        `select id, name, data -> 'data' as data from ci_jobs.job
         where name in ('create-downstream-pipeline', 'mirror-downstream-pipeline', 'mirror-upstream-pipeline', 'cancel-child-pipelines')
         order by created_on, id`,
      );
      const open = queued.filter(({ id }) => !done.has(id));
      if (open.length === 0) return;
      for (const job of open) {
        await run(job);
        done.add(job.id);
      }
    }
  };

  const newProject = (files: Record<string, string>) => {
    const project = app.others.addProject();
    project.branches.set('main', SHA);
    for (const [path, text] of Object.entries(files)) project.files.set(path, text);
    return project;
  };

  /** Runs a pipeline of a project as a developer, who is also one of the others. */
  const begin = async (project: FakeProject, others: readonly FakeProject[] = []) => {
    const { id } = project.card;
    const dev = app.user(1_000 + id, project, 30);
    for (const other of others) other.members.set(dev.userId, 30);
    const access = { project: project.card, level: 30 } as Parameters<RequestPipeline['execute']>[0];
    const variables = [{ key: 'GIVEN', value: 'yes' }];
    const pipelineId = await app
      .get(RequestPipeline)
      .execute(access, { ref: 'main', source: 'web', variables }, dev.userId);
    const get = async <T>(path: string, of = id) => (await app.request(dev, 'GET', `/projects/${of}${path}`)).body as T;
    const post = (path: string, of = id) => app.request(dev, 'POST', `/projects/${of}${path}`);
    const bridges = (pipeline = pipelineId, of = id) => get<Listed[]>(`/pipelines/${pipeline}/bridges`, of);
    const only = async () => (await bridges())[0]!;
    const status = async (pipeline = pipelineId, of = id) =>
      (await get<{ status: string }>(`/pipelines/${pipeline}`, of)).status;
    const take = async (of = id) => (await (await RunnerClient.register(app, `project-${of}`)).take()) as TakenJob;
    const end = async (state: string, of = id) => {
      const client = await RunnerClient.register(app, `project-${of}`);
      await client.put((await client.take())!, { state });
      await work();
    };
    return { id, dev, pipelineId, get, post, bridges, only, status, take, end };
  };

  it('start a child pipeline once, with the variables of the configuration', async () => {
    const project = newProject({
      '.gitlab-ci.yml':
        'variables: {A: "$B-$CI_COMMIT_REF_NAME", B: b}\ngo: {trigger: {include: child.yml}, variables: {C: "$CI_JOB_NAME"}}',
      'child.yml': 'unit: {script: a}',
    });
    const { id, get, only, status, take, pipelineId } = await begin(project);
    const [job] = await app.testDatabase.query<Queued>(
      `select data -> 'data' as data from ci_jobs.job where name = 'create-downstream-pipeline' order by created_on desc limit 1`,
    );
    expect(await only()).toMatchObject({ status: 'pending', downstream_pipeline: null });
    const create = () => app.get(CreateDownstreamPipeline).execute(job!.data);
    await Promise.all([create(), create(), create()]);
    await work();
    const bridge = await only();
    expect(bridge).toMatchObject({ name: 'go', status: 'success' });
    expect(bridge.downstream_pipeline).toMatchObject({ source: 'parent_pipeline', project_id: id });
    expect(await status()).toBe('success');
    const child = bridge.downstream_pipeline!.id;
    const ids = async (query: string) => (await get<{ id: number }[]>(`/pipelines${query}`)).map((each) => each.id);
    expect([await ids(''), await ids('?source=parent_pipeline')]).toEqual([[pipelineId], [child]]);
    expect((await get<{ id: number }>('/pipelines/latest')).id).toBe(pipelineId);
    const values = new Map((await take()).variables.map(({ key, value }) => [key, value]));
    expect(['A', 'B', 'C', 'GIVEN', 'CI_PIPELINE_SOURCE'].map((key) => values.get(key))).toEqual([
      ...['b-main', 'b', 'go', undefined, 'parent_pipeline'],
    ]);
  });

  it('wait for their pipeline, and for its retry', async () => {
    const project = newProject({
      '.gitlab-ci.yml':
        'stages: [a, b]\ngo: {stage: a, trigger: {include: child.yml, strategy: depend}}\nafter: {stage: b, script: a}',
      'child.yml': 'unit: {script: a}',
    });
    const { only, status, end, post } = await begin(project);
    await work();
    expect((await only()).status).toBe('running');
    await end('failed');
    expect([(await only()).status, await status()]).toEqual(['failed', 'failed']);
    const child = (await only()).downstream_pipeline!.id;
    expect((await post(`/pipelines/${child}/retry`)).status).toBe(201);
    await work();
    expect([(await only()).status, await status()]).toEqual(['running', 'running']);
    await end('success');
    expect([(await only()).status, await status()]).toEqual(['success', 'running']);
  });

  it('mirror a pipeline that waits for a manual job, and is canceled', async () => {
    const project = newProject({
      '.gitlab-ci.yml': 'go: {trigger: {include: child.yml, strategy: mirror}}',
      'child.yml': 'ship: {script: a, when: manual, allow_failure: false}',
    });
    const { only, status, post } = await begin(project);
    await work();
    expect([(await only()).status, await status()]).toEqual(['manual', 'manual']);
    const child = (await only()).downstream_pipeline!.id;
    await post(`/pipelines/${child}/cancel`);
    await work();
    expect([(await only()).status, await status()]).toEqual(['canceled', 'canceled']);
  });

  it('take the configuration from artifacts of an earlier job', async () => {
    const project = newProject({
      '.gitlab-ci.yml': [
        'make: {stage: build, script: a, artifacts: {paths: [out.yml]}}',
        'go: {trigger: {include: [{artifact: out.yml, job: make}]}}',
        'lost: {trigger: {include: [{artifact: other.yml, job: make}]}, allow_failure: true}',
      ].join('\n'),
    });
    const { id, bridges } = await begin(project);
    const client = await RunnerClient.register(app, `project-${id}`);
    const make = (await client.take())!;
    await client.upload(make, zipOf({ name: 'out.yml', content: Buffer.from('made: {script: a}') }));
    await client.put(make, { state: 'success' });
    await work();
    const states = (await bridges()).map(({ name, status, failure_reason: reason }) => [name, status, reason]);
    expect(states).toEqual([
      ['lost', 'failed', 'downstream_pipeline_creation_failed'],
      ['go', 'success', undefined],
    ]);
  });

  it('cancel child pipelines with their parent, and are played and run again', async () => {
    const project = newProject({
      '.gitlab-ci.yml': 'go: {trigger: {include: child.yml, strategy: depend}, when: manual, allow_failure: false}',
      'child.yml': 'unit: {script: a}\nnext: {trigger: {include: leaf.yml, strategy: depend}}',
      'leaf.yml': 'leaf: {script: a}\ndeep: {trigger: {include: leaf.yml}, allow_failure: true}',
    });
    const { only, bridges, post, status, pipelineId } = await begin(project);
    const played = await post(`/jobs/${(await only()).id}/play`);
    expect([played.status, played.body]).toMatchObject([200, { name: 'go', downstream_pipeline: null }]);
    await work();
    const child = (await only()).downstream_pipeline!.id;
    const leaf = (await bridges(child))[0]!.downstream_pipeline!.id;
    expect(await bridges(leaf)).toMatchObject([{ failure_reason: 'reached_max_descendant_pipelines_depth' }]);
    await post(`/pipelines/${pipelineId}/cancel`);
    await work();
    expect([await status(), await status(child), await status(leaf)]).toEqual(['canceled', 'canceled', 'canceled']);
    const { body } = await post(`/jobs/${(await only()).id}/retry`);
    await work();
    expect(await only()).toMatchObject({ id: (body as Listed).id, status: 'running' });
    expect((await only()).downstream_pipeline!.id).toBeGreaterThan(leaf);
  });

  it('start no pipeline when they were canceled before', async () => {
    const project = newProject({ '.gitlab-ci.yml': 'go: {trigger: {include: a.yml}}', 'a.yml': 'unit: {script: a}' });
    const { only, post, pipelineId } = await begin(project);
    await post(`/pipelines/${pipelineId}/cancel`);
    await work();
    expect(await only()).toMatchObject({ status: 'canceled', downstream_pipeline: null });
  });

  it('start pipelines of other projects with the present rights of the user', async () => {
    const other = newProject({ '.gitlab-ci.yml': 'unit: {script: a, only: [pipelines]}' });
    const path = other.card.fullPath;
    const config = `variables: {PLACE: ${path}}\ngo: {trigger: {project: $PLACE, branch: main, forward: {pipeline_variables: true}}}`;
    const project = newProject({ '.gitlab-ci.yml': config });
    const { only, take, dev, post } = await begin(project, [other]);
    await work();
    expect(await only()).toMatchObject({ status: 'success', downstream_pipeline: { source: 'pipeline' } });
    const given = (await take(other.card.id)).variables.find(({ key }) => key === 'GIVEN');
    expect(given?.value).toBe('yes');
    other.members.set(dev.userId, 20);
    expect((await post(`/jobs/${(await only()).id}/retry`)).status).toBe(201);
    await work();
    expect(await only()).toMatchObject({ status: 'failed', failure_reason: 'insufficient_bridge_permissions' });
    other.members.delete(dev.userId);
    await post(`/jobs/${(await only()).id}/retry`);
    await work();
    expect(await only()).toMatchObject({ failure_reason: 'downstream_bridge_project_not_found' });
  });

  it('mirror the newest pipeline of another project', async () => {
    const other = newProject({ '.gitlab-ci.yml': 'unit: {script: a}' });
    const up = await begin(other);
    const config = `variables: {UP: ${other.card.fullPath}}\ngo: {needs: {pipeline: $UP}}\nafter: {needs: [go], script: a}`;
    const { only, status, post, dev } = await begin(newProject({ '.gitlab-ci.yml': config }), [other]);
    await work();
    expect([(await only()).status, (await only()).downstream_pipeline]).toEqual(['running', null]);
    // A newer one does not replace it.
    await up.post('/pipeline?ref=main');
    await up.end('failed');
    expect([(await only()).status, await status()]).toEqual(['failed', 'failed']);
    const retried = await post(`/jobs/${(await only()).id}/retry`);
    await work();
    expect(await only()).toMatchObject({ id: (retried.body as Listed).id, status: 'running' });
    await up.end('success');
    expect([(await only()).status, await status()]).toEqual(['success', 'running']);
    other.members.set(dev.userId, 10);
    Object.assign(other.card, { publicJobs: false });
    await post(`/jobs/${(await only()).id}/retry`);
    await work();
    expect(await only()).toMatchObject({ status: 'failed', failure_reason: 'insufficient_upstream_permissions' });
  });

  it('mirror a pipeline when a process of the release before made them pending', async () => {
    const other = newProject({ '.gitlab-ci.yml': 'unit: {script: a}' });
    await begin(other);
    const config = `go: {needs: {pipeline: ${other.card.fullPath}}}`;
    const { id: projectId, only } = await begin(newProject({ '.gitlab-ci.yml': config }), [other]);
    await app.get(CreateDownstreamPipeline).execute({ projectId: projectId as never, jobId: (await only()).id });
    expect((await only()).status).toBe('running');
  });

  it.each(['pipeline', 'project'])('that mirror a pipeline fail when its %s is deleted', async (deleted) => {
    const other = newProject({ '.gitlab-ci.yml': 'unit: {script: a}' });
    const up = await begin(other);
    const config = `go: {needs: {pipeline: ${other.card.fullPath}}}`;
    const { only, status } = await begin(newProject({ '.gitlab-ci.yml': config }), [other]);
    await work();
    expect((await only()).status).toBe('running');
    const owner = app.user(2_000 + up.id, other, 50);
    if (deleted === 'project') await app.get(RemoveProject).execute({ projectId: other.card.id });
    else await app.request(owner, 'DELETE', `/projects/${up.id}/pipelines/${up.pipelineId}`);
    await work();
    expect([(await only()).status, await status()]).toEqual(['failed', 'failed']);
  });

  it.each(['depend', 'mirror'])('with strategy: %s fail when their child pipeline is deleted', async (strategy) => {
    const project = newProject({
      '.gitlab-ci.yml': `go: {trigger: {include: child.yml, strategy: ${strategy}}}`,
      'child.yml': 'unit: {script: a}',
    });
    const { id, only, status, post } = await begin(project);
    await work();
    const { id: bridgeId, downstream_pipeline: child } = await only();
    const path = `/projects/${id}/pipelines/${child!.id}`;
    expect((await app.request(app.user(2_000 + id, project, 50), 'DELETE', path)).status).toBe(204);
    await work();
    expect([(await only()).status, await status()]).toEqual(['failed', 'failed']);
    expect((await post(`/jobs/${bridgeId}/retry`)).status).toBe(201);
    await work();
    expect([(await only()).status, await status()]).toEqual(['running', 'running']);
  });

  it('that depend on a pipeline fail when its project is deleted', async () => {
    const other = newProject({ '.gitlab-ci.yml': 'unit: {script: a}' });
    const config = `go: {trigger: {project: ${other.card.fullPath}, strategy: depend}}`;
    const { only, status } = await begin(newProject({ '.gitlab-ci.yml': config }), [other]);
    await work();
    expect((await only()).status).toBe('running');
    await app.get(RemoveProject).execute({ projectId: other.card.id });
    await work();
    expect([(await only()).status, await status()]).toEqual(['failed', 'failed']);
  });

  it('cancel their child pipelines when their own pipeline is deleted', async () => {
    const project = newProject({
      '.gitlab-ci.yml': 'go: {trigger: {include: child.yml, strategy: depend}}',
      'child.yml': 'unit: {script: a}',
    });
    const { id, only, status, pipelineId } = await begin(project);
    await work();
    const child = (await only()).downstream_pipeline!;
    await app.request(app.user(2_000 + id, project, 50), 'DELETE', `/projects/${id}/pipelines/${pipelineId}`);
    await work();
    expect(await status(child.id)).toBe('canceled');
  });

  it.each([
    ['are skipped where the other project has no pipeline', true, { status: 'skipped' }],
    ['fail where there is no other project', false, { failure_reason: 'upstream_bridge_project_not_found' }],
  ])('that mirror %s', async (_, exists, expected) => {
    const other = newProject({ '.gitlab-ci.yml': 'unit: {script: a}' });
    const path = exists ? other.card.fullPath : 'none/none';
    const { only } = await begin(newProject({ '.gitlab-ci.yml': `go: {needs: [{pipeline: ${path}}]}` }), [other]);
    await work();
    expect(await only()).toMatchObject(expected);
  });

  it('hide a pipeline that the caller may not read', async () => {
    const other = newProject({ '.gitlab-ci.yml': 'unit: {script: a}' });
    const project = newProject({ '.gitlab-ci.yml': `go: {trigger: ${other.card.fullPath}}` });
    const { only, dev } = await begin(project, [other]);
    await work();
    expect((await only()).downstream_pipeline).not.toBeNull();
    other.members.delete(dev.userId);
    expect((await only()).downstream_pipeline).toBeNull();
  });

  it('end in a loop of projects', async () => {
    const [one, other] = [newProject({}), newProject({})];
    one.files.set('.gitlab-ci.yml', `go: {trigger: {project: ${other.card.fullPath}, branch: main}}`);
    other.files.set('.gitlab-ci.yml', `go: {trigger: {project: ${one.card.fullPath}, branch: main}}`);
    await begin(one, [other]);
    await work();
    const rows = await app.testDatabase.query<{ reason: string | null }>(
      `select failure_reason as reason from jobs where kind = 'bridge' and project_id = any ($1) order by id`,
      [[one.card.id, other.card.id]],
    );
    expect(rows.map(({ reason }) => reason)).toEqual([null, null, 'pipeline_loop_detected']);
  });

  it('are not needed by a running job, whose token requests pipelines', async () => {
    const project = newProject({ '.gitlab-ci.yml': 'unit: {script: a}' });
    const { id, dev, take, get } = await begin(project);
    const { token } = await take();
    const request = (body: object) => app.request(null, 'POST', `/projects/${id}/trigger/pipeline`, { token, ...body });
    const { status, body } = await request({ ref: 'main', variables: { A: 'b' } });
    expect([status, body]).toMatchObject([201, { source: 'pipeline', user: { id: dev.userId } }]);
    expect((await request({ ref: 'main' })).body.id).toBeGreaterThan(body.id);
    expect(await request({ ref: 'missing' })).toMatchObject({ status: 400 });
    const hidden = newProject({});
    const other = await app.request(null, 'POST', `/projects/${hidden.card.id}/trigger/pipeline`, {
      token,
      ref: 'main',
    });
    expect(other.status).toBe(404);
    const [job] = await get<{ id: number }[]>('/jobs?scope=running');
    await app.request(dev, 'POST', `/projects/${id}/jobs/${job!.id}/cancel`);
    expect((await request({ ref: 'main' })).status).toBe(404);
  });

  it('are no jobs for runners', async () => {
    const project = newProject({ '.gitlab-ci.yml': 'go: {trigger: {include: a.yml}}', 'a.yml': 'unit: {script: a}' });
    const { get, only, post, take } = await begin(project);
    const { id } = await only();
    expect(await take()).toBeUndefined();
    expect(await get(`/jobs/${id}`)).toEqual({ message: '404 Not Found' });
    expect((await post(`/jobs/${id}/cancel`)).status).toBe(404);
    expect(await get('/jobs')).toEqual([]);
  });
});
