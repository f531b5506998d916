import { waitFor, type ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { newPerson, remoteOf, remoteUrl, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';

const CONFIGURATION = `
stages: [build, deploy]
compile:
  stage: build
  script: [make]
ship:
  stage: deploy
  script: [./ship]
  only: [main]
  environment: {name: production}
`;

interface TakenJob {
  readonly id: number;
  readonly token: string;
  readonly job_info: { readonly name: string; readonly stage: string };
  readonly git_info: { readonly sha: string };
}

/** What a runner sends, and what it looks at in the answers. */
class Runner {
  private constructor(private readonly token: string) {}

  static async register(registration: string): Promise<Runner> {
    const made = await Runner.send('POST', '/runners', { token: registration });
    expect(made.status).toBe(201);
    return new Runner(((await made.json()) as { token: string }).token);
  }

  /** Asks until there is a job. */
  take(): Promise<TakenJob> {
    return waitFor('a job', async () => {
      const answer = await Runner.send('POST', '/jobs/request', { token: this.token, info: { executor: 'shell' } });
      if (answer.status === 201) return (await answer.json()) as TakenJob;
      expect(answer.status).toBe(204);
      return false;
    });
  }

  /** Appends to the trace of a job. @returns the answer, with the state of the job in `Job-Status` */
  write({ id, token }: TakenJob, start: number, text: string): Promise<Response> {
    const headers = { 'content-type': 'text/plain', 'job-token': token };
    const range = { 'content-range': `${start}-${start + text.length - 1}` };
    const url = `${hearth.url}/api/v4/jobs/${id}/trace`;
    return fetch(url, { method: 'PATCH', headers: { ...headers, ...range }, body: text });
  }

  /** Reports the state of a job. */
  end({ id, token }: TakenJob, state: 'success' | 'failed'): Promise<Response> {
    return Runner.send('PUT', `/jobs/${id}`, { token, state });
  }

  private static send(method: string, path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return fetch(`${hearth.url}/api/v4${path}`, { method, headers, body: JSON.stringify(body) });
  }
}

describe('a project with .gitlab-ci.yml', () => {
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

  beforeAll(async () => {
    owner = await newPerson('builder');
    copy = await WorkingCopy.create();
    project = await newProject(owner, 'built', 'private');
    const { runners_token: registration } = await read<{ runners_token: string }>('');
    runner = await Runner.register(registration);
  });
  afterAll(() => copy?.remove());

  it('is built by a runner, stage by stage, and deployed', async () => {
    const sha = await copy.commit('.gitlab-ci.yml', CONFIGURATION);
    await push('main');
    await pipelineOf(sha, 'pending');

    const compile = await runner.take();
    expect(compile).toMatchObject({ job_info: { name: 'compile', stage: 'build' }, git_info: { sha } });
    const remote = remoteUrl(project.path_with_namespace, 'gitlab-ci-token', compile.token);
    expect(String(await copy.git.run(['ls-remote', remote, 'refs/heads/main']))).toContain(sha);
    const text = 'making\n';
    const written = await runner.write(compile, 0, text);
    expect([written.status, written.headers.get('job-status')]).toEqual([202, 'running']);
    expect((await runner.write(compile, 100, text)).status).toBe(416);
    expect((await runner.end(compile, 'success')).status).toBe(200);
    expect((await runner.write(compile, text.length, 'late\n')).headers.get('job-status')).toBe('success');

    const ship = await runner.take();
    expect(ship.job_info).toMatchObject({ name: 'ship', stage: 'deploy' });
    expect((await runner.end(ship, 'success')).status).toBe(200);
    await pipelineOf(sha, 'success');
    const trace = (await owner.api.get(`${projectPath(project)}/jobs/${compile.id}/trace`)).expect(200);
    expect(trace.text).toContain('making');
    const deployments = await read<object[]>('/deployments');
    expect(deployments).toMatchObject([{ sha, environment: { name: 'production' }, deployable: { id: ship.id } }]);
  });

  it('merges by itself what its runner has built', async () => {
    const sha = await copy.commit('more.md', 'more\n');
    await push('topic');
    const branches = { source_branch: 'topic', target_branch: 'main', title: 'More' };
    const made = (await owner.api.post(`${projectPath(project)}/merge_requests`, branches)).expect(201);
    const at = `/merge_requests/${made.json<{ iid: number }>().iid}`;
    await pipelineOf(sha, 'pending');
    const wish = { merge_when_pipeline_succeeds: true };
    const wished = (await owner.api.put(`${projectPath(project)}${at}/merge`, wish)).expect(200);
    expect(wished.json()).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: true });
    expect((await runner.end(await runner.take(), 'success')).status).toBe(200);
    await waitFor('the merge', async () => (await read<{ state: string }>(at)).state === 'merged');
  });

  it('tells a runner that its job was cancelled', async () => {
    await copy.commit('.gitlab-ci.yml', CONFIGURATION.replace('only: [main]', 'when: manual'));
    await push('cancelled');
    const job = await waitFor('the job of the branch', async () => {
      const taken = await runner.take();
      const { ref } = await read<{ ref: string }>(`/jobs/${taken.id}`);
      return ref === 'cancelled' && taken;
    });
    (await owner.api.post(`${projectPath(project)}/jobs/${job.id}/cancel`)).expect(201);
    expect((await runner.write(job, 0, 'more\n')).headers.get('job-status')).toBe('canceled');
  });
});
