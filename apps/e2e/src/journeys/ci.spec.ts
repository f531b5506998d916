import { waitFor, type ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { newPerson, remoteOf, remoteUrl, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { clientFor } from '../clients/gitbeaker.js';
import { Runner, type Job, type Release } from '../clients/gitlab-runner.js';
import { ARCHIVE } from '../clients/archive.js';
import { WorkingCopy } from '../system/working-copy.js';

const CONFIGURATION = `
stages: [build, test, deploy]
compile:
  stage: build
  image: {name: "alpine:3.7", entrypoint: [""]}
  services: [{name: "postgres:9.6", alias: db}]
  cache: {key: "$CI_COMMIT_REF_SLUG", paths: [vendor/]}
  script: [make]
  artifacts: {name: out, paths: [out/], expire_in: 1 week}
check:
  stage: test
  script: [make check]
  after_script: [make clean]
ship:
  stage: deploy
  dependencies: [compile]
  script: [./ship]
  only: [main]
  environment: {name: production}
`;

const ARTIFACTS = { filename: 'artifacts.zip', size: ARCHIVE.length };

const bytesOf = async (download: Promise<unknown>) => Buffer.from(await ((await download) as Blob).arrayBuffer());

describe.each<Release>(['10.3', 'current'])('a project that gitlab-runner %s works for', (release) => {
  let owner: Person;
  let project: ProjectRecord;
  let copy: WorkingCopy;
  let runner: Runner;

  const read = <T>(rest: string) => owner.api.read<T>(`${projectPath(project)}${rest}`);
  const pipelineOf = (sha: string, status: string) =>
    waitFor(`the pipeline to be ${status}`, async () => {
      const [pipeline] = await read<{ id: number; status: string }[]>(`/pipelines?sha=${sha}`);
      return pipeline?.status === status && pipeline;
    });
  const push = async (branch: string) =>
    copy.push(remoteOf(owner, project.path_with_namespace), `HEAD:refs/heads/${branch}`);
  const lsRemote = (job: Job) =>
    copy.git.run([
      'ls-remote',
      remoteUrl(project.path_with_namespace, 'gitlab-ci-token', job.token),
      'refs/heads/main',
    ]);
  const succeed = async (job: Job, written = '') => {
    const answer = await runner.report(job, 'success', written);
    expect([answer.status, answer.headers.get('job-status')]).toEqual([200, 'success']);
  };

  /** Reads parts of the project with the token of a job, and returns the statuses. */
  const statuses = (job: Job, parts: readonly string[]) =>
    Promise.all(
      parts.map(async (part) => {
        const answer = await hearth.anonymous.get(`${projectPath(project)}${part}`, { job_token: job.token });
        return answer.status;
      }),
    );

  /** Reads artifacts as gitbeaker does, and with the paths of python-gitlab. */
  const readArtifacts = async (jobId: number) => {
    const { JobArtifacts: artifacts } = clientFor(owner.token);
    const [ref, job] = ['main', 'compile'];
    for (const whole of [{ jobId }, { ref, job }])
      expect(await bytesOf(artifacts.downloadArchive(project.id, whole))).toEqual(ARCHIVE);
    const artifactPath = 'out/a.txt';
    for (const file of [
      { jobId, artifactPath },
      { ref, job, artifactPath },
    ])
      expect(String(await bytesOf(artifacts.downloadArchive(project.id, file)))).toBe('built');
    for (const path of [`${jobId}/artifacts/${artifactPath}`, `artifacts/${ref}/raw/${artifactPath}?job=${job}`])
      expect((await owner.api.get(`${projectPath(project)}/jobs/${path}`)).expect(200).text).toBe('built');
    expect(await artifacts.keep(project.id, jobId)).toMatchObject({ id: jobId, artifacts_expire_at: null });
  };

  beforeAll(async () => {
    owner = await newPerson('builder');
    copy = await WorkingCopy.create();
    project = await newProject(owner, 'built', 'private');
    runner = await Runner.ofProject(owner.api, projectPath(project), release);
  });
  afterAll(() => copy?.remove());

  it('is built, stage by stage, and deployed', async () => {
    const sha = await copy.commit('.gitlab-ci.yml', CONFIGURATION);
    await push('main');

    const compile = await runner.take();
    expect(compile).toMatchObject({
      ...{ job_info: { name: 'compile', stage: 'build' }, git_info: { sha, ref: 'main' }, dependencies: [] },
      ...{ image: { name: 'alpine:3.7', entrypoint: [''] }, services: [{ name: 'postgres:9.6', alias: 'db' }] },
      artifacts: [{ name: 'out', paths: ['out/'], expire_in: '1 week' }],
    });
    expect(String(await lsRemote(compile))).toContain(sha);
    const fetched = await WorkingCopy.clone(compile.git_info.repo_url, ['--depth', '1']);
    expect(await fetched.git.idOf('HEAD')).toBe(sha);
    await expect(fetched.push('origin', 'HEAD:refs/heads/other')).rejects.toThrow('403');
    await fetched.remove();

    const text = 'making\nfür alle\n';
    const written = await runner.write(compile, 0, text);
    const size = Buffer.byteLength(text);
    const answer = ['job-status', 'range', 'x-gitlab-trace-update-interval'].map((name) => written.headers.get(name));
    expect([written.status, ...answer]).toEqual([202, 'running', `0-${size}`, '3']);
    const gap = await runner.write(compile, size + 1, text);
    expect([gap.status, gap.headers.get('range')]).toEqual([416, `0-${size}`]);
    const uploaded = await runner.upload(
      compile,
      ARCHIVE,
      'artifact_format=zip&artifact_type=archive&expire_in=1+week',
    );
    expect(uploaded.status).toBe(201);
    await succeed(compile, text);
    expect((await runner.upload(compile, ARCHIVE)).status).toBe(403);
    await expect(lsRemote(compile)).rejects.toThrow('Authentication failed');

    const check = await runner.take();
    const dependency = { id: compile.id, name: 'compile', artifacts_file: ARTIFACTS };
    expect(check).toMatchObject({ job_info: { name: 'check', stage: 'test' }, dependencies: [dependency] });
    expect(check.steps.map(({ name, when }) => [name, when])).toEqual([
      ['script', 'on_success'],
      ['after_script', 'always'],
    ]);
    const [announced] = check.dependencies!;
    const archive = await runner.download(announced!);
    expect([archive.status, Buffer.from(await archive.arrayBuffer())]).toEqual([200, ARCHIVE]);
    expect((await runner.download({ ...announced!, token: 'x' })).status).toBe(403);
    await succeed(check);

    const ship = await runner.take();
    expect(ship).toMatchObject({ job_info: { name: 'ship', stage: 'deploy' }, dependencies: [dependency] });
    const withToken = ['/jobs', '/releases', '/merge_requests', `/jobs/${compile.id}/artifacts`, ''];
    expect(await statuses(ship, withToken)).toEqual([200, 200, 200, 200, 404]);
    await succeed(ship);
    expect(await statuses(ship, withToken)).toEqual([401, 401, 401, 401, 404]);
    await pipelineOf(sha, 'success');
    const trace = (await owner.api.get(`${projectPath(project)}/jobs/${compile.id}/trace`)).expect(200);
    expect(trace.text).toBe(text);
    await readArtifacts(compile.id);
    const deployments = await read<object[]>('/deployments');
    expect(deployments).toMatchObject([{ sha, environment: { name: 'production' }, deployable: { id: ship.id } }]);
  });

  it('merges by itself what has been built', async () => {
    const sha = await copy.commit('more.md', 'more\n');
    await push('topic');
    const branches = { source_branch: 'topic', target_branch: 'main', title: 'More' };
    const made = (await owner.api.post(`${projectPath(project)}/merge_requests`, branches)).expect(201);
    const at = `/merge_requests/${made.json<{ iid: number }>().iid}`;
    await pipelineOf(sha, 'pending');
    const wish = { merge_when_pipeline_succeeds: true };
    const autoMerge = (await owner.api.put(`${projectPath(project)}${at}/merge`, wish)).expect(200);
    expect(autoMerge.json()).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: true });
    for (const name of ['compile', 'check']) {
      const job = await runner.take();
      expect(job.job_info.name).toBe(name);
      await succeed(job);
    }
    await waitFor('the merge', async () => (await read<{ state: string }>(at)).state === 'merged');
    // The merged branch is built as well: its jobs are played here, so that the next test gets none of them.
    for (const name of ['compile', 'check', 'ship']) {
      const job = await runner.take();
      expect(job.job_info.name).toBe(name);
      await succeed(job);
    }
  });

  it('fails when a job does', async () => {
    const sha = await copy.commit('.gitlab-ci.yml', 'only: {script: [make]}');
    await push('broken');
    const job = await runner.take();
    const report = await runner.report(job, 'failed', '', 'script_failure');
    expect([report.status, report.headers.get('job-status')]).toEqual([200, null]);
    await pipelineOf(sha, 'failed');
  });

  it('tells its runner that a job was cancelled', async () => {
    const sha = await copy.commit('.gitlab-ci.yml', 'only: {script: [make, make check]}');
    await push('cancelled');
    const job = await runner.take();
    (await owner.api.post(`${projectPath(project)}/jobs/${job.id}/cancel`)).expect(201);
    // A current one runs after_script first.
    const [told, ended] = release === 'current' ? ['canceling', null] : ['canceled', 'canceled'];
    expect((await runner.write(job, 0, 'more\n')).headers.get('job-status')).toBe(told);
    const late = await runner.report(job, 'failed', told === 'canceling' ? 'more\n' : '');
    expect([late.status, late.headers.get('job-status')]).toEqual([200, ended]);
    await pipelineOf(sha, 'canceled');
  });

  it('loses the runner that leaves', async () => {
    expect((await runner.unregister()).status).toBe(204);
    expect((await runner.request()).status).toBe(403);
  });
});

it('a runner created by a user starts with its token, and takes jobs at once', async () => {
  const owner = await newPerson('creator');
  const project = await newProject(owner, 'created', 'private');
  const wanted = { runner_type: 'project_type', project_id: project.id, tag_list: 'a,b', description: 'new' };
  const made = (await owner.api.post('/user/runners', wanted)).expect(201);
  const { token } = made.json<{ token: string }>();
  expect(token).toMatch(/^glrt-/);
  const runner = await Runner.verify(token);
  expect((await runner.request()).status).toBe(204);
  const waiting = runner.take();
  const file = { branch: 'main', commit_message: 'Configure', content: 'a: {script: make, tags: [b]}' };
  (await owner.api.post(`${projectPath(project)}/repository/files/.gitlab-ci.yml`, file)).expect(201);
  expect((await waiting).job_info.name).toBe('a');
});

it('a push replaces what waits for a runner, configured where the project says, and its coverage is known', async () => {
  const owner = await newPerson('replacer');
  const project = await newProject(owner, 'replaced', 'private');
  const at = projectPath(project);
  (await owner.api.put(at, { ci_config_path: 'pipeline.yml' })).expect(200);
  const copy = await WorkingCopy.create();
  try {
    const pushed = async (text: string) => {
      const sha = await copy.commit('pipeline.yml', text);
      await copy.push(remoteOf(owner, project.path_with_namespace), 'HEAD:refs/heads/main');
      return sha;
    };
    const pipelineOf = (sha: string, status: string) =>
      waitFor(`the pipeline to be ${status}`, async () => {
        const [pipeline] = await owner.api.read<{ id: number; status: string }[]>(`${at}/pipelines?sha=${sha}`);
        return pipeline?.status === status && pipeline;
      });
    const first = await pushed('old: {script: make}');
    await pipelineOf(first, 'pending');
    const second = await pushed(`new: {script: make, coverage: '/(\\d+)% covered/'}`);
    await pipelineOf(first, 'canceled');
    const runner = await Runner.ofProject(owner.api, at);
    const job = await runner.take();
    expect(job).toMatchObject({ job_info: { name: 'new' }, git_info: { sha: second } });
    const text = 'testing\n81% covered\n';
    await runner.write(job, 0, text);
    expect((await runner.report(job, 'success', text)).status).toBe(200);
    expect(await owner.api.read(`${at}/jobs/${job.id}`)).toMatchObject({ status: 'success', coverage: 81 });
    const { id } = await pipelineOf(second, 'success');
    expect(await owner.api.read(`${at}/pipelines/${id}`)).toMatchObject({ coverage: '81.00' });
  } finally {
    await copy.remove();
  }
});
