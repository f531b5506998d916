import { ApiClient } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';

interface Approvals {
  readonly approvals_left: number;
  readonly approval_rules_left: readonly { readonly name: string }[];
}

describe('an approval rule with a group', () => {
  let owner: Person;
  let reviewer: Person;
  let group: { readonly id: number };
  let project: { readonly id: number };

  beforeAll(async () => {
    [owner, reviewer] = await Promise.all([newPerson('owner'), newPerson('reviewer')]);
    const name = uniqueName('reviewers');
    group = (await owner.api.post('/groups', { name, path: name })).expect(201).json();
    const member = { user_id: reviewer.id, access_level: 30 };
    (await owner.api.post(`/groups/${group.id}/members`, member)).expect(201);
    const fields = { name: 'approved', namespace_id: group.id, initialize_with_readme: true };
    project = (await owner.api.post('/projects', fields)).expect(201).json();
  });

  it('is awaited by a merge until a member approves, and again after a bot has reset the approvals', async () => {
    const at = `/projects/${project.id}`;
    const { default_branch: target } = await owner.api.read<{ default_branch: string }>(at);
    const file = { branch: 'topic', start_branch: target, content: 'new', commit_message: 'Add it' };
    (await owner.api.post(`${at}/repository/files/new.md`, file)).expect(201);
    const rule = { name: 'reviewers', approvals_required: 1, group_ids: [group.id] };
    const { id } = (await owner.api.post(`${at}/approval_rules`, rule)).expect(201).json<{ id: number }>();
    const branches = { source_branch: 'topic', target_branch: target, title: 'Add a file' };
    const opened = (await owner.api.post(`${at}/merge_requests`, branches)).expect(201).json<{ iid: number }>();
    const one = `${at}/merge_requests/${opened.iid}`;
    const accept = () => owner.api.put(`${one}/merge`, {});

    (await accept()).expect(405);
    const approved = (await reviewer.api.post(`${one}/approve`)).expect(201).json<Approvals>();
    expect(approved).toMatchObject({ approvals_left: 0, approval_rules_left: [] });
    const { rules } = await owner.api.read<{ rules: object[] }>(`${one}/approval_state`);
    expect(rules).toEqual([
      expect.objectContaining({ id, approved: true, approved_by: [expect.objectContaining({ id: reviewer.id })] }),
    ]);

    (await reviewer.api.put(`${one}/reset_approvals`, {})).expect(401);
    const token = { name: 'bot', scopes: ['api'], access_level: 30, expires_at: inOneWeek() };
    const made = (await owner.api.post(`${at}/access_tokens`, token)).expect(201).json<{ token: string }>();
    (await new ApiClient(hearth.url, made.token).put(`${one}/reset_approvals`, {})).expect(202);
    expect(await owner.api.read(`${one}/approvals`)).toMatchObject({ approval_rules_left: [{ name: 'reviewers' }] });
    (await accept()).expect(405);
    (await reviewer.api.post(`${one}/approve`)).expect(201);
    (await accept()).expect(200);
  });
});

function inOneWeek(): string {
  return new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
}
