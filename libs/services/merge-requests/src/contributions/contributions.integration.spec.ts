import { AccessLevel, type ProjectId } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { OnUserDeleted } from '../events/on-user-deleted.js';
import { sha, user, type FakeProject } from '../testing/fake-world.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { RemoveContributions } from './remove.js';
import { UnassignFormerReaders } from './unassign.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

const GHOST = 900;

describe('what is left of users and projects', () => {
  const app = MergeRequestsApp.inBlock();
  const admin = user(1);
  let nextUser = 10;

  function newProject(overrides: Partial<FakeProject['card']> = {}): FakeProject {
    const project = app.world.addProject(overrides);
    project.members.set(admin.userId, AccessLevel.master);
    return project;
  }
  function member(project: FakeProject) {
    const person = user(++nextUser);
    project.members.set(person.userId, AccessLevel.developer);
    return person;
  }
  const read = async (mr: Body) =>
    (await app.request(admin, 'GET', `/projects/${mr.project_id}/merge_requests/${mr.iid}`)) as {
      status: number;
      body: Body;
    };
  const count = async (table: string, mr: Body) => {
    const [row] = await app.testDatabase.query<{ n: number }>(
      `select count(*)::int as n from ${table} where merge_request_id = $1`,
      [mr.id],
    );
    return row!.n;
  };

  /** One merge request by the user, and one by the admin with every kind of contribution of the user. */
  async function contributed() {
    const project = newProject();
    const leaver = member(project);
    const own = await app.open(leaver, project);
    const other = await app.open(admin, project, { assignee_id: leaver.userId, description: `@user-${leaver.userId}` });
    app.merges.pipelines.set(other.sha as string, 'running');
    const merge = `/projects/${project.card.id}/merge_requests/${other.iid}/merge`;
    expect((await app.request(leaver, 'PUT', merge, { merge_when_pipeline_succeeds: true })).status).toBe(200);
    const rows = [
      `insert into notes (project_id, merge_request_id, author_id, body) values ($2, $3, $1, 'said')`,
      `insert into notes (project_id, merge_request_id, author_id, body, type, resolved_by_id, resolved_at)
       select $2, $3, ${admin.userId}, 'asked', 'DiscussionNote', $1::bigint, now()`,
      `insert into merge_request_approvals (merge_request_id, user_id) select $3, $1 where $2::bigint > 0`,
      `insert into award_emoji (merge_request_id, user_id, name) select $3, $1, 'thumbsup' where $2::bigint > 0`,
      `update merge_requests set user_notes_count = 1, upvotes = 1 where id = $3 and $1 <> $2::bigint`,
      `insert into merge_request_subscriptions (merge_request_id, user_id, subscribed) select $3, $1, true where $2::bigint > 0`,
      `insert into draft_notes (merge_request_id, author_id, body) select $3, $1, 'later' where $2::bigint > 0`,
    ];
    for (const row of rows) await app.testDatabase.query(row, [leaver.userId, project.card.id, other.id]);
    return { project, leaver, own, other };
  }

  it('goes to the ghost when a user is deleted', async () => {
    const { leaver, own, other } = await contributed();
    const gone = { userId: leaver.userId, ghostId: GHOST, hardDelete: false };
    await app.database.tx((tx) => app.get(OnUserDeleted).handle(gone, { tx } as Delivery));
    expect((await read(other)).body).toMatchObject({ merge_when_pipeline_succeeds: false });
    for (let times = 0; times < 2; times += 1) await app.get(RemoveContributions).ofUser(gone);
    expect((await read(own)).body).toMatchObject({ author: { id: GHOST } });
    expect((await read(other)).body).toMatchObject({ assignee: null, upvotes: 1, user_notes_count: 1 });
    const authors = `select author_id::int as by, resolved_by_id::int as resolver from notes
      where merge_request_id = $1 and not system order by id`;
    expect(await app.testDatabase.query(authors, [other.id])).toEqual([
      { by: GHOST, resolver: null },
      { by: admin.userId, resolver: GHOST },
    ]);
    expect(await count('merge_request_subscriptions', other)).toBe(0);
    expect(await count('merge_request_approvals', other)).toBe(0);
    expect(await count('merge_request_mentions', other)).toBe(0);
    expect(await count('draft_notes', other)).toBe(0);
  });

  it('is deleted with a user who is deleted with everything', async () => {
    const { leaver, own, other } = await contributed();
    await app.get(RemoveContributions).ofUser({ userId: leaver.userId, ghostId: GHOST, hardDelete: true });
    expect((await read(own)).status).toBe(404);
    expect((await read(other)).body).toMatchObject({ assignee: null, upvotes: 0, user_notes_count: 0 });
    expect(await count('award_emoji', other)).toBe(0);
  });

  it('is deleted with the project that it was to be merged into, and stays where the source goes', async () => {
    const target = newProject();
    const fork = newProject({ forkedFromId: target.card.id });
    const inFork = await app.open(admin, fork);
    fork.branches.set('mine', sha('mine'));
    const given = { source_branch: 'mine', target_branch: 'main', title: 'x', target_project_id: target.card.id };
    const { body: across } = await app.request(admin, 'POST', `/projects/${fork.card.id}/merge_requests`, given);
    app.merges.pipelines.set(sha('mine'), 'running');
    const merge = `/projects/${target.card.id}/merge_requests/${across.iid}/merge`;
    await app.request(admin, 'PUT', merge, { merge_when_pipeline_succeeds: true });
    await app.get(RemoveContributions).ofProject({ projectId: fork.card.id });
    expect((await read(inFork)).status).toBe(404);
    expect((await read(across)).body).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: false });
    expect(await count('merge_request_versions', inFork)).toBe(0);
  });

  it('is not assigned to users who no longer see the project', async () => {
    const project = newProject();
    const [stays, goes] = [member(project), member(project)];
    const kept = await app.open(admin, project, { assignee_id: stays.userId });
    const cleared = await app.open(admin, project, { assignee_id: goes.userId });
    const elsewhere = newProject();
    elsewhere.members.set(goes.userId, AccessLevel.developer);
    const other = await app.open(admin, elsewhere, { assignee_id: goes.userId });
    project.members.delete(goes.userId);
    const assignee = async (mr: Body) => ((await read(mr)).body as Body).assignee?.id ?? null;
    await app.get(UnassignFormerReaders).execute({ projectId: 999_999 as ProjectId, userId: null });
    expect(await assignee(cleared)).toBe(goes.userId);
    await app.get(UnassignFormerReaders).execute({ projectId: null, userId: goes.userId });
    expect([await assignee(kept), await assignee(cleared), await assignee(other)]).toEqual([
      stays.userId,
      null,
      goes.userId,
    ]);
    project.members.delete(stays.userId);
    await app.get(UnassignFormerReaders).execute({ projectId: null, userId: null });
    expect(await assignee(kept)).toBe(null);
  });
});
