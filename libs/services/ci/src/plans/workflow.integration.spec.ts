import { CreatePushPipeline } from '../push-pipelines/create.js';
import { CiApp } from '../testing/ci-app.js';
import { RunnerClient } from '../testing/runner-client.js';

const [A, B] = ['a', 'b'].map((letter) => letter.repeat(40)) as [string, string];

describe('the workflow of a pipeline', () => {
  const app = CiApp.inBlock();

  const newProject = async (config: string) => {
    const project = app.others.addProject();
    const { id } = project.card;
    const dev = app.user(1_000 + id, project, 30);
    project.branches.set('main', A).set('next', B);
    project.files.set('.gitlab-ci.yml', config);
    let sequence = 0;
    const pushed = (newId: string, traits: { defaultBranch?: string } = {}) =>
      app.get(CreatePushPipeline).execute(
        {
          ...{ projectId: id, sequence: (sequence += 1), ref: 'main', tag: false },
          ...{ oldId: null, newId, userId: dev.userId, pushedAt: new Date().toISOString() },
          ...traits,
        },
        new AbortController(),
      );
    const change = (rest: string, body: object) => app.exchange(dev, 'PUT', `/projects/${id}${rest}`, body);
    const get = async (rest: string) => (await app.request(dev, 'GET', `/projects/${id}${rest}`)).body;
    const jobs = async () =>
      ((await get('/jobs?per_page=100')) as { name: string; status: string }[])
        .map(({ name, status }) => `${name} ${status}`)
        .toReversed();
    return { project, id, dev, pushed, get, change, jobs, runner: await RunnerClient.register(app, `project-${id}`) };
  };

  it('knows the default branch of an empty project from its first push', async () => {
    const made = await newProject(
      'a: {script: a, rules: [{if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH}]}\nb: {script: b, rules: [{if: $CI_COMMIT_BRANCH != $CI_DEFAULT_BRANCH}]}',
    );
    made.project.card = { ...made.project.card, defaultBranch: null };
    await made.pushed(A, { defaultBranch: 'main' });
    expect(await made.jobs()).toEqual(['a pending']);
  });

  it('names it', async () => {
    const { id, dev, pushed, get, change, runner } = await newProject(
      'workflow: {name: "$CI_COMMIT_BRANCH #$CI_PIPELINE_IID"}\na: {script: a}',
    );
    await pushed(A);
    await pushed(B);
    const [newest, first] = (await get('/pipelines')) as { id: number; name: string }[];
    expect([newest!.name, first!.name]).toEqual(['main #2', 'main #1']);
    expect(await get(`/pipelines/${newest!.id}`)).toMatchObject({ name: 'main #2' });
    const rename = (name: string) => change(`/pipelines/${newest!.id}/metadata`, { name });
    expect((await rename('Nightly')).body).toMatchObject({ id: newest!.id, name: 'Nightly' });
    expect((await rename('n'.repeat(256))).status).toBe(400);
    expect((await rename(' ')).status).toBe(400);
    expect((await change('/pipelines/0/metadata', { name: 'x' })).status).toBe(404);
    expect((await get('/pipelines')) as { name: string }[]).toMatchObject([{ name: 'Nightly' }, { name: 'main #1' }]);
    const byJob = { ...dev, credential: { kind: 'job' as const, tokenId: null, scopes: [], projectId: id } };
    const at = `/projects/${id}/pipelines/${newest!.id}`;
    expect((await app.request(byJob, 'PUT', `${at}/metadata`, { name: 'main #2' })).body.name).toBe('main #2');
    expect((await app.request(byJob, 'GET', at)).status).toBe(403);
    const { variables } = (await runner.take())!;
    expect(variables.find(({ key }) => key === 'CI_PIPELINE_NAME')!.value).toBe('main #2');
  });

  const JOBS = 'a: {script: a, interruptible: true}\nb: {script: b}\nc: {script: c, interruptible: true}';

  it.each([
    ['interruptible', ['a success', 'b running', 'c canceled']],
    ['conservative', ['a success', 'b running', 'c pending']],
    ['none', ['a success', 'b running', 'c pending']],
  ])('cancels jobs for a newer commit: %s', async (mode, expected) => {
    const made = await newProject(`workflow: {auto_cancel: {on_new_commit: ${mode}}}\n${JOBS}`);
    await made.pushed(A);
    await made.runner.put((await made.runner.take())!, { state: 'success' });
    await made.runner.take();
    await made.pushed(B);
    expect((await made.jobs()).slice(0, 3)).toEqual(expected);
  });

  it('leaves what waits, too, where it says none', async () => {
    const made = await newProject(
      `workflow: {auto_cancel: {on_new_commit: none}}\na: {script: a, interruptible: true}`,
    );
    await made.pushed(A);
    await made.pushed(B);
    expect(await made.jobs()).toEqual(['a pending', 'a pending']);
  });

  it('cancels the other jobs when one fails that may not and is not retried', async () => {
    const config = `
workflow: {auto_cancel: {on_job_failure: all}}
lax: {script: a, allow_failure: true}
again: {script: b, retry: 1}
slow: {script: c}
later: {stage: deploy, script: d, when: always}
`;
    const made = await newProject(config);
    await made.pushed(A);
    const fails = async () => made.runner.put((await made.runner.take())!, { state: 'failed' });
    await fails();
    await fails();
    const before = ['lax failed', 'again failed', 'slow pending', 'later created', 'again pending'];
    expect(await made.jobs()).toEqual(before);
    await made.runner.take();
    await fails();
    expect(await made.jobs()).toEqual([
      ...['lax failed', 'again failed', 'slow canceled', 'later canceled', 'again failed'],
    ]);
    expect(await made.get('/pipelines')).toMatchObject([{ status: 'failed' }]);
  });
});
