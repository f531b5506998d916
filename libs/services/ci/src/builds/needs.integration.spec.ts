import { CreatePushPipeline } from '../push-pipelines/create.js';
import { CiApp } from '../testing/ci-app.js';
import { RunnerClient } from '../testing/runner-client.js';

const CONFIG = `
compile: {stage: build, script: a, artifacts: {paths: [out]}}
slow: {stage: build, script: a}
pack: {stage: build, script: a, needs: [compile]}
gate: {stage: build, script: a, when: manual, needs: []}
ship: {stage: deploy, script: a, needs: [pack, {job: compile, artifacts: false}]}
gated: {stage: deploy, script: a, needs: [gate]}
report: {stage: deploy, script: a}
`;

describe('jobs with needs', () => {
  const app = CiApp.inBlock();

  const newPipeline = async () => {
    const project = app.others.addProject();
    const { id } = project.card;
    const dev = app.user(1_000 + id, project, 30);
    project.branches.set('main', 'a'.repeat(40));
    project.files.set('.gitlab-ci.yml', CONFIG);
    const push = { projectId: id, sequence: 1, ref: 'main', tag: false, oldId: null, newId: 'a'.repeat(40) };
    await app.get(CreatePushPipeline).execute({ ...push, userId: dev.userId }, new AbortController());
    const client = await RunnerClient.register(app, `project-${id}`);
    const jobs = async () => {
      const { body } = await app.request(dev, 'GET', `/projects/${id}/jobs`);
      return (body as { id: number; name: string; status: string }[]).toReversed();
    };
    const states = async () => Object.fromEntries((await jobs()).map(({ name, status }) => [name, status]));
    const take = async (name: string) => {
      const job = (await client.take())!;
      expect((job['job_info'] as { name: string }).name).toBe(name);
      return job;
    };
    const post = async (name: string, what: string) => {
      const job = (await jobs()).find((each) => each.name === name)!;
      return app.request(dev, 'POST', `/projects/${id}/jobs/${job.id}/${what}`);
    };
    return { client, states, take, post };
  };

  it('run as soon as these have succeeded, with their artifacts', async () => {
    const { client, states, take } = await newPipeline();
    expect(await states()).toEqual({
      ...{ compile: 'pending', slow: 'pending', pack: 'created', gate: 'manual' },
      ...{ ship: 'created', gated: 'skipped', report: 'created' },
    });
    const compile = await take('compile');
    await client.upload(compile, Buffer.from('PK'));
    await client.put(compile, { state: 'success' });
    const slow = await take('slow');
    const pack = await take('pack');
    expect(pack['dependencies']).toMatchObject([{ name: 'compile' }]);
    await client.put(pack, { state: 'success' });
    const ship = await take('ship');
    expect(ship['dependencies']).toEqual([]);
    expect(await states()).toMatchObject({ slow: 'running', ship: 'running', report: 'created' });
    await client.put(slow, { state: 'failed' });
    expect(await states()).toMatchObject({ ship: 'running', report: 'skipped' });
  });

  it('are skipped when one has failed, and run after its retry', async () => {
    const { client, states, take, post } = await newPipeline();
    await client.put(await take('compile'), { state: 'failed' });
    expect(await states()).toMatchObject({ pack: 'skipped', ship: 'skipped' });
    expect((await post('compile', 'retry')).status).toBe(201);
    expect(await states()).toMatchObject({ pack: 'created', ship: 'created' });
  });

  it('wait for a manual one once it is started', async () => {
    const { client, states, take, post } = await newPipeline();
    expect((await post('gate', 'play')).status).toBe(200);
    expect(await states()).toMatchObject({ gate: 'pending', gated: 'created' });
    for (const name of ['compile', 'slow', 'pack', 'gate']) await client.put(await take(name), { state: 'success' });
    expect(await states()).toMatchObject({ gate: 'success', gated: 'pending' });
  });
});
