import type { Principal } from '@hearth/contract-kit';
import { ContributionsStore } from '../contributions/contributions.store.js';
import { RecordVersion } from '../diffs/record-version.js';
import { sha, user, type FakeProject } from '../testing/fake-world.js';
import { mergeScene, author, developer, guest, master, type Body } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { ApprovalRulesStore } from './approval-rules.store.js';

describe('approvals', () => {
  const app = MergeRequestsApp.inBlock();
  const scene = mergeScene(app);
  const visitor = user(9);

  const at = (mr: Body, rest: string) => `/projects/${mr.project_id}/merge_requests/${mr.iid}/${rest}`;
  const approve = (caller: Principal | null, mr: Body, fields: object = {}) =>
    app.request(caller, 'POST', at(mr, 'approve'), fields);
  const unapprove = (caller: Principal | null, mr: Body) => app.request(caller, 'POST', at(mr, 'unapprove'));
  const approvals = async (mr: Body, caller = developer) =>
    (await app.request(caller, 'GET', at(mr, 'approvals'))).body as Body;
  const configure = (project: FakeProject, fields: object, caller = master) =>
    app.request(caller, 'POST', `/projects/${project.card.id}/approvals`, fields);
  /** A merge request of the author, into a project that requires approvals. */
  async function opened(required = 1, settings: object = {}): Promise<{ project: FakeProject; mr: Body }> {
    const found = await scene.opened();
    await configure(found.project, { approvals_before_merge: required, ...settings });
    return found;
  }
  const usernames = ({ approved_by: by }: Body) => by.map((approval: Body) => approval.user.username);
  const kinds = async (project: FakeProject) =>
    (
      await app.testDatabase.query<{ kind: string }>(
        `select data ->> 'kind' as kind from outbox where data -> 'subject' ->> 'id' = $1 order by id`,
        [String(project.card.id)],
      )
    ).map(({ kind }) => kind);

  it('are given and withdrawn, each with a note', async () => {
    const { mr } = await opened(2);
    const missing = { approved: false, approvals_required: 2, approvals_left: 2, user_has_approved: false };
    expect(await approvals(mr)).toMatchObject({ ...missing, iid: mr.iid, user_can_approve: true, approved_by: [] });
    const { status, body } = await approve(developer, mr, { sha: mr.sha });
    const given = { approvals_left: 1, user_has_approved: true, user_can_approve: false };
    expect([status, body]).toMatchObject([201, given]);
    expect(body.approved_by).toEqual([
      { user: expect.objectContaining({ username: 'user-2' }), approved_at: expect.any(String) },
    ]);
    expect((await approve(master, mr)).body).toMatchObject({
      approved: true,
      approvals_left: 0,
      approval_rules_left: [],
    });
    expect(usernames(await approvals(mr))).toEqual(['user-2', 'user-1']);
    expect(await unapprove(developer, mr)).toMatchObject({ status: 201, body: { approvals_left: 1 } });
    expect((await unapprove(developer, mr)).status).toBe(404);
    expect(await scene.notes(mr)).toEqual([
      [developer.userId, 'approved this merge request'],
      [master.userId, 'approved this merge request'],
      [developer.userId, 'unapproved this merge request'],
    ]);
  });

  it('are refused to those who cannot give them', async () => {
    const { project, mr } = await opened();
    for (const caller of [author, guest, visitor]) expect((await approve(caller, mr)).status).toBe(401);
    expect((await approve(null, mr)).status).toBe(401);
    expect(await approve(developer, mr, { sha: 'f'.repeat(40) })).toMatchObject({
      ...{ status: 409, body: { message: 'SHA does not match HEAD of source branch' } },
    });
    expect((await approve(developer, mr)).status).toBe(201);
    expect((await approve(developer, mr)).status).toBe(401);
    await configure(project, { merge_requests_author_approval: true });
    expect((await approve(author, mr)).status).toBe(201);
    await app.testDatabase.query(`update merge_requests set state = 'closed' where id = $1`, [mr.id]);
    expect((await approve(master, mr)).status).toBe(401);
    expect((await unapprove(author, mr)).status).toBe(404);
  });

  it('are needed for a merge where the project requires them', async () => {
    const { mr } = await opened();
    expect(await scene.read(mr)).toMatchObject({ detailed_merge_status: 'not_approved' });
    expect(await scene.accept(developer, mr)).toMatchObject({
      ...{ status: 405, body: { message: '405 Method Not Allowed' } },
    });
    await approve(master, mr);
    expect(await scene.read(mr)).toMatchObject({ detailed_merge_status: 'mergeable' });
    expect((await scene.accept(developer, mr)).status).toBe(200);
  });

  it('end with a push to the source, and with another target', async () => {
    const { project, mr } = await opened();
    await approve(master, mr);
    project.branches.set(mr.source_branch, sha(`pushed ${mr.id}`));
    // The merge records the pushed version itself, and finds the approval gone.
    expect((await scene.accept(developer, mr)).status).toBe(405);
    expect(usernames(await approvals(mr))).toEqual([]);
    await approve(master, mr);
    await app.request(author, 'PUT', at(mr, '').slice(0, -1), { target_branch: 'topic' });
    expect(usernames(await approvals(mr))).toEqual([]);
  });

  it('stay after a push where the project keeps them', async () => {
    const { project, mr } = await opened(1, { reset_approvals_on_push: false });
    await approve(master, mr);
    project.branches.set(mr.source_branch, sha(`pushed ${mr.id}`));
    await app.get(RecordVersion).execute({ mergeRequestId: mr.id as number });
    expect(usernames(await approvals(mr))).toEqual(['user-1']);
  });

  it('are all removed by a bot, and by no other user', async () => {
    const { mr } = await opened();
    await approve(developer, mr);
    await approve(master, mr);
    const reset = (caller: Principal) => app.request(caller, 'PUT', at(mr, 'reset_approvals'));
    for (const caller of [master, author, { ...guest, bot: true as const }])
      expect((await reset(caller)).status).toBe(401);
    expect(usernames(await approvals(mr))).toHaveLength(2);
    const bot = { ...developer, bot: true as const };
    for (let round = 0; round < 2; round++)
      expect(await reset(bot)).toEqual({ status: 202, body: { message: '202 Accepted' } });
    expect(await approvals(mr)).toMatchObject({ approved: false, approved_by: [] });
    await app.testDatabase.query(`update merge_requests set state = 'closed' where id = $1`, [mr.id]);
    expect((await reset(bot)).status).toBe(401);
  });

  it('let the automatic merge go on', async () => {
    const { project, mr } = await scene.opened();
    scene.pipeline(mr, 'pending');
    expect((await scene.autoMerge(developer, mr)).status).toBe(200);
    await configure(project, { approvals_before_merge: 1 });
    scene.pipeline(mr, 'success');
    await scene.runAutoMerge(mr);
    expect(scene.mergesOf(mr)).toEqual([]);
    await app.testDatabase.query(`delete from merge_requests_jobs.job where name = 'merge-when-succeeded'`);
    await approve(master, mr);
    expect(await scene.queued('merge-when-succeeded', mr)).toBe(1);
    await scene.runAutoMerge(mr);
    expect(scene.mergesOf(mr)).toHaveLength(1);
  });

  it('show in the state of reviewers, and in that of the rule', async () => {
    const { project, mr } = await opened(1);
    await app.request(author, 'PUT', at(mr, '').slice(0, -1), { reviewer_ids: [developer.userId, master.userId] });
    await approve(developer, mr);
    const reviewers = (await app.request(author, 'GET', at(mr, 'reviewers'))).body;
    expect(reviewers.map(({ state }: Body) => state)).toEqual(['unreviewed', 'approved']);
    expect((await app.request(author, 'GET', at(mr, 'approval_state'))).body).toMatchObject({
      approval_rules_overwritten: false,
      rules: [
        { name: 'All Members', rule_type: 'any_approver', approved: true, approved_by: [{ username: 'user-2' }] },
      ],
    });
    const [rule] = (await app.request(master, 'GET', `/projects/${project.card.id}/approval_rules`)).body;
    await app.request(master, 'DELETE', `/projects/${project.card.id}/approval_rules/${rule.id}`);
    expect((await app.request(author, 'GET', at(mr, 'approval_state'))).body.rules).toEqual([]);
  });

  describe('of a project', () => {
    const DEFAULTS = {
      ...{ approvals_before_merge: 0, reset_approvals_on_push: true, merge_requests_author_approval: false },
      ...{ approvers: [], approver_groups: [], disable_overriding_approvers_per_merge_request: true },
      ...{ merge_requests_disable_committers_approval: false, require_password_to_approve: false },
      selective_code_owner_removals: false,
    };

    it('are configured by masters', async () => {
      const project = scene.newProject();
      const url = `/projects/${project.card.id}/approvals`;
      expect((await app.request(master, 'GET', url)).body).toEqual(DEFAULTS);
      const changes = { approvals_before_merge: 2, reset_approvals_on_push: false };
      expect(await configure(project, changes)).toMatchObject({ status: 201, body: { ...DEFAULTS, ...changes } });
      expect((await app.request(master, 'GET', url)).body).toEqual({ ...DEFAULTS, ...changes });
      expect((await configure(project, changes, developer)).status).toBe(403);
      expect((await app.request(developer, 'GET', url)).status).toBe(403);
      expect(await kinds(project)).toEqual(['approvals.updated']);
    });

    it('keep both of two changes at the same time', async () => {
      for (let round = 0; round < 5; round++) {
        const project = scene.newProject();
        await configure(project, { reset_approvals_on_push: true });
        const [one, other] = [{ reset_approvals_on_push: false }, { merge_requests_author_approval: true }];
        await Promise.all([configure(project, one), configure(project, other)]);
        const { body } = await app.request(master, 'GET', `/projects/${project.card.id}/approvals`);
        expect(body).toMatchObject({ ...one, ...other });
      }
    });

    it.each([
      [{ approvals_before_merge: 101 }, 'approvals_before_merge is invalid'],
      [{ require_password_to_approve: true }, 'require_password_to_approve is not supported'],
    ])('are not configured by %j', async (fields, error) => {
      expect(await configure(scene.newProject(), fields)).toMatchObject({ status: 400, body: { error } });
    });

    it('have one rule for any approver', async () => {
      const project = scene.newProject();
      const url = `/projects/${project.card.id}/approval_rules`;
      const given = { name: 'any', approvals_required: 2, rule_type: 'any_approver' };
      const { status, body } = await app.request(master, 'POST', url, given);
      const everyone = { eligible_approvers: [], users: [], groups: [], protected_branches: [] };
      const no = { contains_hidden_groups: false, applies_to_all_protected_branches: false };
      expect([status, body]).toEqual([201, { id: expect.any(Number), ...given, ...everyone, ...no }]);
      expect((await app.request(master, 'PUT', `${url}/${body.id}`, { user_ids: [2] })).body).toEqual({
        message: { rule_type: ['any_approver has no chosen users and groups'] },
      });
      expect(await app.request(master, 'POST', url, given)).toMatchObject({
        ...{ status: 400, body: { message: { rule_type: ['any-approver for the project already exists'] } } },
      });
      const one = `${url}/${body.id}`;
      const changed = { ...body, approvals_required: 1 };
      expect((await app.request(master, 'PUT', one, { approvals_required: 1 })).body).toEqual(changed);
      expect((await app.request(master, 'GET', one)).body).toEqual(changed);
      expect((await app.request(master, 'GET', url)).body).toEqual([changed]);
      expect((await app.request(master, 'GET', `${url}?page=2`)).body).toEqual([]);
      expect((await app.request(developer, 'GET', url)).status).toBe(403);
      expect((await app.request(master, 'DELETE', one)).status).toBe(204);
      for (const method of ['GET', 'DELETE'] as const)
        expect((await app.request(master, method, one)).status).toBe(404);
      expect((await app.request(master, 'PUT', one, { name: 'x' })).status).toBe(404);
      expect(await kinds(project)).toEqual(['approval-rule.created', 'approval-rule.updated', 'approval-rule.deleted']);
    });

    it.each([
      [{ rule_type: 'code_owner' }, 'rule_type does not have a valid value'],
      [{ protected_branch_ids: [2] }, 'protected_branch_ids is not supported'],
      [{ group_ids: [1, 2, 3, 4, 5, 6] }, 'group_ids is invalid'],
      [{ name: ' ' }, 'name is empty'],
    ])('have no rule of %j', async (fields, error) => {
      const given = { name: 'some', approvals_required: 2, ...fields };
      const url = `/projects/${scene.newProject().card.id}/approval_rules`;
      expect(await app.request(master, 'POST', url, given)).toMatchObject({ status: 400, body: { error } });
    });
  });

  describe('by chosen users and groups', () => {
    const GROUP = 1;
    const ruled = (project: FakeProject, fields: object) =>
      app.request(master, 'POST', `/projects/${project.card.id}/approval_rules`, {
        ...{ name: 'security', approvals_required: 1 },
        ...fields,
      });
    const states = async (mr: Body) =>
      (await app.request(author, 'GET', at(mr, 'approval_state'))).body.rules.map((rule: Body) => [
        ...[rule.name, rule.approved, rule.approved_by.map(({ username }: Body) => username)],
      ]);

    afterEach(() => app.world.groupMembers.clear());

    it('do not reveal members of groups that are hidden from the caller', async () => {
      app.world.groupMembers.set(77, new Set([author.userId]));
      const project = scene.newProject({ visibility: 'private' });
      const { body } = await ruled(project, { user_ids: [master.userId], group_ids: [GROUP] });
      await app.testDatabase.query('update regular_approval_rules set group_ids = $2 where id = $1', [
        body.id,
        [GROUP, 77],
      ]);
      const { body: shown } = await app.request(
        master,
        'GET',
        `/projects/${project.card.id}/approval_rules/${body.id}`,
      );
      expect(shown).toMatchObject({ users: [{ id: master.userId }], groups: [{ id: GROUP }] });
      expect(shown).toMatchObject({ contains_hidden_groups: true, eligible_approvers: [] });
    });

    it('have the users and groups that can be used', async () => {
      app.world.groupMembers.set(GROUP, new Set([developer.userId, author.userId]));
      const project = scene.newProject({ visibility: 'private' });
      const url = `/projects/${project.card.id}/approval_rules`;
      const chosen = { user_ids: [master.userId, visitor.userId, 901], usernames: ['user-2'], group_ids: [GROUP, 77] };
      const { status, body } = await ruled(project, chosen);
      expect([status, body]).toEqual([
        201,
        {
          ...{ id: expect.any(Number), name: 'security', rule_type: 'regular', approvals_required: 1 },
          users: [master, developer].map(({ username }) => expect.objectContaining({ username })),
          eligible_approvers: [master, developer, author].map(({ username }) => expect.objectContaining({ username })),
          groups: [
            {
              ...{ id: GROUP, path: 'group', full_path: 'group', parent_id: null, visibility: 'internal' },
              web_url: expect.stringMatching(/\/groups\/group$/),
            },
          ],
          ...{ contains_hidden_groups: false, protected_branches: [], applies_to_all_protected_branches: false },
        },
      ]);
      await configure(project, { approvals_before_merge: 1 });
      const list = (await app.request(master, 'GET', url)).body;
      expect(list.map(({ rule_type: type }: Body) => type)).toEqual(['any_approver', 'regular']);
      expect((await app.request(master, 'GET', `${url}?per_page=1&page=2`)).body).toEqual([body]);
      expect((await app.request(master, 'GET', `${url}/${body.id}`)).body).toEqual(body);
      const fewer = { name: 'other', user_ids: [developer.userId], group_ids: [] };
      expect((await app.request(master, 'PUT', `${url}/${body.id}`, fewer)).body).toMatchObject({
        ...{ name: 'other', users: [{ id: developer.userId }], groups: [], approvals_required: 1 },
      });
      expect((await app.request(master, 'DELETE', `${url}/${body.id}`)).status).toBe(204);
      expect((await app.request(master, 'GET', `${url}/${body.id}`)).status).toBe(404);
    });

    it('have names of their own, and are few', async () => {
      const project = scene.newProject();
      const taken = { status: 400, body: { message: { name: ['has already been taken'] } } };
      expect((await ruled(project, {})).status).toBe(201);
      expect(await ruled(project, {})).toMatchObject(taken);
      const { body } = await ruled(project, { name: 'other' });
      const one = `/projects/${project.card.id}/approval_rules/${body.id}`;
      expect(await app.request(master, 'PUT', one, { name: 'security' })).toMatchObject(taken);
      await app.testDatabase.query(
        `insert into regular_approval_rules (project_id, name, approvals_required, user_ids, group_ids)
         select $1, 'rule ' || n, 0, '{}', '{}' from generate_series(1, 18) n`,
        [project.card.id],
      );
      expect(await ruled(project, { name: 'one more' })).toMatchObject({ status: 400 });
    });

    it('are not one too many when two are added at once', async () => {
      const project = scene.newProject();
      await app.testDatabase.query(
        `insert into regular_approval_rules (project_id, name, approvals_required, user_ids, group_ids)
         select $1, 'rule ' || n, 0, '{}', '{}' from generate_series(1, 19) n`,
        [project.card.id],
      );
      const added = await Promise.all(['a', 'b', 'c', 'd'].map((name) => ruled(project, { name })));
      expect(added.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
    });

    it('keep the groups that are hidden from the caller who changes them', async () => {
      const project = scene.newProject({ visibility: 'private' });
      const { body } = await ruled(project, { group_ids: [GROUP] });
      const hidden = [77, 78, 79, 80, 81];
      const url = `/projects/${project.card.id}/approval_rules/${body.id}`;
      const change = async (before: number[], fields: object) => {
        const set = 'update regular_approval_rules set group_ids = $2 where id = $1';
        await app.testDatabase.query(set, [body.id, before]);
        const { status } = await app.request(master, 'PUT', url, fields);
        const [rule] = await app.get(ApprovalRulesStore).ofProject(app.database, project.card.id);
        return [status, rule!.groupIds];
      };
      expect(await change([GROUP, 77], { group_ids: [] })).toEqual([200, [77]]);
      expect(await change([77], { group_ids: [GROUP] })).toEqual([200, [77, GROUP]]);
      expect(await change([GROUP, 77], { name: 'other' })).toEqual([200, [77, GROUP]]);
      expect(await change([GROUP, 77], { remove_hidden_groups: true })).toEqual([200, [GROUP]]);
      expect(await change(hidden, { group_ids: [GROUP] })).toEqual([400, hidden]);
      expect(await change(hidden, { group_ids: [GROUP], remove_hidden_groups: true })).toEqual([200, [GROUP]]);
    });

    it('are awaited by a merge, each of its rules', async () => {
      app.world.groupMembers.set(GROUP, new Set([developer.userId]));
      const { project, mr } = await opened(1);
      await ruled(project, { user_ids: [master.userId] });
      await ruled(project, { name: 'group', group_ids: [GROUP] });
      expect(await approvals(mr)).toMatchObject({ approvals_required: 3, approvals_left: 3, approved: false });
      const { body } = await approve(developer, mr);
      expect(body).toMatchObject({ approvals_left: 1, approval_rules_left: [{ name: 'security' }] });
      expect(await states(mr)).toEqual([
        ['All Members', true, ['user-2']],
        ['security', false, []],
        ['group', true, ['user-2']],
      ]);
      expect(await scene.read(mr)).toMatchObject({ detailed_merge_status: 'not_approved' });
      expect((await scene.accept(developer, mr)).status).toBe(405);
      await approve(master, mr);
      expect(await scene.read(mr)).toMatchObject({ detailed_merge_status: 'mergeable' });
      expect((await scene.accept(developer, mr)).status).toBe(200);
    });

    it('lose deleted groups and users', async () => {
      const project = scene.newProject();
      await ruled(project, { user_ids: [master.userId, developer.userId], group_ids: [GROUP] });
      await app.database.tx(async (tx) => {
        await app.get(ApprovalRulesStore).removeGroup(tx, GROUP);
        for (const step of ContributionsStore.handOver)
          await app.get(ContributionsStore).run(tx, step, developer.userId, 100, 900);
      });
      const [rule] = await app.get(ApprovalRulesStore).ofProject(app.database, project.card.id);
      expect(rule).toMatchObject({ userIds: [master.userId], groupIds: [] });
    });
  });
});
