import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { sha, user, type FakeProject, type FakeWorld } from '../testing/fake-world.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

describe('lists of merge requests', () => {
  const app = MergeRequestsApp.inBlock();
  const developer = user(1);
  const guest = user(2);
  const stranger = user(3);
  const admin = user(4, { admin: true });
  let world: FakeWorld;
  let project: FakeProject;
  let other: FakeProject;
  let milestone: number;
  let groupMilestone: number;

  beforeAll(async () => {
    world = app.world;
    project = world.addProject();
    other = world.addProject({ visibility: 'internal' });
    for (const each of [project, other]) each.members.set(developer.userId, AccessLevel.developer);
    project.members.set(guest.userId, AccessLevel.guest);
    milestone = world.addMilestone(project, 'v1', { dueDate: '2100-01-01', startDate: '2000-01-01' }).id;
    await app.open(developer, project, { title: 'Alpha one', labels: 'a,b', milestone_id: milestone });
    await app.open(developer, project, { title: 'Beta two', labels: 'a', assignee_id: guest.userId });
    await app.open(admin, project, { title: 'Draft: Gamma', description: 'alpha', reviewer_ids: [1] });
    await app.request(developer, 'PUT', `/projects/${project.card.id}/merge_requests/3`, { state_event: 'close' });
    const ofGroup = { projectId: null, groupId: 1 };
    groupMilestone = world.addMilestone(other, 'group v1', ofGroup).id;
    await app.open(developer, other, { title: 'Delta', milestone_id: groupMilestone });
    const award = `insert into award_emoji (merge_request_id, user_id, name) select id, $1, 'tada' from merge_requests where title like '%Gamma'`;
    await app.testDatabase.query(award, [developer.userId]);
  });

  const list = async (caller: Principal | null, query: string, at = `/projects/${project.card.id}/merge_requests`) => {
    const { status, body, headers } = await app.exchange(caller, 'GET', `${at}?${query}`);
    const titles = Array.isArray(body)
      ? (body as { title: string }[]).map(({ title }) => title.replace('Draft: ', '').split(' ')[0])
      : body;
    return { status, titles, total: headers['x-total'] };
  };

  it.each([
    ['', ['Gamma', 'Beta', 'Alpha']],
    ['sort=asc', ['Alpha', 'Beta', 'Gamma']],
    ['order_by=updated_at', ['Gamma', 'Beta', 'Alpha']],
    ['state=opened', ['Beta', 'Alpha']],
    ['state=closed', ['Gamma']],
    ['state=merged', []],
    ['state=all&per_page=1&page=2', ['Beta']],
    ['labels=a', ['Beta', 'Alpha']],
    ['labels=a,b', ['Alpha']],
    ['labels=a,none', []],
    ['labels=No Label', ['Gamma']],
    ['milestone=v1', ['Alpha']],
    ['milestone=v2', []],
    ['milestone=No Milestone', ['Gamma', 'Beta']],
    ['milestone=%23upcoming', ['Alpha']],
    ['milestone=%23started', ['Alpha']],
    ['author_id=4', ['Gamma']],
    ['author_id=999', []],
    ['assignee_id=2', ['Beta']],
    ['assignee_id=0', []],
    ['scope=created-by-me', ['Beta', 'Alpha']],
    ['labels=Any', ['Beta', 'Alpha']],
    ['labels=None', ['Gamma']],
    ['milestone=Any', ['Alpha']],
    ['author_username=USER-4', ['Gamma']],
    ['author_username=nobody', []],
    ['assignee_username=user-2', ['Beta']],
    ['assignee_username[]=user-2&assignee_username[]=user-3', []],
    ['assignee_id=none', ['Gamma', 'Alpha']],
    ['assignee_id=Any', ['Beta']],
    ['reviewer_id=1', ['Gamma']],
    ['reviewer_id=Any&reviewer_username=user-1', ['Gamma']],
    ['reviewer_id=None', ['Beta', 'Alpha']],
    ['merge_user_id=1', []],
    ['merge_user_username=user-1', []],
    ['source_branch=branch-1', ['Alpha']],
    ['target_branch=main&draft=true', ['Gamma']],
    ['draft=false', ['Beta', 'Alpha']],
    ['wip=yes', ['Gamma']],
    ['not[labels]=b', ['Gamma', 'Beta']],
    ['not[labels][]=b&not[iids][]=3', ['Beta']],
    ['not[milestone]=v1', ['Gamma', 'Beta']],
    ['not[author_id]=1', ['Gamma']],
    ['not[author_username]=user-1', ['Gamma']],
    ['not[assignee_id]=2', ['Gamma', 'Alpha']],
    ['not[assignee_username]=user-2', ['Gamma', 'Alpha']],
    ['not[reviewer_id]=1&not[source_branch]=branch-1', ['Beta']],
    ['not[reviewer_username]=user-1&not[target_branch]=x', ['Beta', 'Alpha']],
    ['not[my_reaction_emoji]=tada', ['Beta', 'Alpha']],
    ['scope=assigned_to_me', []],
    ['scope=reviews_for_me', ['Gamma']],
    ['my_reaction_emoji=tada', ['Gamma']],
    ['iids[]=1&iids[]=3&iids[]=77', ['Gamma', 'Alpha']],
    ['search=alpha', ['Gamma', 'Alpha']],
    ['search=alpha&in=title', ['Alpha']],
    ['search=alpha&in=description', ['Gamma']],
    ['created_after=2100-01-01', []],
    ['created_before=2100-01-01&updated_after=2000-01-01', ['Gamma', 'Beta', 'Alpha']],
    ['view=simple&state=closed', ['Gamma']],
  ])('of a project by %s', async (query, titles) => {
    expect(await list(developer, query)).toMatchObject({ status: 200, titles });
  });

  it('count on request how many commits of the target branch the head lacks', async () => {
    const at = `/projects/${project.card.id}/merge_requests/1`;
    const read = async (query: string) => (await app.request(developer, 'GET', `${at}?${query}`)).body;
    const { sha: head } = await read('');
    const commits = ['one', 'two'].map((message) => ({ id: sha(message), message }));
    app.world.history.set(`${head}..${project.branches.get('main')!}`, commits);
    expect(await read('include_diverged_commits_count=true')).toMatchObject({ diverged_commits_count: 2 });
    expect(await read('')).not.toHaveProperty('diverged_commits_count');
  });

  it.each([
    ['scope=mine', 'scope does not have a valid value'],
    ['state=open', 'state does not have a valid value'],
    ['created_after=soon', 'created_after is invalid'],
    ['iids[]=x', 'iids is invalid'],
    ['view=full', 'view does not have a valid value'],
    ['not[search]=x', 'not is invalid'],
    ['not[author_id]=x', 'not[author_id] is invalid'],
    ['with_labels_details=true', 'with_labels_details is not supported'],
    ['environment=production', 'environment is not supported'],
    ['order_by=id', 'order_by does not have a valid value'],
  ])('refuse %s', async (query, error) => {
    expect(await list(developer, query)).toMatchObject({ status: 400, titles: { error } });
  });

  it('have the merge requests of a milestone', async () => {
    const inProject = `/projects/${project.card.id}/milestones/${milestone}/merge_requests`;
    expect(await list(developer, '', inProject)).toMatchObject({ status: 200, titles: ['Alpha'], total: '1' });
    expect((await list(guest, '', inProject)).status).toBe(403);
    const elsewhere = `/projects/${other.card.id}/milestones/${milestone}/merge_requests`;
    expect(await list(developer, '', elsewhere)).toMatchObject({
      ...{ status: 404, titles: { message: '404 Milestone Not Found' } },
    });
    const inGroup = `/groups/group/milestones/${groupMilestone}/merge_requests`;
    expect(await list(stranger, '', inGroup)).toMatchObject({ status: 200, titles: ['Delta'] });
    expect(await list(user(5, { external: true }), '', inGroup)).toMatchObject({ status: 200, titles: [] });
    expect((await list(developer, '', `/groups/group/milestones/${milestone}/merge_requests`)).status).toBe(404);
  });

  it('print what was asked for', async () => {
    const simple = await app.request(developer, 'GET', `/projects/${project.card.id}/merge_requests?view=simple`);
    expect(Object.keys(simple.body[0]).sort()).toEqual(
      ['created_at', 'description', 'id', 'iid', 'project_id', 'state', 'title', 'updated_at', 'web_url'].sort(),
    );
    expect(await list(developer, 'per_page=1')).toMatchObject({ total: '3' });
  });

  it('of a project are for those who read its merge requests', async () => {
    expect(await list(guest, '')).toMatchObject({ status: 403 });
    expect(await list(stranger, '')).toMatchObject({ status: 404 });
    expect(await list(null, '')).toMatchObject({ status: 401 });
  });

  it('of all projects show what the caller reads', async () => {
    const all = (caller: Principal | null, query = 'scope=all') => list(caller, query, '/merge_requests');
    expect(await all(developer)).toMatchObject({ titles: ['Delta', 'Gamma', 'Beta', 'Alpha'], total: '4' });
    expect(await all(developer, '')).toMatchObject({ titles: ['Delta', 'Beta', 'Alpha'] });
    expect(await all(developer, 'state=opened&labels=a')).toMatchObject({ titles: ['Beta', 'Alpha'] });
    expect(await all(guest)).toMatchObject({ titles: ['Delta', 'Beta'] });
    expect(await all(guest, 'scope=assigned-to-me')).toMatchObject({ titles: ['Beta'] });
    expect(await all(stranger)).toMatchObject({ titles: ['Delta'] });
    expect(await all(user(5, { external: true }))).toMatchObject({ titles: [] });
    expect(await all(admin, 'scope=all&sort=asc')).toMatchObject({ titles: ['Alpha', 'Beta', 'Gamma', 'Delta'] });
    expect(await all(null)).toMatchObject({ status: 401 });
    const inGroup = (caller: Principal | null, query = '', group = 'group') =>
      list(caller, query, `/groups/${group}/merge_requests`);
    expect(await inGroup(developer)).toMatchObject({ titles: ['Delta', 'Gamma', 'Beta', 'Alpha'] });
    expect(await inGroup(guest)).toMatchObject({ titles: ['Delta', 'Beta'] });
    expect(await inGroup(developer, '', 'other')).toMatchObject({ status: 404 });
    expect(await inGroup(null)).toMatchObject({ status: 401 });
    const [first] = (await app.request(developer, 'GET', '/groups/group/merge_requests')).body;
    expect(first.references).toEqual({ short: '!1', relative: 'project-2!1', full: 'group/project-2!1' });
    const [same] = (await app.request(developer, 'GET', '/merge_requests?scope=all')).body;
    expect(same.references.relative).toBe('group/project-2!1');
    other.card = { ...other.card, visibility: 'private' };
    expect(await all(stranger)).toMatchObject({ status: 200, titles: [] });
    other.card = { ...other.card, visibility: 'internal' };
  });
});
