import { CreatePushPipeline } from '../push-pipelines/create.js';
import { CiApp } from '../testing/ci-app.js';
import { RunnerClient } from '../testing/runner-client.js';

const CONFIG = `
build:
  stage: build
  script: make
  variables: {VERSION: none}
  artifacts: {paths: [out/], reports: {junit: junit.xml, dotenv: build.env}}
  environment: {name: review, url: "https://$CI_ENVIRONMENT_SLUG.example.com/$VERSION_PATH"}
deploy: {stage: deploy, script: a, variables: {VERSION: own}, environment: {name: live, url: "https://example.com/$VERSION/$VERSION_PATH"}}
other: {stage: deploy, script: a, dependencies: []}
`;

interface Environment {
  readonly name: string;
  readonly external_url: string | null;
}

describe('reports of a job', () => {
  const app = CiApp.inBlock();

  /** Runs the first job. @returns the files that its runner was to upload, the jobs, and the next jobs that it takes */
  const run = async (env: string | undefined) => {
    const project = app.others.addProject();
    const { id } = project.card;
    const user = app.user(1, project, 30);
    project.branches.set('main', 'a'.repeat(40));
    project.files.set('.gitlab-ci.yml', CONFIG);
    const push = { projectId: id, sequence: 1, ref: 'main', tag: false, oldId: null, newId: 'a'.repeat(40) };
    await app.get(CreatePushPipeline).execute({ ...push, userId: user.userId }, new AbortController());
    const client = await RunnerClient.register(app, `project-${id}`);
    const build = (await client.take())!;
    if (env !== undefined) await client.report(build, 'dotenv', env);
    await client.put(build, { state: 'success' });
    const jobs = (await app.request(user, 'GET', `/projects/${id}/jobs`)).body as { name: string; status: string }[];
    const state = jobs.find(({ name }) => name === 'build')!.status;
    const versions: Record<string, string | undefined> = {};
    for (let job = await client.take(); job; job = await client.take()) {
      const { name } = job['job_info'] as { name: string };
      versions[name] = job.variables.findLast(({ key }) => key === 'VERSION')?.value;
      await client.put(job, { state: 'success' });
    }
    const environments = (await app.request(user, 'GET', `/projects/${id}/environments`)).body as Environment[];
    const urls = Object.fromEntries(environments.map((each) => [each.name, each.external_url]));
    return { uploads: build['artifacts'], state, versions, urls };
  };

  it('are uploaded whatever the result is', async () => {
    expect((await run(undefined)).uploads).toMatchObject([
      { name: 'junit.xml', paths: ['junit.xml'], when: 'always', artifact_type: 'junit', artifact_format: 'gzip' },
      { name: '.env', paths: ['build.env'], when: 'always', artifact_type: 'dotenv', artifact_format: 'gzip' },
      { name: null, paths: ['out/'], when: 'on_success', artifact_type: 'archive', artifact_format: 'zip' },
    ]);
  });

  it.each<[string | undefined, string, object]>([
    ['VERSION=1.2\n', 'success', { deploy: '1.2', other: undefined }],
    [undefined, 'success', { deploy: 'own', other: undefined }],
    ['no variable', 'failed', {}],
    [`A=${'x'.repeat(6_000)}`, 'failed', {}],
  ])('set variables of the jobs that get them: %j', async (env, state, versions) => {
    expect(await run(env)).toMatchObject({ state, versions });
  });

  it('set variables in the URLs of its environment, and of those of the jobs that get them', async () => {
    const { urls } = await run('VERSION=1.2\nVERSION_PATH=one/two\n');
    expect(urls).toEqual({ review: 'https://review.example.com/one/two', live: 'https://example.com/own/one/two' });
  });
});
