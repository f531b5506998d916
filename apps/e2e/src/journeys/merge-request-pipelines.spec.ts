import { waitFor, type ProjectRecord } from '@hearth/testing';
import { Runner } from '../clients/gitlab-runner.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';

const CONFIGURATION = `
workflow: {rules: [{if: $CI_PIPELINE_SOURCE == "merge_request_event"}, {if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH}]}
check: {script: [make check], rules: [{if: $CI_PIPELINE_SOURCE == "merge_request_event", changes: ["*.md"]}]}
`;

interface Listed {
  readonly id: number;
  readonly ref: string;
  readonly sha: string;
  readonly status: string;
}

describe('a project whose merge requests have pipelines', () => {
  let owner: Person;
  let project: ProjectRecord;
  let copy: WorkingCopy;
  let runner: Runner;

  const read = <T>(rest: string) => owner.api.read<T>(`${projectPath(project)}${rest}`);
  const push = (branch: string) => copy.push(remoteOf(owner, project.path_with_namespace), `HEAD:refs/heads/${branch}`);

  beforeAll(async () => {
    owner = await newPerson('reviewer');
    copy = await WorkingCopy.create();
    project = await newProject(owner, 'reviewed', 'private');
    runner = await Runner.ofProject(owner.api, projectPath(project));
    await copy.commit('.gitlab-ci.yml', CONFIGURATION);
    await push('main');
  });
  afterAll(() => copy?.remove());

  it('checks each head once, on request again, and merges what has succeeded', async () => {
    await copy.commit('topic.md', 'topic\n');
    await push('topic');
    const branches = { source_branch: 'topic', target_branch: 'main', title: 'Topic', labels: 'docs' };
    const made = (await owner.api.post(`${projectPath(project)}/merge_requests`, branches)).expect(201);
    const { iid } = made.json<{ iid: number }>();
    const at = `/merge_requests/${iid}`;
    const pipelineOf = (sha: string) =>
      waitFor('the pipeline of the merge request', async () =>
        (await read<Listed[]>(`${at}/pipelines`)).find((pipeline) => pipeline.sha === sha),
      );
    const opened = await copy.git.idOf('HEAD');
    expect(await pipelineOf(opened)).toMatchObject({ ref: `refs/merge-requests/${iid}/head`, status: 'pending' });

    const head = await copy.commit('more.md', 'more\n');
    await push('topic');
    const pipeline = await pipelineOf(head);
    const isCanceled = async () => (await read<Listed>(`/pipelines/${(await pipelineOf(opened)).id}`)).status;
    await waitFor('the end of the replaced pipeline', async () => (await isCanceled()) === 'canceled');
    expect(await read<Listed[]>('/pipelines')).toHaveLength(2);
    expect(await read(at)).toMatchObject({ head_pipeline: { id: pipeline.id } });
    const again = (await owner.api.post(`${projectPath(project)}${at}/pipelines`)).expect(200);
    expect(again.json()).toMatchObject({ sha: head, source: 'merge_request_event', status: 'pending' });

    const wish = { merge_when_pipeline_succeeds: true };
    (await owner.api.put(`${projectPath(project)}${at}/merge`, wish)).expect(200);
    for (let left = 2; left > 0; left -= 1) {
      const job = await runner.take();
      expect(job).toMatchObject({ job_info: { name: 'check' }, git_info: { sha: head } });
      const fetched = await WorkingCopy.create();
      await fetched.git.run(['fetch', job.git_info.repo_url, `refs/merge-requests/${iid}/head`]);
      expect(await fetched.git.idOf('FETCH_HEAD')).toBe(head);
      await fetched.remove();
      expect((await runner.report(job, 'success', '')).status).toBe(200);
    }
    await waitFor('the merge', async () => (await read<{ state: string }>(at)).state === 'merged');
  });

  it('checks what a merge would be, and merges only what has succeeded', async () => {
    const settings = { merge_pipelines_enabled: true, only_allow_merge_if_pipeline_succeeds: true };
    (await owner.api.put(projectPath(project), settings)).expect(200);
    const fork = await copy.git.idOf('HEAD');
    await copy.commit('target.md', 'target\n');
    await push('aim');
    const target = await copy.git.idOf('HEAD');
    await copy.git.run(['reset', '--hard', '--quiet', fork]);
    const head = await copy.commit('source.md', 'source\n');
    await push('part');
    const branches = { source_branch: 'part', target_branch: 'aim', title: 'Part' };
    const made = (await owner.api.post(`${projectPath(project)}/merge_requests`, branches)).expect(201);
    const { iid } = made.json<{ iid: number }>();
    const at = `${projectPath(project)}/merge_requests/${iid}`;

    const job = await runner.take();
    expect(job).toMatchObject({ job_info: { name: 'check' }, git_info: { ref: `refs/merge-requests/${iid}/merge` } });
    const { repo_url: url, sha, refspecs } = job.git_info;
    const fetched = await WorkingCopy.create();
    await fetched.git.run(['fetch', url, ...refspecs!]);
    const parents = String(await fetched.git.run(['log', '-1', '--format=%P', sha])).trim();
    expect(parents.split(' ')).toEqual([target, head]);
    await fetched.remove();
    const merge = () => owner.api.put(`${at}/merge`, { sha: head });
    (await merge()).expect(405);
    expect((await runner.report(job, 'success', '')).status).toBe(200);
    await waitFor('the merge', async () => (await merge()).status === 200);
    expect((await owner.api.get(at)).json()).toMatchObject({
      state: 'merged',
      head_pipeline: { sha, status: 'success' },
    });
  });
});
