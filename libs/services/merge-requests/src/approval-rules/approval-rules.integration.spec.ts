import type { Principal } from '@hearth/contract-kit';
import { ApprovalRulesStore } from '../approvals/approval-rules.store.js';
import { ContributionsStore } from '../contributions/contributions.store.js';
import type { FakeProject } from '../testing/fake-world.js';
import { mergeScene, author, developer, guest, master, type Body } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

describe('approval rules of a merge request', () => {
  const app = MergeRequestsApp.inBlock();
  const scene = mergeScene(app);
  const GROUP = 1;

  const at = (mr: Body, rest = '') => `/projects/${mr.project_id}/merge_requests/${mr.iid}/${rest}`;
  const rules = (mr: Body, id?: number) => at(mr, `approval_rules${id === undefined ? '' : `/${id}`}`);
  const create = (mr: Body, fields: object, caller: Principal = author) =>
    app.request(caller, 'POST', rules(mr), { name: 'own', approvals_required: 1, ...fields });
  const approve = (mr: Body, caller: Principal) => app.request(caller, 'POST', at(mr, 'approve'));
  const read = async (mr: Body, what: string) => (await app.request(author, 'GET', at(mr, what))).body as Body;
  const configure = (project: FakeProject, fields: object) =>
    app.request(master, 'POST', `/projects/${project.card.id}/approvals`, fields);
  const ofProject = async (project: FakeProject, fields: object): Promise<Body> =>
    (await app.request(master, 'POST', `/projects/${project.card.id}/approval_rules`, fields)).body;
  /** A merge request of the author, into a project that requires two approvals and lets merge requests have rules of their own. */
  async function opened(): Promise<{ project: FakeProject; mr: Body }> {
    const found = await scene.opened();
    await configure(found.project, {
      ...{ approvals_before_merge: 2, disable_overriding_approvers_per_merge_request: false },
    });
    return found;
  }

  afterEach(() => app.world.groupMembers.clear());

  it('replace those of the project, for the answers and for merges', async () => {
    const { mr } = await opened();
    expect((await app.request(author, 'GET', rules(mr))).body).toEqual([]);
    const { status, body } = await create(mr, { user_ids: [master.userId] });
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: expect.any(Number), name: 'own', rule_type: 'regular', approvals_required: 1 },
        users: [expect.objectContaining({ id: master.userId })],
        eligible_approvers: [expect.objectContaining({ id: master.userId })],
        ...{ groups: [], contains_hidden_groups: false, source_rule: null, overridden: false },
      },
    ]);
    expect((await app.request(developer, 'GET', rules(mr))).body).toEqual([body]);
    expect((await app.request(developer, 'GET', rules(mr, body.id))).body).toEqual(body);
    expect(await read(mr, 'approval_state')).toMatchObject({
      ...{ approval_rules_overwritten: true, rules: [{ id: body.id, approved: false }] },
    });
    await approve(mr, developer);
    expect(await read(mr, 'approvals')).toMatchObject({ approvals_required: 1, approvals_left: 1 });
    expect(await scene.read(mr)).toMatchObject({ detailed_merge_status: 'not_approved' });
    expect((await scene.accept(developer, mr)).status).toBe(405);
    await approve(mr, master);
    expect(await read(mr, 'approvals')).toMatchObject({ approvals_left: 0, approval_rules_left: [] });
    expect((await scene.accept(developer, mr)).status).toBe(200);
    expect((await create(mr, { name: 'late' })).status).toBe(403);
  });

  it('do not count while the project disables them, and those of the project do without them', async () => {
    const { project, mr } = await opened();
    const { body } = await create(mr, { approvals_required: 0 });
    expect(body).toMatchObject({ rule_type: 'any_approver' });
    expect(await read(mr, 'approvals')).toMatchObject({ approvals_required: 0, approvals_left: 0, approved: true });
    await configure(project, { disable_overriding_approvers_per_merge_request: true });
    expect(await read(mr, 'approvals')).toMatchObject({ approvals_required: 2, approvals_left: 2 });
    expect(await read(mr, 'approval_state')).toMatchObject({ approval_rules_overwritten: false });
    expect((await create(mr, { name: 'other' })).status).toBe(403);
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await app.request(master, method, rules(mr, body.id))).status).toBe(403);
    await configure(project, { disable_overriding_approvers_per_merge_request: false });
    expect((await app.request(author, 'DELETE', rules(mr, body.id))).status).toBe(204);
    expect((await app.request(author, 'DELETE', rules(mr, body.id))).status).toBe(404);
    expect(await read(mr, 'approvals')).toMatchObject({ approvals_left: 2 });
  });

  it('are copied from one of the project, and changed', async () => {
    app.world.groupMembers.set(GROUP, new Set([developer.userId]));
    const { project, mr } = await opened();
    const fields = { name: 'security', approvals_required: 2, user_ids: [master.userId], group_ids: [GROUP] };
    const source = await ofProject(project, fields);
    const copy = { approval_project_rule_id: source.id, approvals_required: 2, name: 'ignored' };
    const { body } = await create(mr, copy);
    const same = { name: 'security', rule_type: 'regular', source_rule: { approvals_required: 2 }, overridden: false };
    expect(body).toMatchObject({ ...same, users: [{ id: master.userId }], groups: [{ id: GROUP }] });
    expect(await create(mr, copy)).toMatchObject({ status: 400, body: { message: { name: expect.anything() } } });
    expect((await create(mr, { approval_project_rule_id: 99_999 })).status).toBe(404);
    const changed = await app.request(author, 'PUT', rules(mr, body.id), { approvals_required: 1, usernames: [] });
    expect(changed).toMatchObject({
      status: 200,
      body: { approvals_required: 1, users: [], groups: [{ id: GROUP }], overridden: true },
    });
    await approve(mr, developer);
    expect(await read(mr, 'approvals')).toMatchObject({ approvals_left: 0 });
    await app.request(master, 'DELETE', `/projects/${project.card.id}/approval_rules/${source.id}`);
    expect((await app.request(author, 'GET', rules(mr, body.id))).body).toMatchObject({ source_rule: null });
  });

  it('are one for any approver and some with names of their own, from those who may change the merge request', async () => {
    const { mr } = await opened();
    expect((await create(mr, {}, guest)).status).toBe(403);
    const any = (await create(mr, {})).body;
    expect(await create(mr, { name: 'again' })).toMatchObject({
      ...{ status: 400, body: { message: { rule_type: ['any-approver for the merge request already exists'] } } },
    });
    const chosen = { user_ids: [master.userId] };
    expect((await app.request(author, 'PUT', rules(mr, any.id), chosen)).status).toBe(400);
    const [one, other] = [await create(mr, chosen), await create(mr, { ...chosen, name: 'other' })];
    expect([one.status, other.status]).toEqual([201, 201]);
    const taken = await app.request(author, 'PUT', rules(mr, other.body.id), { name: 'own' });
    expect(taken).toMatchObject({ status: 400, body: { message: { name: ['has already been taken'] } } });
    expect((await app.request(author, 'GET', `${rules(mr)}?per_page=1&page=2`)).body).toEqual([one.body]);
  });

  it('lose deleted groups and users', async () => {
    const { mr } = await opened();
    const { body } = await create(mr, { user_ids: [master.userId, developer.userId], group_ids: [GROUP] });
    await app.database.tx(async (tx) => {
      await app.get(ApprovalRulesStore).removeGroup(tx, GROUP);
      for (const step of ContributionsStore.handOver)
        await app.get(ContributionsStore).run(tx, step, developer.userId, 100, 900);
    });
    const { body: left } = await app.request(author, 'GET', rules(mr, body.id));
    expect(left).toMatchObject({ users: [{ id: master.userId }], groups: [] });
  });

  it('let the automatic merge go on', async () => {
    const { mr } = await opened();
    const { body } = await create(mr, { approvals_required: 0 });
    scene.pipeline(mr, 'pending');
    expect((await scene.autoMerge(developer, mr)).status).toBe(200);
    await app.request(author, 'PUT', rules(mr, body.id), { approvals_required: 1 });
    scene.pipeline(mr, 'success');
    await scene.runAutoMerge(mr);
    expect(scene.mergesOf(mr)).toEqual([]);
    await app.testDatabase.query(`delete from merge_requests_jobs.job where name = 'merge-when-succeeded'`);
    await app.request(author, 'PUT', rules(mr, body.id), { approvals_required: 0 });
    expect(await scene.queued('merge-when-succeeded', mr)).toBe(1);
  });
});
