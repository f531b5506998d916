import { AccessLevel, type Principal, type Visibility } from '@hearth/contract-kit';
import { until } from '@hearth/data/testing';
import { startJobs } from '@hearth/jobs';
import { sha, user, type FakeProject, type FakeWorld } from '../testing/fake-world.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

describe('opening a merge request', () => {
  const app = MergeRequestsApp.inBlock();
  const developer = user(1);
  const reporter = user(2);
  const guest = user(3);
  const stranger = user(4);
  let world: FakeWorld;

  beforeAll(() => {
    world = app.world;
  });

  function newProject(visibility: Visibility = 'private', overrides: Partial<FakeProject['card']> = {}): FakeProject {
    const project = world.addProject({ visibility, ...overrides });
    project.members.set(developer.userId, AccessLevel.developer);
    project.members.set(reporter.userId, AccessLevel.reporter);
    project.members.set(guest.userId, AccessLevel.guest);
    return project;
  }
  const GIVEN = { source_branch: 'topic', target_branch: 'main', title: ' One ' };
  const post = (caller: Principal | null, project: FakeProject, fields: object = {}) =>
    app.request(caller, 'POST', `/projects/${project.card.id}/merge_requests`, { ...GIVEN, ...fields });
  const get = (caller: Principal | null, project: FakeProject, iid: number | string) =>
    app.request(caller, 'GET', `/projects/${project.card.id}/merge_requests/${iid}`);

  /** The record of the first merge request of a project, with everything the author may choose. */
  function recordIn({ card: { id } }: FakeProject, milestoneId: number, createdAt: unknown): object {
    return {
      id: expect.any(Number),
      iid: 1,
      project_id: id,
      title: 'One',
      description: 'Ask @user-3 and @user-4',
      state: 'opened',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      web_url: `http://hearth.test:8080/group/project-${id}/merge_requests/1`,
      target_branch: 'main',
      source_branch: 'topic',
      upvotes: 0,
      downvotes: 0,
      author: expect.objectContaining({ username: 'user-1' }),
      assignee: expect.objectContaining({ username: 'user-2' }),
      assignees: [expect.objectContaining({ username: 'user-2' })],
      reviewers: [],
      ...{ merged_by: null, merge_user: null, merged_at: null, closed_by: null, closed_at: null },
      prepared_at: createdAt,
      source_project_id: id,
      target_project_id: id,
      labels: ['a', 'b'],
      work_in_progress: false,
      draft: false,
      milestone: expect.objectContaining({ id: milestoneId, title: 'v1', project_id: id }),
      merge_when_pipeline_succeeds: false,
      merge_status: 'can_be_merged',
      detailed_merge_status: 'mergeable',
      has_conflicts: false,
      sha: sha(`topic of ${id}`),
      merge_commit_sha: null,
      ...{ squash: false, squash_on_merge: false, squash_commit_sha: null },
      user_notes_count: 0,
      discussion_locked: null,
      blocking_discussions_resolved: true,
      merge_error: null,
      should_remove_source_branch: null,
      force_remove_source_branch: true,
      time_stats: { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null },
      task_completion_status: { count: 0, completed_count: 0 },
      reference: '!1',
      references: { short: '!1', relative: '!1', full: `group/project-${id}!1` },
      subscribed: true,
      changes_count: '1',
      diff_refs: { base_sha: sha('base'), head_sha: sha(`topic of ${id}`), start_sha: sha(`main of ${id}`) },
      ...{ pipeline: null, head_pipeline: null, user: { can_merge: true } },
    };
  }

  it('returns the record, with everything the author may choose', async () => {
    const project = newProject();
    const milestone = world.addMilestone(project, 'v1');
    const { status, body } = await post(developer, project, {
      description: 'Ask @user-3 and @user-4',
      labels: 'b,a',
      assignee_id: reporter.userId,
      milestone_id: milestone.id,
      remove_source_branch: true,
    });
    expect(status).toBe(201);
    const { id } = project.card;
    expect(body).toEqual(recordIn(project, milestone.id, body.created_at));
    expect((await get(developer, project, 1)).body).toEqual(body);
    expect((await get(reporter, project, 1)).body).toMatchObject({ user: { can_merge: false } });
    expect(world.heads.get(`${id}!1`)).toBe(sha(`topic of ${id}`));
    for (const kept of [sha(`topic of ${id}`), sha(`main of ${id}`), sha('base')]) expect(world.kept).toContain(kept);
    const mentioned = await app.testDatabase.query(
      'select user_id from merge_request_mentions where merge_request_id = $1',
      [body.id],
    );
    expect(mentioned).toEqual([{ user_id: guest.userId }]);
  });

  it('takes several assignees and reviewers who may read the project', async () => {
    const project = newProject();
    const given = { assignee_ids: [3, 2, 4], reviewer_ids: ['1', 0], description: '- [x] a\n- [ ] b' };
    const { body } = await post(developer, project, given);
    expect(body).toMatchObject({
      ...{ assignee: { id: 2 }, assignees: [{ id: 2 }, { id: 3 }], reviewers: [{ id: 1 }] },
      task_completion_status: { count: 2, completed_count: 1 },
    });
    const many = Array.from({ length: 31 }, (_, n) => n + 1);
    expect(await post(developer, project, { assignee_ids: many })).toMatchObject({ status: 400 });
  });

  it('publishes an event, and looks at the source branch once more', async () => {
    const project = newProject();
    const { body } = await post(developer, project);
    const events = () =>
      app.testDatabase.query<{ type: string; data: { iid: number; headSha: string; userId: number } }>(
        'select type, data from outbox where key = $1 order by id',
        [String(project.card.id)],
      );
    expect((await events()).map(({ type }) => type)).toEqual(['merge-requests.merge-request-created']);
    expect((await events())[0]!.data).toMatchObject({ iid: 1, headSha: body.sha, userId: developer.userId });
    const moved = newProject();
    world.onHead = () => moved.branches.set('topic', sha('moved'));
    await post(developer, moved);
    const jobs = startJobs(app.app);
    try {
      await until(
        'the push has made a version',
        async () => (await get(developer, moved, 1)).body.sha === sha('moved'),
      );
    } finally {
      await jobs.stop();
    }
  });

  it('keeps from others what only those choose who manage the target', async () => {
    const target = newProject('public');
    const source = newProject('public', { forkedFromId: target.card.id });
    source.members.set(stranger.userId, AccessLevel.owner);
    const milestone = world.addMilestone(target, 'v1');
    const chosen = { labels: ['x'], assignee_id: reporter.userId, milestone_id: milestone.id };
    const { status, body } = await post(stranger, source, { ...chosen, target_project_id: target.card.id });
    expect(status).toBe(201);
    expect(body).toMatchObject({ labels: [], assignee: null, milestone: null, iid: 1 });
    expect(body).toMatchObject({ project_id: target.card.id, source_project_id: source.card.id });
    expect(body.sha).toBe(sha(`topic of ${source.card.id}`));
    expect([...target.labels.values()]).toEqual([]);
  });

  it.each([
    ['a label that cannot be', { labels: '' }, { labels: [] }],
    ['a user who cannot read the project', { assignee_id: 4 }, { assignee: null }],
    ['an unknown milestone', { milestone_id: 999_999 }, { milestone: null }],
    ['no user', { assignee_id: 0, milestone_id: '' }, { assignee: null, milestone: null }],
    ['a draft', { title: 'WIP: one' }, { work_in_progress: true }],
  ])('ignores or accepts %s', async (_, fields, expected) => {
    expect((await post(developer, newProject(), fields)).body).toMatchObject(expected);
  });

  it.each([
    [{ title: undefined, source_branch: undefined }, 400, { error: 'title is missing, source_branch is missing' }],
    [{ target_branch: undefined }, 400, { error: 'target_branch is missing' }],
    [{ assignee_id: 'x' }, 400, { error: 'assignee_id is invalid' }],
    [{ labels: { a: 1 }, remove_source_branch: 'maybe' }, 400, { error: 'remove_source_branch is invalid' }],
    [{ title: ' ' }, 400, { message: { title: ["can't be blank"] } }],
    [{ title: 'x'.repeat(256) }, 400, { message: { title: ['is too long (maximum is 255 characters)'] } }],
    [{ source_branch: 'no' }, 400, { message: { base: ['Source branch "no" does not exist'] } }],
    [
      { source_branch: 'no', target_branch: 'none' },
      400,
      { message: { base: ['Source branch "no" does not exist', 'Target branch "none" does not exist'] } },
    ],
    [{ target_project_id: 999_999 }, 404, { message: '404 Project Not Found' }],
    [{ target_project_id: 0 }, 404, { message: '404 Project Not Found' }],
    [{ target_branch: 'topic' }, 422, { error: ['You can not use same project/branch for source and target'] }],
  ])('is refused with %j', async (fields, status, body) => {
    const project = newProject();
    expect(await post(developer, project, fields)).toEqual({ status, body });
    expect(
      await app.testDatabase.query('select from merge_requests where target_project_id = $1', [project.card.id]),
    ).toEqual([]);
  });

  it('is refused into another project that is hidden, unrelated, closed to merge requests or archived', async () => {
    const source = newProject();
    const into = (target: FakeProject) => post(developer, source, { target_project_id: target.card.id });
    const hidden = world.addProject();
    expect(await into(hidden)).toMatchObject({ status: 404 });
    expect(await into(newProject())).toEqual({
      status: 422,
      body: { error: ['Source project is not a fork of the target project'] },
    });
    const parent = newProject();
    source.card = { ...source.card, forkedFromId: parent.card.id, forkNetworkId: parent.card.id };
    const { features } = parent.card;
    parent.card = { ...parent.card, features: { ...features, mergeRequests: 'disabled' } };
    expect(await into(parent)).toEqual({
      status: 422,
      body: { error: ['Target project has disabled merge requests'] },
    });
    parent.card = { ...parent.card, features, archived: true };
    expect(await into(parent)).toMatchObject({ status: 403 });
    parent.card = { ...parent.card, archived: false };
    expect(await into(parent)).toMatchObject({ status: 201 });
  });

  it('happens once for the same branches while one is open', async () => {
    const project = newProject();
    const answers = await Promise.all([post(developer, project), post(developer, project)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await post(developer, project, { title: 'Two' })).toEqual({
      status: 409,
      body: { message: ['Cannot Create: This merge request already exists: ["One"]'] },
    });
    await app.testDatabase.query(`update merge_requests set state = 'closed' where target_project_id = $1`, [
      project.card.id,
    ]);
    expect((await post(developer, project)).status).toBe(201);
  });

  it.each<[string, Visibility, Principal | null, number]>([
    ['anonymous callers', 'public', null, 401],
    ['callers to whom it is hidden', 'private', stranger, 404],
    ['callers without a role', 'public', stranger, 403],
    ['guests', 'private', guest, 403],
    ['reporters', 'private', reporter, 403],
    ['admins', 'private', user(9, { admin: true }), 201],
  ])('is decided by the role on the source: %s', async (_, visibility, caller, status) => {
    expect(await post(caller, newProject(visibility))).toMatchObject({ status });
  });

  it.each([
    [{ archived: true }],
    [{ features: { repository: 'disabled' } }],
    [{ features: { mergeRequests: 'disabled' } }],
  ])('needs a source that is %j', async (closed) => {
    const project = newProject();
    const features = { ...project.card.features, ...('features' in closed ? closed.features : {}) };
    project.card = { ...project.card, ...closed, features } as FakeProject['card'];
    expect(await post(developer, project)).toMatchObject({ status: 403 });
  });

  it('can be read by those who read the repository, its author and its assignee', async () => {
    const project = newProject('private');
    await post(developer, project, { assignee_id: guest.userId });
    const other = user(5);
    project.members.set(other.userId, AccessLevel.guest);
    const statuses = async (...callers: (Principal | null)[]) =>
      Promise.all(callers.map(async (caller) => (await get(caller, project, 1)).status));
    expect(await statuses(null, stranger, other, guest, reporter, developer)).toEqual([401, 404, 403, 200, 200, 200]);
    project.card = { ...project.card, visibility: 'internal' };
    expect(await statuses(null, stranger, user(6, { external: true }), other)).toEqual([401, 200, 404, 200]);
    expect((await get(reporter, project, 1)).body.subscribed).toBe(false);
    expect(await get(developer, project, 2)).toEqual({ status: 404, body: { message: '404 Not found' } });
    expect(await get(developer, project, 'one')).toEqual({
      status: 400,
      body: { error: 'merge_request_iid is invalid' },
    });
  });

  it('tells how much differs', async () => {
    const project = newProject();
    project.branches.set('same', project.branches.get('main')!);
    expect((await post(developer, project, { source_branch: 'same' })).body).toMatchObject({ changes_count: null });
    world.diffs.set(sha(`topic of ${project.card.id}`), { files: [], overflow: true });
    world.diffs
      .get(sha(`topic of ${project.card.id}`))!
      .files.push(...Array.from({ length: 1000 }, () => world.oneFile));
    expect((await post(developer, project)).body).toMatchObject({ changes_count: '1000+' });
  });
});
