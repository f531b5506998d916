import { NewestRecordsQuery } from '@hearth/ci-contracts';
import type { AccessLevel, ProjectId } from '@hearth/contract-kit';
import { planOf, recording } from '@hearth/data/testing';
import { BuildsStore } from '../builds/builds.store.js';
import { AdvancePipeline } from '../pipelines/advance.js';
import { DetailsProvider } from '../provider/details.provider.js';
import { PipelinesStore } from '../pipelines/pipelines.store.js';
import { RemoveProject } from '../pipelines/remove-project.js';
import { ReplaceUser } from '../pipelines/replace-user.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline, type BuildTraits } from '../testing/make-pipeline.js';
import type { BuildOptions } from '../builds/build-options.js';
import { DeploymentsStore } from './deployments.store.js';

const SHA = 'b'.repeat(40);
const NOT_FOUND = { status: 404, body: { message: '404 Not found' } };
const PRODUCTION = { name: 'production', url: null, action: 'start', onStop: null };

describe('deployments', () => {
  const app = CiApp.inBlock();

  const deploying = (
    name: string,
    environment: NonNullable<BuildOptions['environment']> = PRODUCTION,
    traits: object = {},
  ): BuildTraits => ({
    ...{ name, stage: 'deploy', options: { script: ['true'], environment: { ...environment } } },
    ...traits,
  });
  const newProject = (settings = {}) => {
    const project = app.others.addProject(settings);
    const { id } = project.card;
    project.branches.set('main', SHA);
    const [dev, at] = [app.user(1000 + id, project, 30), `/projects/${id}`];
    const make = (...builds: BuildTraits[]) => makePipeline(app, project, builds, { userId: dev.userId, sha: SHA });
    const succeed = (pipelineId: number, ...jobs: number[]) =>
      app.database.tx(async (tx) => {
        const pipeline = (await app.get(PipelinesStore).lock(tx, id, pipelineId))!;
        await app.get(BuildsStore).move(tx, jobs, 'success');
        await app.get(AdvancePipeline).within(tx, pipeline);
      });
    const environment = async (name = 'production') => {
      const { body } = await app.request(dev, 'POST', `${at}/environments`, { name });
      return body as { id: number; slug: string };
    };
    const read = async () => (await app.request(dev, 'GET', `${at}/deployments`)).body;
    const environments = async () => (await app.request(dev, 'GET', `${at}/environments`)).body;
    return { project, id, dev, at, make, succeed, environment, read, environments };
  };

  it.each(['prepare', 'verify', 'access'])('are not made by a job that is to %s its environment', async (action) => {
    const { make, succeed, environment, read, environments } = newProject();
    await environment();
    const pipeline = await make(deploying('check', { ...PRODUCTION, url: 'https://example.com', action }));
    await succeed(pipeline.id, ...pipeline.jobs);
    expect(await read()).toEqual([]);
    expect(await environments()).toMatchObject([{ external_url: null, state: 'available' }]);
  });

  it('are made by each success of a job with an environment', async () => {
    const { id, at, dev, make, succeed, environment, read, environments } = newProject();
    const { id: environmentId } = await environment();
    const url = 'https://example.com';
    const pipeline = await make(deploying('deploy', { ...PRODUCTION, url }), { name: 'unit' });
    expect(await read()).toEqual([]);
    await succeed(pipeline.id, ...pipeline.jobs);
    const created = `select data -> 'deploymentId' as id from outbox where type = 'ci.deployment-created' and key = $1`;
    const [{ id: deploymentId }] = (await app.testDatabase.query<{ id: number }>(created, [String(id)])) as [
      { id: number },
    ];
    expect(await app.calls.query(NewestRecordsQuery, { projectId: id })).toEqual({
      pipeline: { id: pipeline.id, status: 'success' },
      job: { id: pipeline.jobs[1], status: 'success' },
      deployment: { id: deploymentId },
    });
    const described = await app.get(DetailsProvider).deployment({ projectId: id as ProjectId, id: deploymentId });
    expect(described.deployment).toMatchObject({
      ...{ id: deploymentId, ref: 'main', sha: SHA, userId: dev.userId, jobId: pipeline.jobs[0] },
      environment: { name: 'production', slug: 'production', tier: 'production', externalUrl: url },
    });
    const shown = { id: environmentId, name: 'production', slug: 'production', external_url: url };
    const one = {
      ...{ id: expect.any(Number), iid: 1, ref: 'main', sha: SHA, created_at: expect.any(String) },
      ...{ updated_at: expect.any(String), status: 'success' },
      user: expect.objectContaining({ id: dev.userId, username: dev.username }),
      environment: shown,
      deployable: expect.objectContaining({
        ...{ id: pipeline.jobs[0], name: 'deploy', stage: 'deploy', status: 'success', runner: null },
        pipeline: expect.objectContaining({ id: pipeline.id, sha: SHA, ref: 'main', status: 'success' }),
        commit: expect.objectContaining({ id: SHA }),
      }),
    };
    const [listed] = await read();
    expect(listed).toEqual(one);
    expect(await app.request(dev, 'GET', `${at}/deployments/${listed.id}`)).toEqual({ status: 200, body: listed });
    const [stored] = await environments();
    expect(stored).toMatchObject({ ...shown, state: 'available' });
    const single = await app.request(dev, 'GET', `${at}/environments/${environmentId}`);
    expect(single).toEqual({ status: 200, body: { ...stored, last_deployment: listed } });

    await succeed(pipeline.id);
    expect(await read()).toHaveLength(1);
    const retried = await app.request(dev, 'POST', `${at}/jobs/${pipeline.jobs[0]}/retry`);
    await succeed(pipeline.id, retried.body.id);
    const all = (await read()) as { iid: number; deployable: { id: number } }[];
    expect(all.map(({ iid, deployable }) => [iid, deployable.id])).toEqual([
      [1, pipeline.jobs[0]],
      [2, retried.body.id],
    ]);
    const found = async (query: string) => {
      const { body } = await app.request(dev, 'GET', `${at}/deployments?${query}`);
      return (body as { iid: number }[]).map(({ iid }) => iid);
    };
    expect(await found('per_page=1&page=2')).toEqual([2]);
    expect(await found('environment=production&status=success&order_by=created_at&sort=desc')).toEqual([2, 1]);
    for (const none of ['environment=staging', 'status=failed', 'updated_before=2020-01-01T00:00:00Z'])
      expect(await found(none)).toEqual([]);
  });

  it('are not made by failures, nor for environments that are gone', async () => {
    const { make, succeed, read, environment, environments, id } = newProject();
    await environment();
    const [failing, orphan] = [await make(deploying('a')), await make(deploying('b', { ...PRODUCTION, name: 'gone' }))];
    await app.database.tx(async (tx) => {
      const pipeline = (await app.get(PipelinesStore).lock(tx, id, failing.id))!;
      await app.get(BuildsStore).move(tx, failing.jobs, 'drop', 'script_failure');
      await app.get(AdvancePipeline).within(tx, pipeline);
    });
    await succeed(orphan.id, ...orphan.jobs);
    expect([await read(), (await environments()).length]).toEqual([[], 1]);
  });

  it('keep the URL of their environment where that of the job is none', async () => {
    const { make, succeed, environment, environments } = newProject();
    await environment();
    for (const url of ['https://example.com/1', 'https://', null]) {
      const pipeline = await make(deploying('deploy', { ...PRODUCTION, url }));
      await succeed(pipeline.id, ...pipeline.jobs);
    }
    expect(await environments()).toMatchObject([{ external_url: 'https://example.com/1' }]);
  });

  describe('of an environment with a job that stops it', () => {
    const prepared = async (settings = {}) => {
      const made = newProject(settings);
      const { id } = await made.environment();
      const stop = deploying('stop', { ...PRODUCTION, action: 'stop' }, { when: 'manual', allowFailure: true });
      const pipeline = await made.make(deploying('deploy', { ...PRODUCTION, onStop: 'stop' }), stop);
      await made.succeed(pipeline.id, pipeline.jobs[0]!);
      const state = async () => (await made.environments())[0].state as string;
      const jobs = async () => {
        const { body } = await app.request(made.dev, 'GET', `${made.at}/jobs`);
        return (body as { name: string; status: string }[]).map(({ name, status }) => `${name} ${status}`);
      };
      const end = (body?: object) => app.request(made.dev, 'POST', `${made.at}/environments/${id}/stop`, body);
      return { ...made, pipeline, state, jobs, end };
    };

    it('stopping it starts that job, once', async () => {
      const { pipeline, state, jobs, end, succeed, read } = await prepared();
      expect([await state(), await jobs()]).toEqual(['available', ['stop manual', 'deploy success']]);
      const answers = await Promise.all([end(), end()]);
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { state: 'stopped' } });
      expect(await jobs()).toEqual(['stop pending', 'deploy success']);
      await succeed(pipeline.id, pipeline.jobs[1]!);
      expect([await state(), (await read()).length]).toEqual(['stopped', 1]);
    });

    it('forcing it to stop leaves the job alone', async () => {
      const { jobs, state, end } = await prepared();
      const { status } = await end({ force: true });
      expect([status, await state(), await jobs()]).toEqual([200, 'stopped', ['stop manual', 'deploy success']]);
    });

    it('that job stops it', async () => {
      const { pipeline, state, succeed, make, dev, at } = await prepared();
      expect((await app.request(dev, 'POST', `${at}/jobs/${pipeline.jobs[1]}/play`)).status).toBe(200);
      await succeed(pipeline.id, pipeline.jobs[1]!);
      expect(await state()).toBe('stopped');
      const next = await make(deploying('deploy'));
      await succeed(next.id, ...next.jobs);
      expect(await state()).toBe('available');
      // It was already recorded.
      await succeed(pipeline.id);
      expect(await state()).toBe('available');
    });

    it('is stopped only by those who may start that job', async () => {
      const { project, state, end, jobs } = await prepared();
      project.protectedBranches.add('main');
      expect(await end()).toEqual({ status: 403, body: { message: '403 Forbidden' } });
      expect([await state(), await jobs()]).toEqual(['available', ['stop manual', 'deploy success']]);
    });
  });

  it.each<[string, number | null, AccessLevel, number]>([
    ['anonymous', null, 0, 401],
    ['a stranger', 20, 0, 403],
    ['a guest', 21, 10, 403],
    ['a reporter', 22, 20, 200],
  ])('%s reads them: %i', async (_, userId, level, status) => {
    const { project, at, make, succeed, environment, read } = newProject({ visibility: 'public' });
    await environment();
    const pipeline = await make(deploying('deploy'));
    await succeed(pipeline.id, ...pipeline.jobs);
    const [{ id }] = await read();
    const caller = userId === null ? null : app.user(userId, project, level);
    for (const path of ['', `/${id}`])
      expect((await app.request(caller, 'GET', `${at}/deployments${path}`)).status).toBe(status);
  });

  it('are not found elsewhere, nor without their environment', async () => {
    const { at, dev, make, succeed, environment, read, project } = newProject();
    const { id: environmentId } = await environment();
    const pipeline = await make(deploying('deploy'));
    await succeed(pipeline.id, ...pipeline.jobs);
    const [{ id }] = await read();
    const other = newProject();
    for (const each of [id, 0, '99999999999999999999'])
      expect(await app.request(other.dev, 'GET', `${other.at}/deployments/${each}`)).toEqual(NOT_FOUND);
    expect((await app.request(dev, 'GET', `${at}/deployments/x`)).body).toEqual({ error: 'deployment_id is invalid' });
    project.members.set(dev.userId, 40);
    expect((await app.request(dev, 'DELETE', `${at}/environments/${environmentId}`)).status).toBe(204);
    expect(await app.request(dev, 'GET', `${at}/deployments/${id}`)).toEqual(NOT_FOUND);
  });

  it('outlive their user and their job, and go with their project', async () => {
    const { id, dev, make, succeed, environment, read } = newProject();
    await environment();
    const pipeline = await make(deploying('deploy'));
    await succeed(pipeline.id, ...pipeline.jobs);
    await app.get(ReplaceUser).execute({ userId: dev.userId, newUserId: null });
    expect(await read()).toMatchObject([{ user: null, deployable: { user: null } }]);
    await app.testDatabase.query('delete from jobs where pipeline_id = $1', [pipeline.id]);
    expect(await read()).toMatchObject([{ iid: 1, deployable: null }]);
    await app.get(RemoveProject).execute({ projectId: id });
    expect(await read()).toEqual([]);
  });

  it('are listed by an index', async () => {
    const { id, environment } = newProject();
    const { id: environmentId } = await environment();
    await app.testDatabase.query(
      `insert into deployments (project_id, iid, environment_id, ref, tag, sha)
       select $1, n, $2, 'main', false, $3 from generate_series(1, 20000) n`,
      [id, environmentId, SHA],
    );
    await app.testDatabase.query('vacuum analyze deployments');
    const db = recording(app.database);
    const all = { after: [], before: [], sort: 'desc' } as const;
    const first = { page: 1, perPage: 20 };
    await app.get(DeploymentsStore).page(db, id, all, first);
    await app.get(DeploymentsStore).page(db, id, { ...all, environment: 'production' }, first);
    await app.get(DeploymentsStore).stopAction(db, id, environmentId);
    for (const statement of db.statements.filter(({ text }) => !text.includes('count(*)'))) {
      const plan = await planOf(app.testDatabase, statement);
      expect([plan.scanned.includes('deployments'), plan.rowsRead < 200]).toEqual([false, true]);
    }
  });
});
