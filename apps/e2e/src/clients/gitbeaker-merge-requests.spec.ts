import { waitFor } from '@hearth/testing';
import { uniqueName } from '../system/names.js';
import { createUserWithClient, refusal, type UserWithClient } from './gitbeaker.js';

describe('gitbeaker, unmodified, on merge requests', () => {
  let owner: UserWithClient;
  let reporter: UserWithClient;
  let project: number;

  beforeAll(async () => {
    [owner, reporter] = [await createUserWithClient('owner'), await createUserWithClient('reporter')];
    project = (await owner.client.Projects.create({ name: uniqueName('merging') })).id;
    await owner.client.ProjectMembers.add(project, 20, { userId: reporter.id });
    await commit('main', 'readme.md');
  });

  async function commit(branch: string, filePath: string, startBranch?: string): Promise<string> {
    const actions = [{ action: 'create' as const, filePath, content: `${filePath}\n` }];
    const options = startBranch === undefined ? {} : { startBranch };
    return (await owner.client.Commits.create(project, branch, `Add ${filePath}`, actions, options)).id;
  }
  /** Opens a merge request of a new branch with one commit. */
  async function open(options: object = {}) {
    const branch = uniqueName('topic');
    const sha = await commit(branch, `${branch}.md`, 'main');
    const mergeRequest = await owner.client.MergeRequests.create(project, branch, 'main', branch, options);
    return { branch, sha, iid: mergeRequest.iid, mergeRequest };
  }

  it('opens, changes, closes and deletes them', async () => {
    const { MergeRequests } = owner.client;
    const { branch, sha, iid, mergeRequest } = await open({
      labels: 'a,b',
      assigneeId: reporter.id,
      description: '/wip',
    });
    expect(mergeRequest).toMatchObject({
      ...{ state: 'opened', sha, source_branch: branch, labels: ['a', 'b'], title: `WIP: ${branch}` },
      ...{ assignee: { id: reporter.id }, changes_count: '1', merge_status: 'can_be_merged' },
    });
    await MergeRequests.edit(project, iid, { stateEvent: 'close', title: 'Closed', labels: 'a' });
    expect(await MergeRequests.show(project, iid)).toMatchObject({ state: 'closed', title: 'Closed', labels: ['a'] });
    expect((await refusal(MergeRequests.merge(project, iid)))[0]).toBe(406);
    expect((await refusal(reporter.client.MergeRequests.remove(project, iid)))[0]).toBe(403);
    await MergeRequests.remove(project, iid);
    expect((await refusal(MergeRequests.show(project, iid)))[0]).toBe(404);
  });

  it('names them in the changelog of a release, and their authors as contributors', async () => {
    const { Commits, MergeRequests, Projects, Repositories, RepositoryFiles, Users } = owner.client;
    const from = (await Commits.show(project, 'main')).id;
    const branch = uniqueName('feature');
    const message = 'Add a door\n\nChangelog: added';
    const actions = [{ action: 'create' as const, filePath: `${branch}.md`, content: 'x' }];
    const { id } = await Commits.create(project, branch, message, actions, { startBranch: 'main' });
    const { iid } = await MergeRequests.create(project, branch, 'main', 'A door');
    await MergeRequests.merge(project, iid);
    const { path_with_namespace: path } = await Projects.show(project);
    const section = `### added (1 change)\n\n- [Add a door](${path}@${id}) ([merge request](${path}!${iid}))`;
    expect((await Repositories.showChangelog(project, '1.0.0', { from })).notes).toContain(section);
    await Repositories.editChangelog(project, '1.0.0', { from });
    const { content } = await RepositoryFiles.show(project, 'CHANGELOG.md', 'main');
    expect(Buffer.from(content, 'base64').toString()).toContain(section);
    const contributed = async () => (await Users.allContributedProjects(owner.id)).map((one) => one.id);
    await waitFor('the contribution', async () => (await contributed()).includes(project));
  });

  it('keeps their labels when those of a project become labels of its group', async () => {
    const { Commits, GroupLabels, Groups, MergeRequests, ProjectLabels, Projects } = owner.client;
    const name = uniqueName('labels');
    const { id: group } = await Groups.create(name, name);
    const [first, second] = [
      await Projects.create({ name: 'first', namespaceId: group }),
      await Projects.create({ name: 'second', namespaceId: group }),
    ];
    for (const { id } of [first, second]) await ProjectLabels.create(id, 'bug', '#fff');
    const actions = [{ action: 'create' as const, filePath: 'a', content: 'a' }];
    await Commits.create(second.id, 'main', 'One', actions);
    await Commits.create(second.id, 'topic', 'Two', [{ ...actions[0]!, filePath: 'b' }], { startBranch: 'main' });
    const { iid } = await MergeRequests.create(second.id, 'topic', 'main', 'Topic', { labels: 'bug' });
    const promoted = await ProjectLabels.promote(first.id, 'bug');
    await GroupLabels.edit(group, promoted.id, { newName: 'defect' });
    const labels = async () => (await MergeRequests.show(second.id, iid)).labels;
    await waitFor('the label of the group', async () => String(await labels()) === 'defect');
    expect(await ProjectLabels.all(second.id)).toMatchObject([{ id: promoted.id, is_project_label: false }]);
  });

  it('has to-do items for users who are named, until they comment', async () => {
    const { MergeRequestNotes, MergeRequests, TodoLists } = reporter.client;
    const { iid } = await open({ description: `@${reporter.username} please` });
    const pending = async () => {
      const todos = await TodoLists.all({ projectId: project, type: 'MergeRequest' });
      return todos.filter(({ target }) => target['iid'] === iid).map(({ action_name: name }) => name);
    };
    await waitFor('the item', async () => (await pending()).includes('directly_addressed'));
    await MergeRequestNotes.create(project, iid, 'I will');
    await waitFor('its end', async () => (await pending()).length === 0);
    expect(await MergeRequests.createTodo(project, iid)).toMatchObject({ action_name: 'marked', target: { iid } });
    expect(await pending()).toEqual(['marked']);
  });

  it('lists them, of a project and of everything', async () => {
    const made = [await open({ labels: 'x' }), await open({ labels: 'x,y' })].map(
      ({ mergeRequest }) => mergeRequest.id,
    );
    const { MergeRequests } = owner.client;
    const ids = async (options: object) =>
      (await MergeRequests.all({ ...options })).map(({ id }) => id).toSorted((a, b) => a - b);
    expect(await ids({ projectId: project, labels: 'x', perPage: 1 })).toEqual(made);
    expect(await ids({ projectId: project, labels: 'x,y', state: 'opened' })).toEqual(made.slice(1));
    expect(await ids({ labels: 'x', authorId: owner.id, scope: 'all' })).toEqual(made);
    expect(await ids({ projectId: project, labels: 'x', state: 'merged' })).toEqual([]);
    const stranger = await createUserWithClient('stranger');
    expect((await refusal(stranger.client.MergeRequests.all({ projectId: project })))[0]).toBe(404);
  });

  it('shows commits, changes, versions and who takes part, and notes what a push adds', async () => {
    const { MergeRequests, MergeRequestNotes } = owner.client;
    const { branch, sha, iid } = await open();
    const second = await commit(branch, `${branch}-2.md`);
    await waitFor('the version', async () => (await MergeRequests.show(project, iid)).sha === second);
    expect((await MergeRequests.allCommits(project, iid)).map(({ id }) => id)).toEqual([second, sha]);
    const { changes } = await MergeRequests.showChanges(project, iid);
    expect(changes!.map((change) => change.new_path)).toEqual([`${branch}-2.md`, `${branch}.md`]);
    const versions = await MergeRequests.allDiffVersions(project, iid);
    expect(versions.map((version) => version.head_commit_sha)).toEqual([second, sha]);
    expect(await MergeRequests.showDiffVersion(project, iid, versions[1]!.id)).toMatchObject({
      ...{ head_commit_sha: sha, diffs: [{ new_path: `${branch}.md` }] },
    });
    expect((await MergeRequests.allParticipants(project, iid)).map(({ id }) => id)).toEqual([owner.id]);
    const [note] = await MergeRequestNotes.all(project, iid);
    expect(note).toMatchObject({ system: true, author: { id: owner.id } });
    expect(note!.body).toContain(`added 1 commit\n\n* ${second.slice(0, 8)} - Add ${branch}-2.md\n`);
  });

  it('merges when the pipeline succeeds, cancels that, and lists the pipelines', async () => {
    const { MergeRequests, Commits } = owner.client;
    const { branch, sha, iid } = await open();
    const report = (state: 'running' | 'success') =>
      Commits.editStatus(project, sha, state, { ref: branch, name: 'ci' });
    await report('running');
    const wish = { mergeWhenPipelineSucceeds: true, sha };
    expect(await MergeRequests.merge(project, iid, wish)).toMatchObject({ merge_when_pipeline_succeeds: true });
    await MergeRequests.cancelOnPipelineSuccess(project, iid);
    expect(await MergeRequests.show(project, iid)).toMatchObject({ merge_when_pipeline_succeeds: false });
    await MergeRequests.merge(project, iid, wish);
    await report('success');
    const merged = await waitFor('the merge', async () => {
      const now = await MergeRequests.show(project, iid);
      return now.state === 'merged' && now;
    });
    const { parent_ids: parents } = await Commits.show(project, merged.merge_commit_sha!);
    expect(parents).toContain(sha);
    expect(await MergeRequests.allPipelines(project, iid)).toMatchObject([{ sha, ref: branch, status: 'success' }]);
    expect((await refusal(reporter.client.MergeRequests.merge(project, iid)))[0]).toBe(401);
  });

  it('writes notes with quick actions, gives awards, subscribes and closes issues', async () => {
    const { MergeRequests, MergeRequestNotes, MergeRequestAwardEmojis, Issues } = owner.client;
    const issue = await Issues.create(project, 'Wrong');
    const { iid, sha } = await open({ description: `Closes #${issue.iid}` });
    expect((await MergeRequests.allIssuesClosed(project, iid)).map((closed) => closed.iid)).toEqual([issue.iid]);
    const note = await reporter.client.MergeRequestNotes.create(project, iid, 'Please change');
    await reporter.client.MergeRequestNotes.edit(project, iid, note.id, { body: 'Thanks' });
    expect((await MergeRequestNotes.show(project, iid, note.id)).body).toBe('Thanks');
    await MergeRequestNotes.remove(project, iid, note.id);
    await reporter.client.MergeRequestAwardEmojis.award(project, iid, 'thumbsup');
    expect(await MergeRequests.show(project, iid)).toMatchObject({ upvotes: 1, user_notes_count: 0, subscribed: true });
    expect(await MergeRequestAwardEmojis.all(project, iid)).toMatchObject([{ name: 'thumbsup' }]);
    expect(await MergeRequests.unsubscribe(project, iid)).toMatchObject({ subscribed: false });
    await MergeRequestNotes.create(project, iid, 'Well done\n/title Better\n/merge');
    const merged = await waitFor('the merge', async () => {
      const now = await MergeRequests.show(project, iid);
      return now.state === 'merged' && now;
    });
    expect(merged).toMatchObject({ title: 'Better', sha });
    await waitFor('the issue', async () => (await Issues.show(issue.iid, { projectId: project })).state === 'closed');
  });
});
