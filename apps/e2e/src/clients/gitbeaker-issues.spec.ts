import { waitFor } from '@hearth/testing';
import { uniqueName } from '../system/names.js';
import { admin, createUserWithClient, refusal, type UserWithClient } from './gitbeaker.js';

describe('gitbeaker, unmodified, on issues and what is around them', () => {
  let owner: UserWithClient;
  let guest: UserWithClient;
  let project: number;

  beforeAll(async () => {
    [owner, guest] = [await createUserWithClient('owner'), await createUserWithClient('guest')];
    project = (await owner.client.Projects.create({ name: uniqueName('tracker') })).id;
    await owner.client.ProjectMembers.add(project, 10, { userId: guest.id });
  });

  const newIssue = (options: object = {}) => owner.client.Issues.create(project, uniqueName('issue'), options);

  it('opens, changes, closes and deletes issues', async () => {
    const { Issues } = owner.client;
    const given = { description: 'Text', labels: 'bug,two words', assigneeIds: [guest.id], dueDate: '2030-01-31' };
    const issue = await newIssue(given);
    expect(issue).toMatchObject({ state: 'opened', labels: ['bug', 'two words'], due_date: '2030-01-31' });
    await Issues.edit(project, issue.iid, { stateEvent: 'close', labels: 'bug', title: 'Closed' });
    expect(await Issues.show(issue.iid, { projectId: project })).toMatchObject({
      ...{ state: 'closed', labels: ['bug'], title: 'Closed', assignees: [{ id: guest.id }] },
    });
    expect((await refusal(guest.client.Issues.remove(project, issue.iid)))[0]).toBe(403);
    await Issues.remove(project, issue.iid);
    expect((await refusal(Issues.show(issue.iid, { projectId: project })))[0]).toBe(404);
  });

  it('lists issues of a project, a group, and of everything', async () => {
    const path = uniqueName('trackers');
    const groupId = (await owner.client.Groups.create(path, path)).id;
    const { id: projectId } = await owner.client.Projects.create({ name: uniqueName('grouped'), namespaceId: groupId });
    const made: number[] = [];
    const word = uniqueName('word');
    for (const labels of ['a', 'a,b', 'b']) {
      made.push((await owner.client.Issues.create(projectId, `One ${word}`, { labels })).id);
    }
    const { Issues } = owner.client;
    const ids = async (options: object) => (await Issues.all({ ...options })).map(({ id }) => id).toSorted();
    expect(await ids({ projectId, perPage: 1 })).toEqual(made);
    expect(await ids({ groupId, labels: 'a' })).toEqual(made.slice(0, 2));
    expect(await ids({ projectId, labels: 'a,b' })).toEqual([made[1]]);
    expect(await ids({ projectId, search: word, state: 'opened' })).toEqual(made);
    expect(await ids({ projectId, state: 'closed' })).toEqual([]);
    expect(await ids({ scope: 'created_by_me', search: word })).toEqual(made);
    expect((await refusal(guest.client.Issues.all({ projectId })))[0]).toBe(404);
  });

  it('keeps confidential issues to those who may read them, and subscribes', async () => {
    const { iid } = await newIssue({ confidential: true });
    expect((await refusal(guest.client.Issues.show(iid, { projectId: project })))[0]).toBe(404);
    await owner.client.Issues.edit(project, iid, { confidential: false });
    expect(await guest.client.Issues.subscribe(project, iid)).toMatchObject({ iid, subscribed: true });
    expect(await guest.client.Issues.unsubscribe(project, iid)).toMatchObject({ iid, subscribed: false });
    const participants = await guest.client.Issues.allParticipants(project, iid);
    expect(participants.map(({ id }) => id)).toEqual([owner.id]);
  });

  it('has to-do items of assignees, and those that users add', async () => {
    const { iid } = await newIssue({ assigneeIds: [guest.id] });
    const { Issues, TodoLists } = guest.client;
    const pending = () => TodoLists.all({ projectId: project });
    const [todo] = await pending();
    expect(todo).toMatchObject({ action_name: 'assigned', target_type: 'Issue', target: { iid }, state: 'pending' });
    expect((await refusal(Issues.createTodo(project, iid)))[0]).toBe(304);
    expect(await TodoLists.done({ todoId: todo!.id })).toMatchObject({ id: todo!.id, state: 'done' });
    expect(await Issues.createTodo(project, iid)).toMatchObject({ action_name: 'marked', target: { iid } });
    await TodoLists.done();
    expect(await pending()).toEqual([]);
  });

  it('closes issues by commits, and notes where they are named', async () => {
    const [{ iid }, other] = [await newIssue(), await newIssue()];
    const { Commits, IssueNotes, Issues } = owner.client;
    const file = (name: string) => [{ action: 'create', filePath: name, content: name }] as const;
    const commit = (message: string, name: string) => Commits.create(project, 'main', message, [...file(name)]);
    await commit('Begin', uniqueName('first'));
    const { id } = await commit(`Closes #${iid}, see #${other.iid}`, uniqueName('second'));
    await waitFor('the note', async () => (await IssueNotes.all(project, other.iid)).length > 0);
    expect((await Issues.show(iid, { projectId: project })).state).toBe('closed');
    const bodies = async (of: number) => (await IssueNotes.all(project, of)).map(({ body, system }) => [body, system]);
    expect(await bodies(iid)).toEqual([[`closed via commit ${id.slice(0, 8)}`, true]]);
    expect(await bodies(other.iid)).toEqual([[`mentioned in commit ${id}`, true]]);
  });

  it('makes, changes and deletes labels', async () => {
    const { ProjectLabels } = owner.client;
    const name = uniqueName('label');
    const label = await ProjectLabels.create(project, name, '#FFAABB', { description: 'Wrong', priority: 1 });
    expect(await ProjectLabels.show(project, name)).toEqual(label);
    await ProjectLabels.edit(project, label.id, { newName: `${name}/new` });
    const all = await ProjectLabels.all(project);
    expect(all.find(({ id }) => id === label.id)).toMatchObject({ name: `${name}/new`, color: '#FFAABB' });
    expect((await refusal(guest.client.ProjectLabels.remove(project, label.id)))[0]).toBe(403);
    await ProjectLabels.remove(project, `${name}/new`);
    expect((await refusal(ProjectLabels.show(project, label.id)))[0]).toBe(404);
  });

  it('plans issues for milestones', async () => {
    const { ProjectMilestones } = owner.client;
    const milestone = await ProjectMilestones.create(project, uniqueName('v'), { dueDate: '2030-01-31' });
    const { id } = await newIssue({ milestoneId: milestone.id });
    expect((await ProjectMilestones.allAssignedIssues(project, milestone.id)).map((issue) => issue.id)).toEqual([id]);
    expect(await ProjectMilestones.edit(project, milestone.id, { stateEvent: 'close' })).toMatchObject({
      ...{ state: 'closed', due_date: '2030-01-31' },
    });
    const closed = await ProjectMilestones.all(project, { state: 'closed' });
    expect(closed.map((each) => each.id)).toContain(milestone.id);
    await ProjectMilestones.remove(project, milestone.id);
    expect((await refusal(ProjectMilestones.show(project, milestone.id)))[0]).toBe(404);
  });

  it('writes notes and awards', async () => {
    const { iid } = await newIssue();
    const { IssueNotes, IssueAwardEmojis, IssueNoteAwardEmojis } = owner.client;
    const note = await guest.client.IssueNotes.create(project, iid, 'First');
    await IssueNotes.edit(project, iid, note.id, { body: 'Changed' });
    expect(await IssueNotes.show(project, iid, note.id)).toMatchObject({ body: 'Changed', author: { id: guest.id } });
    const award = await guest.client.IssueAwardEmojis.award(project, iid, 'thumbsup');
    expect((await IssueAwardEmojis.all(project, iid)).map(({ id }) => id)).toEqual([award.id]);
    const onNote = await IssueNoteAwardEmojis.award(project, iid, note.id, 'tada');
    expect(await IssueNoteAwardEmojis.show(project, iid, note.id, onNote.id)).toMatchObject({ name: 'tada' });
    const counted = await owner.client.Issues.show(iid, { projectId: project });
    expect(counted).toMatchObject({ user_notes_count: 1, upvotes: 1, downvotes: 0 });
    await guest.client.IssueAwardEmojis.remove(project, iid, award.id);
    await IssueNotes.remove(project, iid, note.id);
    expect(await IssueNotes.all(project, iid)).toEqual([]);
  });

  it('keeps snippets, of a project and personal ones', async () => {
    const { ProjectSnippets, ProjectSnippetNotes, Snippets } = owner.client;
    const given: object = { fileName: 'a.txt', content: 'The\ntext\n', visibility: 'private' };
    const snippet = await ProjectSnippets.create(project, 'One', given);
    await ProjectSnippets.edit(project, snippet.id, { description: 'Changed' });
    expect(await guest.client.ProjectSnippets.show(project, snippet.id)).toMatchObject({
      ...{ title: 'One', file_name: 'a.txt', description: 'Changed' },
    });
    expect(await ProjectSnippets.showContent(project, snippet.id)).toBe('The\ntext\n');
    expect((await refusal(owner.client.ProjectSnippets.showUserAgentDetails(project, snippet.id)))[0]).toBe(403);
    expect(await admin.ProjectSnippets.showUserAgentDetails(project, snippet.id)).toHaveProperty('ip_address');
    const note = await guest.client.ProjectSnippetNotes.create(project, snippet.id, 'Nice');
    expect((await ProjectSnippetNotes.all(project, snippet.id)).map(({ id }) => id)).toEqual([note.id]);
    const own = await Snippets.create('Mine', given);
    expect((await Snippets.all()).map(({ id }) => id)).toEqual([own.id]);
    expect((await refusal(guest.client.Snippets.show(own.id)))[0]).toBe(404);
    await Snippets.edit(own.id, { visibility: 'public' });
    expect((await guest.client.Snippets.all({ public: true })).map(({ id }) => id)).toContain(own.id);
    await Snippets.remove(own.id);
    await ProjectSnippets.remove(project, snippet.id);
    expect((await refusal(ProjectSnippets.show(project, snippet.id)))[0]).toBe(404);
  });
});
