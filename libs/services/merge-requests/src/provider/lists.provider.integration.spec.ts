import { AccessLevel, type Principal, type ProjectId } from '@hearth/contract-kit';
import {
  CountMergeRequestsQuery,
  OpenMergeRequestsQuery,
  SearchMergeRequestsQuery,
} from '@hearth/merge-requests-contracts';
import { sha, user, type FakeProject } from '../testing/fake-world.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

describe('what other services ask of all merge requests', () => {
  const app = MergeRequestsApp.inBlock();
  const developer = user(1);
  const guest = user(2);
  const admin = user(4, { admin: true });
  let secret: FakeProject;
  let open: FakeProject;

  beforeAll(async () => {
    secret = app.world.addProject();
    open = app.world.addProject({ visibility: 'internal' });
    for (const project of [secret, open]) project.members.set(developer.userId, AccessLevel.developer);
    secret.members.set(guest.userId, AccessLevel.guest);
    await app.open(developer, secret, { title: 'Engine one' });
    await app.open(developer, secret, { title: 'Other', description: 'an engine', assignee_id: guest.userId });
    await app.open(developer, open, { title: 'Engine two' });
    await app.request(developer, 'PUT', `/projects/${open.card.id}/merge_requests/1`, { state_event: 'close' });
  });

  const found = async ({ userId, admin, external }: Principal, asked: object = {}, text = 'ENGINE') => {
    const page = { page: 1, perPage: 20, baseUrl: 'https://hearth.example', from: null };
    const query = { user: { id: userId, admin, external }, text, ...page, ...asked };
    const { mergeRequests, total } = await app.calls.query(SearchMergeRequestsQuery, query);
    return { titles: mergeRequests.map(({ title }) => title), total };
  };
  const inProject = (id: ProjectId) => ({ within: { projectId: id } });

  it('finds those that the user may read', async () => {
    expect(await found(admin)).toEqual({ titles: ['Engine two', 'Other', 'Engine one'], total: 3 });
    expect(await found(guest)).toEqual({ titles: ['Engine two', 'Other'], total: 2 });
    expect(await found(user(5, { external: true }))).toEqual({ titles: [], total: 0 });
    expect((await found(developer, {}, 'engine one')).titles).toEqual(['Engine one']);
  });

  it('finds those of a project or group, by their state', async () => {
    expect((await found(developer, inProject(secret.card.id))).titles).toEqual(['Other', 'Engine one']);
    expect((await found(guest, inProject(secret.card.id))).titles).toEqual(['Other']);
    expect((await found(user(3), inProject(secret.card.id))).titles).toEqual([]);
    expect((await found(developer, { within: { groupId: 1 }, state: 'closed' })).titles).toEqual(['Engine two']);
    expect((await found(developer, { perPage: 1, page: 2 })).titles).toEqual(['Other']);
  });

  it('finds the open ones of a branch', async () => {
    const source_branch = 'shared';
    secret.branches.set('shared', sha('shared')).set('stable', sha('stable'));
    const open = (target_branch: string) => app.open(developer, secret, { source_branch, target_branch });
    const numbers = [await open('main'), await open('stable')].map(({ iid }) => iid as number).toReversed();
    const query = { projectId: secret.card.id, branch: source_branch };
    const { mergeRequests } = await app.calls.query(OpenMergeRequestsQuery, query);
    expect(mergeRequests).toEqual(numbers.map((iid) => ({ projectId: secret.card.id, iid })));
    const closed = { state_event: 'close' };
    await app.request(developer, 'PUT', `/projects/${secret.card.id}/merge_requests/${numbers[0]!}`, closed);
    expect((await app.calls.query(OpenMergeRequestsQuery, query)).mergeRequests).toHaveLength(1);
  });

  it('counts them', async () => {
    expect(await app.calls.query(CountMergeRequestsQuery, {})).toEqual({ mergeRequests: 5, notes: expect.any(Number) });
  });
});
