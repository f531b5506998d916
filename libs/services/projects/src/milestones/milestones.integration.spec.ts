import type { Principal } from '@hearth/contract-kit';
import { Memberships, type Place } from '../testing/memberships.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe.each(['project', 'group'] as const)('milestones of a %s', (kind) => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const developer = user(2);
  const reporter = user(3);
  let memberships: Memberships;
  let place: Place;

  beforeAll(() => {
    memberships = new Memberships(app, app.testDatabase, new Seed(app.testDatabase));
  });
  beforeEach(async () => {
    place = await memberships.place(kind, owner);
    await memberships.add(place, developer, 30);
    await memberships.add(place, reporter, 20);
  });

  const at = (rest = '') => `${place.path}/milestones${rest}`;
  const create = (caller: Principal | null, body: object) => app.request(caller, 'POST', at(), body);

  it('are created, changed, closed, activated and deleted', async () => {
    const given = { title: 'v1', description: 'First', due_date: '2026-02-01', start_date: '2026-01-01' };
    const created = await create(developer, given);
    expect([created.status, created.body]).toEqual([
      201,
      {
        ...given,
        id: expect.any(Number),
        iid: 1,
        [`${kind}_id`]: place.id,
        state: 'active',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: expect.any(String),
      },
    ]);
    const { id } = created.body;
    const put = (body: object) => app.request(developer, 'PUT', at(`/${id}`), body);
    expect((await put({ state_event: 'close' })).body).toMatchObject({ state: 'closed', title: 'v1' });
    expect((await put({ state_event: 'activate', due_date: '' })).body).toMatchObject({
      state: 'active',
      due_date: null,
      start_date: '2026-01-01',
    });
    expect((await app.request(reporter, 'GET', at(`/${id}`))).body).toMatchObject({ id, due_date: null });
    expect((await app.request(developer, 'DELETE', at(`/${id}`))).status).toBe(204);
    expect(await app.request(reporter, 'GET', at(`/${id}`))).toMatchObject({
      status: 404,
      body: { message: '404 Milestone Not Found' },
    });
    expect((await create(developer, { title: 'v1' })).body.iid).toBe(2);
  });

  it('are listed with those of the groups around on request', async () => {
    const seed = new Seed(app.testDatabase);
    const outer = await seed.group(`outer-${kind}`);
    const inner = await seed.group('inner', 'private', [outer]);
    await seed.namespaceMember(outer, developer.userId, 30);
    const project = await seed.project(inner, 'within', 'private');
    const within = kind === 'project' ? `/projects/${project}` : `/groups/${inner}`;
    const make = (parent: string, title: string) => app.request(developer, 'POST', `${parent}/milestones`, { title });
    await make(`/groups/${outer}`, 'outer');
    await make(within, 'own');
    const titles = async (query: string) =>
      (await app.request(developer, 'GET', `${within}/milestones?${query}`)).body.map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles('')).toEqual(['own']);
    expect(await titles('include_ancestors=false')).toEqual(['own']);
    expect(await titles('include_ancestors=true')).toEqual(['own', 'outer']);
    expect(await titles('include_parent_milestones=true&title=outer')).toEqual(['outer']);
    expect(await titles('include_ancestors=true&per_page=1&page=2')).toEqual(['outer']);
  });

  it('are listed, the newest first, and filtered', async () => {
    for (const title of ['alpha', 'beta', 'gamma']) await create(developer, { title, description: `about ${title}` });
    const [, beta] = (await app.request(reporter, 'GET', at())).body;
    await app.request(developer, 'PUT', at(`/${beta.id}`), { state_event: 'close' });
    const titles = async (query: string) =>
      (await app.request(reporter, 'GET', at(query))).body.map(({ title }: { title: string }) => title);
    expect(await titles('')).toEqual(['gamma', 'beta', 'alpha']);
    expect(await titles('?state=active')).toEqual(['gamma', 'alpha']);
    expect(await titles('?state=closed')).toEqual(['beta']);
    expect(await titles('?iids[]=1&iids[]=3')).toEqual(['gamma', 'alpha']);
    expect(await titles('?search=about%20alp')).toEqual(['alpha']);
    expect(await titles('?title=beta')).toEqual(['beta']);
    expect(await titles('?per_page=1&page=2')).toEqual(['beta']);
  });

  it('refuse what is wrong, and change nothing', async () => {
    await create(developer, { title: 'v1' });
    const taken = '{:title=>["already being used for another group or project milestone."]}';
    expect(await create(developer, {})).toMatchObject({ status: 400, body: { error: 'title is missing' } });
    expect(await create(developer, { title: 'v1' })).toMatchObject({
      status: 400,
      body: { message: `Failed to create milestone ${taken}` },
    });
    const backwards = { title: 'v2', start_date: '2026-02-02', due_date: '2026-02-01' };
    expect(await create(developer, backwards)).toMatchObject({
      status: 400,
      body: { message: 'Failed to create milestone {:due_date=>["must be greater than start date"]}' },
    });
    const { body } = await create(developer, { title: 'v2' });
    const put = (change: object) => app.request(developer, 'PUT', at(`/${body.id}`), change);
    expect(await put({ title: 'v1' })).toMatchObject({
      status: 400,
      body: { message: `Failed to update milestone ${taken}` },
    });
    expect(await put({ state_event: 'open' })).toMatchObject({
      status: 400,
      body: { error: 'state_event does not have a valid value' },
    });
    expect((await put({})).status).toBe(400);
    expect((await app.request(reporter, 'GET', at())).body).toHaveLength(2);
  });

  it.each<[string, Principal | null, number, number]>([
    ['anonymous', null, 401, 401],
    ['a user without membership', user(9), 404, 404],
    ['a reporter', reporter, 200, 403],
    ['a developer', developer, 200, 201],
    ['an admin', user(8, { admin: true }), 200, 201],
  ])('where it is private: %s', async (_, caller, reads, creates) => {
    expect((await app.request(caller, 'GET', at())).status).toBe(reads);
    expect((await create(caller, { title: 'x' })).status).toBe(creates);
  });
});
