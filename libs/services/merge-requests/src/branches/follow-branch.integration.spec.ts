import { randomUUID } from 'node:crypto';
import { AccessLevel, type UserId } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { OnRefUpdated } from '../events/on-ref-updated.js';
import { MergeRequestsProvider } from '../provider/merge-requests.provider.js';
import { sha, user, type FakeProject } from '../testing/fake-world.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { FollowBranch } from './follow-branch.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

describe('branches that move', () => {
  const app = MergeRequestsApp.inBlock();
  const author = user(1);
  const pusher = user(2);
  let number = 0;

  function newProject(overrides: Partial<FakeProject['card']> = {}): FakeProject {
    const project = app.world.addProject(overrides);
    for (const { userId } of [author, pusher]) project.members.set(userId, AccessLevel.developer);
    return project;
  }

  /** Moves a branch, and runs the handler of the event and its job. */
  async function push(
    project: FakeProject,
    branch: string,
    parents: string[] = [],
    { deleted = false } = {},
  ): Promise<string> {
    const oldId = project.branches.get(branch) ?? null;
    const commit = sha(`push ${++number}`);
    if (deleted) project.branches.delete(branch);
    else app.merges.push(project.card.id, branch, commit, ...parents);
    const moved = { projectId: project.card.id, ref: `refs/heads/${branch}`, oldId, newId: deleted ? null : commit };
    const by = {
      userId: pusher.userId,
      sequence: number,
      pushId: randomUUID(),
      via: 'http',
      defaultBranch: 'main',
    } as const;
    const event = { ...moved, ...by, occurredAt: '2026-01-02T03:04:05Z' };
    await app.database.tx((tx) => app.get(OnRefUpdated).handle(event, { tx } as Delivery));
    return commit;
  }
  const follow = (project: FakeProject, branch: string, userId: UserId | null = pusher.userId) =>
    app.get(FollowBranch).execute({ projectId: project.card.id, branch, userId });
  const at = (mr: Body) => `/projects/${mr.project_id}/merge_requests/${mr.iid}`;
  const read = async (mr: Body) =>
    (await app.request(author, 'GET', `/projects/${mr.project_id}/merge_requests/${mr.iid}`)).body as Body;
  const autoMerge = async (mr: Body) => {
    app.merges.pipelines.set(mr.sha, 'running');
    const path = `/projects/${mr.project_id}/merge_requests/${mr.iid}/merge`;
    await app.request(pusher, 'PUT', path, { merge_when_pipeline_succeeds: true });
  };
  const jobs = async (project: FakeProject) => {
    const rows = await app.testDatabase.query(
      `select 1 from merge_requests_jobs.job where name = 'follow-moved-branch' and singleton_key like $1 and state < 'active'`,
      [`${project.card.id}/%`],
    );
    return rows.length;
  };
  const systemNotes = async (mr: Body) => {
    const rows = await app.testDatabase.query<{ body: string }>(
      'select author_id, body from notes where merge_request_id = $1 and system order by id',
      [mr.id],
    );
    return rows.map(({ body }) => body);
  };

  it('make a version and cancel the automatic merge, when it is the source', async () => {
    const project = newProject();
    const mr = await app.open(author, project);
    await autoMerge(mr);
    expect(await read(mr)).toMatchObject({ merge_when_pipeline_succeeds: true });
    const commit = await push(project, mr.source_branch as string);
    expect(await read(mr)).toMatchObject({ merge_when_pipeline_succeeds: false, sha: mr.sha });
    await follow(project, mr.source_branch as string);
    expect(await read(mr)).toMatchObject({ state: 'opened', sha: commit });
  });

  it('leave a note about the commits, once, by who pushed', async () => {
    const project = newProject();
    const mr = await app.open(author, project);
    const branch = mr.source_branch as string;
    const [fresh, known] = [sha('fresh'), sha('known')];
    const commit = await push(project, branch);
    app.world.history.set(`${mr.sha}..${commit}`, [
      { id: commit, message: 'Two\n\nMore' },
      { id: known, message: 'Theirs' },
      { id: fresh, message: 'One' },
    ]);
    app.world.history.set(`${mr.sha}..${sha('base')}`, [{ id: known, message: 'Theirs' }]);
    await Promise.all([follow(project, branch), follow(project, branch)]);
    await follow(project, branch);
    const short = (id: string) => id.slice(0, 8);
    const [{ id: version }] = (await app.request(author, 'GET', `${at(mr)}/versions`)).body as Body[];
    const lines = [
      `* ${short(known)} - 1 commit from branch \`main\``,
      `* ${short(fresh)} - One`,
      `* ${short(commit)} - Two`,
    ];
    const compare = `/${project.card.fullPath}/merge_requests/${mr.iid}/diffs?diff_id=${version}&start_sha=${mr.sha}`;
    const { body } = await app.request(author, 'GET', `${at(mr)}/notes`);
    expect((body as Body[]).map((note) => [note.author.username, note.body])).toEqual([
      ['user-2', `added 3 commits\n\n${lines.join('\n')}\n\n[Compare with previous version](${compare})`],
    ]);
    expect(await read(mr)).toMatchObject({ user_notes_count: 0, work_in_progress: false });
  });

  it('tell nothing when the source is set back, and name the namespace of the target for forks', async () => {
    const target = newProject();
    const fork = newProject({ forkedFromId: target.card.id });
    const mr = await app.open(author, fork, { target_project_id: target.card.id });
    const branch = mr.source_branch as string;
    const back = await push(fork, branch);
    app.world.history.set(`${mr.sha}..${back}`, []);
    await follow(fork, branch);
    expect(await systemNotes(mr)).toEqual([]);
    expect(await read(mr)).toMatchObject({ sha: back });
    const commit = await push(fork, branch);
    const theirs = ['newest', 'oldest'].map((message) => ({ id: sha(message), message }));
    app.world.history.set(`${back}..${commit}`, [{ id: commit, message: 'fixup! One' }, ...theirs]);
    app.world.history.set(`${back}..${sha('base')}`, theirs);
    await follow(fork, branch, null);
    const [first, mark] = await systemNotes(mr);
    const range = `${back.slice(0, 8)}..${sha('newest').slice(0, 8)}`;
    expect(first).toContain(`added 3 commits\n\n* ${range} - 2 commits from branch \`group:main\`\n* `);
    expect(mark).toBe(`marked as a **Work In Progress** from ${commit}`);
    expect(await read(mr)).toMatchObject({ work_in_progress: true, title: `WIP: ${mr.title}` });
  });

  it('leave an automatic merge alone that names the present head, however late an event is', async () => {
    const project = newProject();
    const mr = await app.open(author, project);
    await autoMerge(mr);
    const late = {
      projectId: project.card.id,
      ref: `refs/heads/${mr.source_branch}`,
      oldId: sha('older'),
      newId: mr.sha as string,
    };
    const by = { userId: null, sequence: 1, pushId: randomUUID(), via: 'http', defaultBranch: 'main' } as const;
    const event = { ...late, ...by, occurredAt: '2026-01-02T03:04:05Z' };
    await app.database.tx((tx) => app.get(OnRefUpdated).handle(event, { tx } as Delivery));
    await follow(project, mr.source_branch as string);
    expect(await read(mr)).toMatchObject({ merge_when_pipeline_succeeds: true, sha: mr.sha });
  });

  it('have one job for many pushes, and none without open merge requests', async () => {
    const project = newProject();
    await push(project, 'main');
    expect(await jobs(project)).toBe(0);
    const mr = await app.open(author, project);
    for (let count = 0; count < 3; count += 1) await push(project, 'main');
    await push(project, 'unknown');
    expect(await jobs(project)).toBe(1);
    await push(project, mr.source_branch as string);
    expect(await jobs(project)).toBe(2);
  });

  it('merge what they contain, when it is the target: by the pusher, once, without a merge commit', async () => {
    const project = newProject();
    const [contained, other] = [await app.open(author, project), await app.open(author, project)];
    const ofOtherBranch = await app.open(author, project, { target_branch: 'topic' });
    await push(project, 'main', [contained.sha as string]);
    await Promise.all([follow(project, 'main'), follow(project, 'main')]);
    await follow(project, 'main');
    expect(await read(contained)).toMatchObject({ state: 'merged', sha: contained.sha, merge_commit_sha: null });
    expect(await systemNotes(contained)).toEqual(['merged']);
    const events = `select data ->> 'userId' as by, data -> 'mergeCommit' as commit from outbox
      where type = 'merge-requests.merge-request-merged' and key = $1`;
    expect(await app.testDatabase.query(events, [String(project.card.id)])).toEqual([{ by: '2', commit: null }]);
    expect(await read(other)).toMatchObject({ state: 'opened' });
    expect(await read(ofOtherBranch)).toMatchObject({ state: 'opened' });
  });

  it('do not merge what has no changes', async () => {
    const project = newProject();
    const branch = 'no-changes';
    project.branches.set(branch, project.branches.get('main')!);
    const given = { source_branch: branch, target_branch: 'main', title: 'Nothing' };
    const { body } = await app.request(author, 'POST', `/projects/${project.card.id}/merge_requests`, given);
    await push(project, 'main');
    await follow(project, 'main');
    expect(await read(body)).toMatchObject({ state: 'opened', changes_count: null });
  });

  it('tell when the source branch is deleted and comes back; the merge request stays open, and is not merged meanwhile', async () => {
    const project = newProject();
    const mr = await app.open(author, project);
    const branch = mr.source_branch as string;
    await push(project, branch, [], { deleted: true });
    await follow(project, branch);
    const path = `/projects/${mr.project_id}/merge_requests/${mr.iid}/merge`;
    expect((await app.request(pusher, 'PUT', path)).status).toBe(405);
    await push(project, branch);
    await follow(project, branch);
    expect(await systemNotes(mr)).toEqual([
      `deleted source branch \`${branch}\``,
      `restored source branch \`${branch}\``,
      expect.stringMatching(/^added 1 commit\n/),
    ]);
    expect(await read(mr)).toMatchObject({ state: 'opened', sha: project.branches.get(branch) });
    await push(project, 'main', [], { deleted: true });
    expect((await app.request(pusher, 'PUT', path)).status).toBe(405);
    expect(await read(mr)).toMatchObject({ state: 'opened' });
  });

  it('are followed in forks, and their open merge requests need them', async () => {
    const target = newProject();
    const fork = newProject({ forkedFromId: target.card.id });
    fork.branches.set('mine', sha('mine'));
    const given = { source_branch: 'mine', target_branch: 'main', title: 'x', target_project_id: target.card.id };
    const { body } = await app.request(author, 'POST', `/projects/${fork.card.id}/merge_requests`, given);
    const openBranches = async ({ card }: FakeProject) =>
      (await app.get(MergeRequestsProvider).openBranches({ projectId: card.id })).branches;
    expect(await openBranches(fork)).toEqual(['mine']);
    expect(await openBranches(target)).toEqual(['main']);
    const commit = await push(fork, 'mine');
    await follow(fork, 'mine');
    expect(await read(body)).toMatchObject({ sha: commit, source_project_id: fork.card.id });
    // The fork and all its data are gone.
    app.world.projects.delete(fork.card.id);
    const path = `/projects/${target.card.id}/merge_requests/${body.iid}`;
    expect((await app.request(pusher, 'PUT', `${path}/merge`)).status).toBe(405);
    expect((await app.request(pusher, 'GET', path)).body).toMatchObject({
      state: 'opened',
      source_project_id: fork.card.id,
    });
  });
});
