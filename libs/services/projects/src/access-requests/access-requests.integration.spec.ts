import { Memberships, type Place } from '../testing/memberships.js';
import { user } from '../testing/people.js';
import { BASE_URL, ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NOT_FOUND = [404, { message: '404 Not found' }];
const FORBIDDEN = [403, { message: '403 Forbidden' }];

describe.each(['project', 'group'] as const)('requests for access to a %s', (kind) => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let memberships: Memberships;
  let place: Place;
  const owner = user(1, { username: 'ada' });
  const bob = user(2, { username: 'bob', name: 'Bob' });
  const carol = user(3, { username: 'carol' });

  beforeAll(async () => {
    database = app.testDatabase;
    memberships = new Memberships(app, database, new Seed(database));
    for (const each of [owner, bob, carol]) await app.claim(each);
  });

  beforeEach(async () => {
    place = await memberships.place(kind, owner);
    await set(`request_access_enabled = true, visibility = 'public'`);
  });

  const set = (columns: string) =>
    database.query(`update ${kind === 'project' ? 'projects' : 'namespaces'} set ${columns} where id = $1`, [place.id]);

  async function send(caller: typeof bob, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) {
    const answer = await app.request(caller, method, `${place.path}/access_requests${path}`, body);
    return [answer.status, answer.body] as const;
  }

  const requester = {
    ...{ id: 2, username: 'bob', name: 'Bob', state: 'active', avatar_url: null, web_url: `${BASE_URL}/bob` },
    requested_at: expect.stringMatching(TIME),
  };

  it('are made once, and give nothing', async () => {
    await set(`visibility = 'internal'`);
    expect(await send(bob, 'POST')).toEqual([201, requester]);
    expect(await send(bob, 'POST')).toEqual([400, { message: { user_id: ['already exists in source'] } }]);
    expect(await memberships.level(place, bob)).toBe(0);
  });

  it('are listed in their order, page by page', async () => {
    await send(carol, 'POST');
    await send(bob, 'POST');
    const [, first] = await send(owner, 'GET', '?per_page=1');
    const [, second] = await send(owner, 'GET', '?per_page=1&page=2');
    expect([first[0].id, second]).toEqual([3, [requester]]);
    const { headers } = await app.request(owner, 'GET', `${place.path}/access_requests?per_page=1`);
    expect([headers['x-total'], headers['x-total-pages']]).toEqual(['2', '2']);
  });

  it('are not for members, but for those who were', async () => {
    await memberships.add(place, bob, 10);
    await memberships.add(place, carol, 40, 0);
    expect(await send(bob, 'POST')).toEqual(FORBIDDEN);
    expect((await send(carol, 'POST'))[0]).toBe(201);
    expect((await send(owner, 'PUT', '/3/approve', { access_level: 20 }))[1].access_level).toBe(20);
    expect(await memberships.level(place, carol)).toBe(20);
  });

  it('are granted with a level, that of developers by default', async () => {
    await send(bob, 'POST');
    await send(carol, 'POST');
    const { requested_at: _, ...who } = requester;
    const member = { ...who, access_level: 30, created_at: expect.stringMatching(TIME), expires_at: null };
    expect(await send(owner, 'PUT', '/2/approve')).toEqual([201, member]);
    expect((await send(owner, 'PUT', '/3/approve', { access_level: '40' }))[1].access_level).toBe(40);
    expect([await memberships.level(place, bob), await memberships.level(place, carol)]).toEqual([30, 40]);
    expect(await send(owner, 'GET')).toEqual([200, []]);
    expect(await send(owner, 'PUT', '/2/approve')).toEqual(NOT_FOUND);
  });

  it('stay when the level is none', async () => {
    await send(bob, 'POST');
    const [status, body] = await send(owner, 'PUT', '/2/approve', { access_level: 33 });
    expect([status, body]).toEqual([400, { message: { access_level: ['is not included in the list'] } }]);
    expect(await send(owner, 'PUT', '/2/approve', { access_level: 'x' })).toEqual([
      400,
      { error: 'access_level is invalid' },
    ]);
    const [withOwner] = await send(owner, 'PUT', '/2/approve', { access_level: 50 });
    expect(withOwner).toBe(kind === 'group' ? 201 : 400);
    expect((await send(owner, 'GET'))[1]).toHaveLength(kind === 'group' ? 0 : 1);
  });

  it('are denied, or withdrawn, and can be made again', async () => {
    await send(bob, 'POST');
    expect(await send(owner, 'DELETE', '/2')).toEqual([204, null]);
    expect(await send(owner, 'DELETE', '/2')).toEqual(NOT_FOUND);
    await send(bob, 'POST');
    expect(await send(carol, 'DELETE', '/2')).toEqual(FORBIDDEN);
    expect(await send(carol, 'DELETE', '/99')).toEqual(FORBIDDEN);
    expect(await send(bob, 'DELETE', '/2')).toEqual([204, null]);
    expect((await send(bob, 'POST'))[0]).toBe(201);
  });

  it('are not memberships, and memberships no requests', async () => {
    await send(bob, 'POST');
    await memberships.add(place, carol, 10);
    expect((await app.request(owner, 'DELETE', `${place.path}/members/2`)).status).toBe(404);
    expect((await app.request(owner, 'GET', `${place.path}/members/2`)).status).toBe(404);
    expect(await send(owner, 'DELETE', '/3')).toEqual(NOT_FOUND);
    expect(await send(owner, 'PUT', '/3/approve')).toEqual(NOT_FOUND);
    expect(await memberships.level(place, carol)).toBe(10);
  });

  it('heed the condition of the client', async () => {
    await send(bob, 'POST');
    const path = `${place.path}/access_requests/2`;
    const since = { 'if-unmodified-since': 'Mon, 01 Jan 2018 00:00:00 GMT' };
    expect((await app.request(owner, 'DELETE', path, undefined, since)).status).toBe(412);
    expect((await send(owner, 'GET'))[1]).toHaveLength(1);
  });
});
