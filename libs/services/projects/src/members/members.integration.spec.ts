import { FakeIdentity } from '../testing/fake-identity.js';
import { Memberships, dayFromNow, type Place } from '../testing/memberships.js';
import { user } from '../testing/people.js';
import { BASE_URL, ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NOT_FOUND = [404, { message: '404 Not found' }];
const FORBIDDEN = [403, { message: '403 Forbidden' }];
const NO_LEVEL = { message: { access_level: ['is not included in the list'] } };

describe.each(['project', 'group'] as const)('members of a %s', (kind) => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let memberships: Memberships;
  let place: Place;
  const owner = user(1, { username: 'ada', name: 'Ada Lovelace' });
  const master = user(2, { username: 'bob', name: 'Bob' });
  const carol = user(3, { username: 'carol', name: 'Carol Öz' });
  const dave = user(4, { username: 'dave', name: 'Dave 50%' });
  const admin = user(5, { username: 'root', admin: true });

  beforeAll(async () => {
    database = app.testDatabase;
    memberships = new Memberships(app, database, new Seed(database));
    for (const each of [owner, master, carol, dave, admin]) await app.claim(each);
    await database.query(`update namespaces set owner_email = 'Carol@Example.com' where owner_user_id = 3`);
  });

  beforeEach(async () => {
    place = await memberships.place(kind, owner);
  });

  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, caller = owner) {
    const answer = await app.request(caller, method, `${place.path}${path}`, body);
    return [answer.status, answer.body] as const;
  }

  const add = (body: object) => send('POST', '/members', body);
  const ids = async (query = '', caller = owner) => {
    const [status, body] = await send('GET', `/members${query}`, undefined, caller);
    expect(status).toBe(200);
    return body.map(({ id }: { id: number }) => id);
  };

  describe('POST', () => {
    it('refuses the bot of an access token', async () => {
      const card = { username: 'carol', name: 'Carol', state: 'active', avatarPath: null } as const;
      const { cards } = app.get(FakeIdentity);
      cards.set(3, { id: 3, ...card, createdAt: '2018-01-15T10:07:21.123Z', bot: true });
      const message = { user_id: ['project bots cannot be added to other groups / projects'] };
      expect(await add({ user_id: 3, access_level: 30 })).toEqual([400, { message }]);
      cards.delete(3);
    });

    it('makes a member at once', async () => {
      expect(await memberships.level(place, carol)).toBeNull();
      const member = {
        ...{ id: 3, username: 'carol', name: 'Carol Öz', state: 'active', avatar_url: null },
        ...{
          web_url: `${BASE_URL}/carol`,
          access_level: 30,
          created_at: expect.stringMatching(TIME),
          expires_at: null,
        },
      };
      expect(await add({ user_id: 3, access_level: 30 })).toEqual([201, member]);
      expect(await send('GET', '/members/3')).toEqual([200, member]);
      expect(await memberships.level(place, carol)).toBe(30);
    });

    it('takes text for values, days and moments for days, and empty text for none', async () => {
      expect((await add({ user_id: '3', access_level: '40', expires_at: '2999-12-31' }))[1]).toMatchObject({
        access_level: 40,
        expires_at: '2999-12-31',
      });
      expect((await add({ user_id: 4, access_level: 10, expires_at: '2999-01-02T22:00:00Z' }))[1].expires_at).toBe(
        '2999-01-02',
      );
      expect((await add({ user_id: 2, access_level: 10, expires_at: '' }))[1].expires_at).toBeNull();
      expect((await add({ user_id: 5, access_level: 10, expires_at: null }))[1].expires_at).toBeNull();
    });

    it('finds the user by name in place of the id', async () => {
      expect((await add({ username: 'CAROL', access_level: 30 }))[1]).toMatchObject({ id: 3, access_level: 30 });
      expect(await add({ username: 'unknown', access_level: 30 })).toEqual([404, { message: '404 User Not Found' }]);
      const both = { error: 'user_id is mutually exclusive with username' };
      expect(await add({ username: 'carol', user_id: 3, access_level: 30 })).toEqual([400, both]);
    });

    it('takes a day that has passed: the membership counts for nothing from the start', async () => {
      const [status, body] = await add({ user_id: 3, access_level: 30, expires_at: '1999-12-31' });
      expect([status, body.access_level, body.expires_at]).toEqual([201, 30, '1999-12-31']);
      expect((await send('GET', '/members/3'))[0]).toBe(404);
    });

    it('refuses who is a member already, before it looks at the rest', async () => {
      await memberships.add(place, carol, 20);
      const exists = [409, { message: 'Member already exists' }];
      expect(await add({ user_id: 3, access_level: 30 })).toEqual(exists);
      expect(await add({ user_id: 3, access_level: 7 })).toEqual(exists);
      expect(await memberships.level(place, carol)).toBe(20);
    });

    it.each<[string, object, unknown]>([
      ['nothing', {}, { error: 'user_id is missing, access_level is missing' }],
      [
        'no numbers',
        { user_id: 'carol', access_level: 'master' },
        { error: 'user_id is invalid, access_level is invalid' },
      ],
      ['a bad day', { user_id: 3, access_level: 30, expires_at: 'soon' }, { error: 'expires_at is invalid' }],
      ['no such day', { user_id: 3, access_level: 30, expires_at: '2018-02-30' }, { error: 'expires_at is invalid' }],
      ['no such level', { user_id: 3, access_level: 15 }, NO_LEVEL],
      ['level 0', { user_id: 3, access_level: 0 }, NO_LEVEL],
      ['no such user', { user_id: 999, access_level: 30 }, { message: { user: ["can't be blank"] } }],
      ['a negative user', { user_id: -3, access_level: 30 }, { message: { user: ["can't be blank"] } }],
      ['neither', { user_id: 999, access_level: 60 }, { message: { user: ["can't be blank"], ...NO_LEVEL.message } }],
    ])('refuses %s', async (_, body, expected) => {
      expect(await add(body)).toEqual([400, expected]);
      expect(await memberships.level(place, carol)).toBeNull();
    });

    it('makes owners of groups only', async () => {
      const [status, body] = await add({ user_id: 3, access_level: 50 });
      expect([status, kind === 'group' ? body.access_level : body]).toEqual(
        kind === 'group' ? [201, 50] : [400, NO_LEVEL],
      );
    });

    it('adds anew whose membership has run out', async () => {
      await memberships.add(place, carol, 40, 0);
      await database.query(
        `update ${kind === 'group' ? 'namespace' : 'project'}_members set created_at = '2001-01-01'`,
      );
      const [status, body] = await add({ user_id: 3, access_level: 10 });
      expect([status, body.access_level, body.expires_at]).toEqual([201, 10, null]);
      expect(Date.parse(body.created_at)).toBeGreaterThan(Date.parse('2018-01-01'));
      expect(await memberships.level(place, carol)).toBe(10);
    });

    it('answers a request for access', async () => {
      await memberships.request(place, carol);
      expect((await add({ user_id: 3, access_level: 10 }))[0]).toBe(201);
      expect(await send('GET', '/access_requests')).toEqual([200, []]);
    });
  });

  describe('GET', () => {
    beforeEach(async () => {
      await memberships.add(place, dave, 10);
      await memberships.add(place, carol, 30, 1);
      await memberships.add(place, master, 40, 0);
    });

    const own = kind === 'group' ? [1] : [];

    it('lists those whose membership counts, by id', async () => {
      expect(await ids()).toEqual([...own, 3, 4]);
      expect(await send('GET', '/members/2')).toEqual(NOT_FOUND);
      expect((await send('GET', '/members/3'))[1].expires_at).toBe(dayFromNow(1));
    });

    it.each([
      ['car', [3]],
      ['CAROL', [3]],
      ['%22carol%20%C3%96z%22', [3]],
      ['carol%20bob', []],
      ['Dave', [4]],
      ['50%25', [4]],
      ['5%25%25', []],
      ['da', []],
      ['carol@example.COM', [3]],
      ['carol@example', []],
      ['no member', []],
    ])('finds %s', async (query, expected) => {
      expect(await ids(`?query=${query}`)).toEqual(expected);
    });

    it('narrows to some users', async () => {
      expect(await ids('?user_ids[]=4&user_ids[]=2&user_ids[]=99')).toEqual([4]);
      expect(await ids('?user_ids=4,3')).toEqual([3, 4]);
      expect(await ids('?user_ids=4,3&query=dave')).toEqual([4]);
      expect(await ids('?user_ids=')).toEqual([...own, 3, 4]);
      expect(await ids('?skip_users=4')).toEqual([...own, 3]);
      expect(await ids('?skip_users[]=4&user_ids[]=4&user_ids[]=3')).toEqual([3]);
      expect(await send('GET', '/members?user_ids=a')).toEqual([400, { error: 'user_ids is invalid' }]);
    });

    it('turns pages, by number and by key', async () => {
      const get = (query: string) => app.request(owner, 'GET', `${place.path}/members?${query}`);
      const second = await get('per_page=1&page=2');
      expect([second.headers['x-total'], second.headers['x-total-pages']]).toEqual(
        kind === 'group' ? ['3', '3'] : ['2', '2'],
      );
      expect(second.body[0].id).toBe(kind === 'group' ? 3 : 4);
      const keyed = await get('pagination=keyset&order_by=id&sort=asc&per_page=1&id_after=3');
      expect([keyed.body[0].id, keyed.headers['x-total']]).toEqual([4, undefined]);
      expect(keyed.headers['link']).toContain('id_after=4');
      expect((await get('page=9')).body).toEqual([]);
    });

    it('does not find others', async () => {
      expect(await send('GET', '/members/5')).toEqual(NOT_FOUND);
      expect(await send('GET', '/members/99999999999999999999')).toEqual(NOT_FOUND);
      expect(await send('GET', '/members/carol')).toEqual([400, { error: 'user_id is invalid' }]);
    });
  });

  describe('PUT', () => {
    beforeEach(() => memberships.add(place, carol, 30, 7));

    const change = (body: object, id = 3, caller = owner) => send('PUT', `/members/${id}`, body, caller);

    it('changes the level at once and leaves the day', async () => {
      const [status, body] = await change({ access_level: 40 });
      expect([status, body.access_level, body.expires_at]).toEqual([200, 40, dayFromNow(7)]);
      expect(await memberships.level(place, carol)).toBe(40);
      expect(await memberships.revocations(place)).toEqual([]);
      expect((await send('GET', '/members/3'))[1]).toEqual(body);
    });

    it('changes the day, and takes it away', async () => {
      expect((await change({ access_level: 30, expires_at: '2999-01-01' }))[1].expires_at).toBe('2999-01-01');
      expect((await change({ access_level: 30, expires_at: '' }))[1].expires_at).toBeNull();
      await change({ access_level: 30, expires_at: '2999-01-01' });
      expect((await change({ access_level: 30, expires_at: null }))[1].expires_at).toBeNull();
      expect(await memberships.revocations(place)).toEqual([]);
    });

    it('takes rights away with the next request, and tells others', async () => {
      await change({ access_level: 10 });
      expect(await memberships.level(place, carol)).toBe(10);
      await change({ access_level: 10, expires_at: dayFromNow(0) });
      expect(await memberships.level(place, carol)).toBeNull();
      const told = { userId: 3, groupId: null, actor: 1 };
      expect(await memberships.revocations(place)).toEqual([told, told]);
      expect(await change({ access_level: 10 })).toEqual(NOT_FOUND);
    });

    it.each<[string, object, unknown]>([
      ['no level', {}, { error: 'access_level is missing' }],
      ['no such level', { access_level: 35 }, NO_LEVEL],
      ['no day', { access_level: 30, expires_at: 'never' }, { error: 'expires_at is invalid' }],
    ])('refuses %s', async (_, body, expected) => {
      expect(await change(body)).toEqual([400, expected]);
    });

    it('does not find who is no member', async () => {
      expect(await change({ access_level: 30 }, 4)).toEqual(NOT_FOUND);
      expect(await change({ access_level: 35 }, 4)).toEqual(NOT_FOUND);
    });
  });

  describe('DELETE', () => {
    const remove = (id: number, caller = owner) => send('DELETE', `/members/${id}`, undefined, caller);

    it('ends a membership with the next request, and tells others', async () => {
      await memberships.add(place, carol, 30);
      expect(await memberships.level(place, carol)).toBe(30);
      expect(await remove(3)).toEqual([204, null]);
      expect(await memberships.level(place, carol)).toBeNull();
      expect(await memberships.revocations(place)).toEqual([{ userId: 3, groupId: null, actor: 1 }]);
      expect(await remove(3)).toEqual(NOT_FOUND);
    });

    it('lets every member leave, and only members with the level remove others', async () => {
      await memberships.add(place, carol, 10);
      await memberships.add(place, dave, 30);
      expect(await remove(4, carol)).toEqual(FORBIDDEN);
      expect(await remove(99, carol)).toEqual(NOT_FOUND);
      expect(await remove(3, carol)).toEqual([204, null]);
      expect((await remove(4, carol))[0]).toBe(404);
    });

    it('heeds the condition of the client', async () => {
      await memberships.add(place, carol, 10);
      const since = (date: string) =>
        app.request(owner, 'DELETE', `${place.path}/members/3`, undefined, { 'if-unmodified-since': date });
      const refused = await since('Mon, 01 Jan 2018 00:00:00 GMT');
      expect([refused.status, refused.body]).toEqual([412, { message: '412 Precondition Failed' }]);
      expect(await memberships.level(place, carol)).toBe(10);
      expect((await since('Fri, 01 Jan 2999 00:00:00 GMT')).status).toBe(204);
    });
  });
});
