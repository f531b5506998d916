import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { AcceptForNote } from '../merges/accept-for-note.js';
import { sha, user, type FakeProject } from '../testing/fake-world.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

describe('quick actions', () => {
  const app = MergeRequestsApp.inBlock();
  const [author, developer, guest, outsider] = [1, 2, 3, 4].map((id) => user(id)) as [
    ...[Principal, Principal, Principal],
    Principal,
  ];

  function newProject(overrides: Partial<FakeProject['card']> = {}): FakeProject {
    const project = app.world.addProject({ visibility: 'internal', ...overrides });
    project.members.set(developer.userId, AccessLevel.developer);
    project.members.set(guest.userId, AccessLevel.guest);
    project.branches.set('next', sha('next'));
    return project;
  }
  /** Opens a merge request of an author who is only a reporter of the target. */
  async function opened(fields: object = {}, project = newProject()): Promise<Body> {
    project.members.set(author.userId, AccessLevel.developer);
    const mr = await app.open(author, project, fields);
    project.members.set(author.userId, AccessLevel.reporter);
    return mr;
  }
  const at = (mr: Body) => `/projects/${mr.project_id}/merge_requests/${mr.iid}`;
  const write = (caller: Principal, mr: Body, body: string) => app.request(caller, 'POST', `${at(mr)}/notes`, { body });
  const read = async (mr: Body) => (await app.request(developer, 'GET', at(mr))).body as Body;
  const notes = async (mr: Body) => {
    const { body } = await app.request(developer, 'GET', `${at(mr)}/notes?sort=asc`);
    return (body as Body[]).map((note) => note.body);
  };
  const asked = async (mr: Body) => {
    const rows = await app.testDatabase.query<{ data: { data: Body } }>(
      `select data from merge_requests_jobs.job where name = 'accept-by-quick-action' and data::text like '%' || $1 || '%'`,
      [`"mergeRequestId": ${mr.id}`],
    );
    return rows.length;
  };

  it('of a note change the merge request as its endpoint does, and leave its text', async () => {
    const project = newProject();
    project.labels.set(501, 'bug');
    const milestone = app.world.addMilestone(project, 'v1');
    const mr = await opened({}, project);
    const text = `Done.\n/title Better\n/label ~bug ~none\n/assign @user-3\n/milestone %v1\n/target_branch next\n/close`;
    expect(await write(developer, mr, text)).toMatchObject({ status: 201, body: { body: 'Done.' } });
    expect(await read(mr)).toMatchObject({
      ...{ title: 'Better', labels: ['bug'], state: 'closed', target_branch: 'next', user_notes_count: 1 },
      ...{ assignee: { username: 'user-3' }, milestone: { id: milestone.id } },
    });
    expect(await notes(mr)).toEqual([
      `changed title from **{-${mr.title}-}** to **{+Better+}**`,
      'added ~501 label',
      'assigned to @user-3',
      'changed milestone to %1',
      'changed target branch from `main` to `next`',
      'closed',
      'Done.',
    ]);
    const again = await write(developer, mr, '/reopen\n/unlabel\n/unassign\n/remove_milestone\n/wip');
    expect(again).toMatchObject({
      status: 202,
      body: { commands_changes: { state_event: 'reopen', labels: [], assignee_id: null, wip_event: 'wip' } },
    });
    expect(await read(mr)).toMatchObject({
      ...{ state: 'opened', title: 'WIP: Better', work_in_progress: true, labels: [], assignee: null, milestone: null },
    });
  });

  it('need the rights of their endpoint; what is not allowed or not possible stays text', async () => {
    const project = newProject();
    project.labels.set(502, 'bug');
    const mr = await opened({}, project);
    const text = '/title Mine\n/label ~bug\n/merge';
    expect(await write(author, mr, text)).toMatchObject({ status: 201, body: { body: '/label ~bug\n/merge' } });
    expect(await read(mr)).toMatchObject({ title: 'Mine', labels: [] });
    for (const caller of [guest, outsider])
      expect(await write(caller, mr, '/close')).toMatchObject({ status: 201, body: { body: '/close' } });
    await app.request(developer, 'PUT', at(mr), { discussion_locked: true });
    expect((await write(outsider, mr, '/close')).status).toBe(403);
    expect(await read(mr)).toMatchObject({ state: 'opened' });
    const unknown = '/target_branch none\n/milestone %none\n/assign nobody\n/reopen';
    expect(await write(developer, mr, unknown)).toMatchObject({ status: 201, body: { body: unknown } });
    expect(project.labels.size).toBe(1);
  });

  it('do not reopen one whose branches another open one has', async () => {
    const project = newProject();
    const mr = await opened({}, project);
    await write(author, mr, '/close');
    project.members.set(author.userId, AccessLevel.developer);
    const given = { source_branch: mr.source_branch, target_branch: 'main', title: 'Twin' };
    expect((await app.request(author, 'POST', `/projects/${mr.project_id}/merge_requests`, given)).status).toBe(201);
    expect(await write(author, mr, '/reopen')).toMatchObject({ status: 201, body: { body: '/reopen' } });
    expect(await read(mr)).toMatchObject({ state: 'closed' });
  });

  it('merge the head that was seen, by a job, for who may', async () => {
    const mr = await opened();
    const ofHead = (merge_request_diff_head_sha: string) =>
      app.request(developer, 'POST', `${at(mr)}/notes`, { body: '/merge', merge_request_diff_head_sha });
    expect(await ofHead(sha('another head'))).toMatchObject({ status: 201, body: { body: '/merge' } });
    expect(await asked(mr)).toBe(0);
    expect(await ofHead(mr.sha)).toMatchObject({
      status: 202,
      body: { commands_changes: { merge: mr.sha }, summary: ['Scheduled the merge.'] },
    });
    expect(await asked(mr)).toBe(1);
    const merge = (head: string) =>
      app.get(AcceptForNote).execute({ mergeRequestId: mr.id, userId: developer.userId, sha: head });
    await merge(sha('another head'));
    expect(await read(mr)).toMatchObject({ state: 'opened' });
    await merge(mr.sha);
    await merge(mr.sha);
    expect(await read(mr)).toMatchObject({ state: 'merged' });
    expect(app.merges.merged.filter(({ sourceTip }) => sourceTip === mr.sha)).toHaveLength(1);
    expect(await write(developer, mr, '/merge')).toMatchObject({ status: 201, body: { body: '/merge' } });
  });

  it('merge when the pipeline succeeds, and not after one that failed, nor for who is blocked', async () => {
    const mr = await opened();
    app.merges.pipelines.set(mr.sha, 'failed');
    expect((await write(developer, mr, '/merge')).status).toBe(201);
    app.merges.pipelines.set(mr.sha, 'running');
    expect((await write(developer, mr, '/merge')).status).toBe(202);
    const accept = () =>
      app.get(AcceptForNote).execute({ mergeRequestId: mr.id, userId: developer.userId, sha: mr.sha });
    app.world.blocked.add(developer.userId);
    await accept();
    expect(await read(mr)).toMatchObject({ merge_when_pipeline_succeeds: false });
    app.world.blocked.delete(developer.userId);
    await accept();
    expect(await read(mr)).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: true });
  });

  it('of a description are carried out when the merge request is opened', async () => {
    const project = newProject();
    project.labels.set(503, 'bug');
    const milestone = app.world.addMilestone(project, 'v2');
    project.members.set(author.userId, AccessLevel.developer);
    const description = 'Text\n/label ~bug\n/milestone %v2\n/assign me\n/wip\n/unsubscribe\n/close\n```\n/title x\n```';
    const mr = await app.open(author, project, { title: 'One', description, labels: 'own' });
    expect(mr).toMatchObject({
      ...{ title: 'WIP: One', description: 'Text\n/close\n```\n/title x\n```', state: 'opened' },
      ...{ labels: ['bug', 'own'], milestone: { id: milestone.id }, subscribed: false },
      ...{ assignee: { username: 'user-1' } },
    });
    expect(await notes(mr)).toEqual([]);
  });

  it('of a description leave out what is for those who manage the target', async () => {
    const target = newProject();
    target.labels.set(504, 'bug');
    const fork = newProject({ forkedFromId: target.card.id });
    fork.members.set(author.userId, AccessLevel.developer);
    const given = { target_project_id: target.card.id, description: '/label ~bug\n/title Two' };
    const mr = await app.open(author, fork, given);
    expect(mr).toMatchObject({ title: 'Two', description: '/label ~bug', labels: [] });
  });
});
