import { waitFor, type ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';

interface MergeRequest {
  readonly iid: number;
  readonly state: string;
  readonly sha: string;
  readonly merge_status: string;
  readonly merge_commit_sha: string | null;
  readonly merge_when_pipeline_succeeds: boolean;
}

describe('a merge request from a fork', () => {
  let owner: Person;
  let author: Person;
  let copy: WorkingCopy;
  let source: ProjectRecord;
  let fork: ProjectRecord & { readonly import_status: string };
  let base: string;

  beforeAll(async () => {
    [owner, author] = await Promise.all([newPerson('owner'), newPerson('author')]);
    copy = await WorkingCopy.create();
    source = await newProject(owner, 'target', 'public');
    base = await copy.commit('readme.md', 'hello\n');
    await copy.push(remoteOf(owner, source.path_with_namespace), 'HEAD:refs/heads/main');
    const name = uniqueName('fork');
    fork = (await author.api.post(`${projectPath(source)}/fork`, { name, path: name })).expect(201).json();
    fork = await waitFor('the fork', async () => {
      const now = await author.api.read<typeof fork>(`/projects/${fork.id}`);
      return now.import_status === 'finished' && now;
    });
  });
  afterAll(() => copy?.remove());

  const at = ({ iid }: { iid: number }, rest = '') => `/projects/${source.id}/merge_requests/${iid}${rest}`;
  const read = (mergeRequest: { iid: number }) => owner.api.read<MergeRequest>(at(mergeRequest));

  /** Pushes a branch with one commit to the fork, and opens a merge request of it. */
  async function opened(branch: string, description = ''): Promise<MergeRequest> {
    await copy.git.run(['switch', '--quiet', '-c', branch, base]);
    await copy.commit(`${branch}.md`, 'more\n');
    await copy.push(remoteOf(author, fork.path_with_namespace), `HEAD:refs/heads/${branch}`);
    const branches = { source_branch: branch, target_branch: 'main', target_project_id: source.id };
    const made = await author.api.post(`/projects/${fork.id}/merge_requests`, {
      title: branch,
      description,
      ...branches,
    });
    return made.expect(201).json<MergeRequest>();
  }
  const report = async ({ sha }: MergeRequest, state: string, ref: string) =>
    (await author.api.post(`/projects/${fork.id}/statuses/${sha}`, { state, ref, name: 'external' })).expect(201);

  it('lands by itself when its pipeline succeeds, and closes what it names', async () => {
    const issue = (await owner.api.post(`${projectPath(source)}/issues`, { title: 'wrong' })).expect(201);
    const { iid } = issue.json<{ iid: number }>();
    const mergeRequest = await opened('topic', `Closes #${iid}`);
    const closes = await owner.api.read<{ iid: number }[]>(at(mergeRequest, '/closes_issues'));
    expect(closes.map((closed) => closed.iid)).toEqual([iid]);
    const remote = remoteOf(owner, source.path_with_namespace);
    await copy.git.run(['fetch', '--quiet', remote, `refs/merge-requests/${mergeRequest.iid}/head`]);
    expect(await copy.git.idOf('FETCH_HEAD')).toBe(mergeRequest.sha);

    await report(mergeRequest, 'pending', 'topic');
    const wish = { merge_when_pipeline_succeeds: true, sha: mergeRequest.sha };
    const autoMerge = (await owner.api.put(at(mergeRequest, '/merge'), wish)).expect(200).json<MergeRequest>();
    expect([autoMerge.state, autoMerge.merge_when_pipeline_succeeds]).toEqual(['opened', true]);
    await report(mergeRequest, 'success', 'topic');
    const pipelines = await owner.api.read<object[]>(at(mergeRequest, '/pipelines'));
    expect(pipelines).toEqual([expect.objectContaining({ sha: mergeRequest.sha, ref: 'topic', status: 'success' })]);
    const merged = await waitFor('the merge', async () => {
      const now = await read(mergeRequest);
      return now.state === 'merged' && now;
    });
    await copy.git.run(['fetch', '--quiet', remote, 'main']);
    expect(await copy.git.idOf('FETCH_HEAD')).toBe(merged.merge_commit_sha);
    expect([await copy.git.idOf('FETCH_HEAD^1'), await copy.git.idOf('FETCH_HEAD^2')]).toEqual([
      base,
      mergeRequest.sha,
    ]);
    await waitFor('the issue to be closed', async () => {
      const now = await owner.api.read<{ state: string }>(`${projectPath(source)}/issues/${iid}`);
      return now.state === 'closed';
    });
    base = merged.merge_commit_sha!;
  });

  it('is accepted once, of exactly what was looked at, by who may', async () => {
    const mergeRequest = await opened('second');
    const accept = (as: Person, body: object = {}) => as.api.put(at(mergeRequest, '/merge'), body);
    (await accept(author)).expect(401);
    (await accept(owner, { sha: base })).expect(409);
    const changes = await author.api.read<{ changes: { new_path: string }[] }>(at(mergeRequest, '/changes'));
    expect(changes.changes.map(({ new_path: file }) => file)).toEqual(['second.md']);
    const answers = await Promise.all([accept(owner), accept(owner)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(await read(mergeRequest)).toMatchObject({ state: 'merged' });
    (await accept(owner)).expect(405, 406);
    const commits = await owner.api.read<{ parent_ids: string[] }[]>(`${projectPath(source)}/repository/commits`);
    expect(commits.filter(({ parent_ids: parents }) => parents.length === 2)).toHaveLength(2);
  });

  it('waits no more once it is cancelled, and is closed and opened again', async () => {
    const mergeRequest = await opened('third');
    await report(mergeRequest, 'running', 'third');
    const wish = { merge_when_pipeline_succeeds: true };
    (await owner.api.put(at(mergeRequest, '/merge'), wish)).expect(200);
    (await owner.api.put(at(mergeRequest, '/cancel_merge_when_pipeline_succeeds'))).expect(200);
    (await owner.api.put(at(mergeRequest, '/cancel_merge_when_pipeline_succeeds'))).expect(406);
    await report(mergeRequest, 'success', 'third');
    (await author.api.put(at(mergeRequest), { state_event: 'close' })).expect(200);
    expect(await read(mergeRequest)).toMatchObject({ state: 'closed', merge_when_pipeline_succeeds: false });
    (await author.api.put(at(mergeRequest), { state_event: 'reopen' })).expect(200);
    (await author.api.post(at(mergeRequest, '/notes'), { body: `ping @${owner.username}` })).expect(201);
    const notes = await owner.api.read<{ body: string }[]>(at(mergeRequest, '/notes?sort=asc'));
    expect(notes.map(({ body }) => body)).toEqual(
      expect.arrayContaining(['closed', 'reopened', `ping @${owner.username}`]),
    );
  });

  it('takes pushes to its source branch from members of the target, where its author allows it', async () => {
    const mergeRequest = await opened('shared');
    const isPushed = async (branch: string) => {
      const remote = remoteOf(owner, fork.path_with_namespace);
      return (await copy.git.attempt(['push', '--quiet', remote, `HEAD:refs/heads/${branch}`])).code === 0;
    };
    const change = async (fields: object) =>
      (await author.api.put(at(mergeRequest), fields)).expect(200).json<object>();
    const id = await copy.commit('review.md', 'more\n');
    expect(await isPushed('shared')).toBe(false);
    expect(await change({ allow_collaboration: true })).toMatchObject({ allow_maintainer_to_push: true });
    expect([await isPushed('main'), await isPushed('mine'), await isPushed('shared')]).toEqual([false, false, true]);
    await waitFor('the version', async () => (await read(mergeRequest)).sha === id);
    const file = `/projects/${fork.id}/repository/files/api.md`;
    const written = { branch: 'shared', content: 'x', commit_message: 'by the API' };
    (await owner.api.post(file, written)).expect(201);
    (await owner.api.post(file, { ...written, branch: 'main' })).expect(403);
    await change({ state_event: 'close' });
    (await owner.api.post(file, written)).expect(403);
  });

  it('is not merged by the wish of who is blocked before the pipeline succeeds', async () => {
    const merger = await newPerson('merger');
    const member = { user_id: merger.id, access_level: 40 };
    (await owner.api.post(`${projectPath(source)}/members`, member)).expect(201);
    const mergeRequest = await opened('fourth');
    await report(mergeRequest, 'pending', 'fourth');
    const wish = { merge_when_pipeline_succeeds: true };
    (await merger.api.put(at(mergeRequest, '/merge'), wish)).expect(200);
    (await hearth.root.post(`/users/${merger.id}/block`)).expect(201);
    await report(mergeRequest, 'success', 'fourth');
    await waitFor('the wish to end', async () => !(await read(mergeRequest)).merge_when_pipeline_succeeds);
    expect(await read(mergeRequest)).toMatchObject({ state: 'opened' });
  });

  it('is merged with the head that was looked at, or not at all, while its branch is pushed to', async () => {
    for (const branch of ['raced-1', 'raced-2', 'raced-3']) {
      const mergeRequest = await opened(branch);
      await copy.commit(`${branch}-later.md`, 'even more\n');
      const later = await copy.git.idOf('HEAD');
      const [accepted] = await Promise.all([
        owner.api.put(at(mergeRequest, '/merge'), { sha: mergeRequest.sha }),
        copy.push(remoteOf(author, fork.path_with_namespace), `${later}:refs/heads/${branch}`),
      ]);
      const now = await read(mergeRequest);
      if (accepted.status !== 200) {
        accepted.expect(405, 409);
        expect(now).toMatchObject({ state: 'opened' });
        continue;
      }
      const merge = `${projectPath(source)}/repository/commits/${now.merge_commit_sha}`;
      const { parent_ids: parents } = await owner.api.read<{ parent_ids: string[] }>(merge);
      expect([now.state, now.sha, parents[1]]).toEqual(['merged', mergeRequest.sha, mergeRequest.sha]);
    }
  });
});
