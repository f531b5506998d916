import type { Principal } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const ADA = user(1, { username: 'ada', name: 'Ada Lovelace' });
const BOB = user(2, { username: 'bob' });
const CAROL = user(3, { username: 'carol' });
const STRANGER = user(4, { username: 'stranger' });
const ADMIN = user(9, { username: 'root', admin: true });

describe('namespaces', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  /** Ids by full path. */
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    database = app.testDatabase;
    for (const person of [ADA, BOB, CAROL, STRANGER, ADMIN]) ids[person.username] = await app.claim(person);
    const seed = new Seed(database);
    ids['red'] = await seed.group('red', 'private');
    ids['red/blue'] = await seed.group('blue', 'private', [ids['red']]);
    ids['red/blue/green'] = await seed.group('green', 'private', [ids['red'], ids['red/blue']]);
    ids['open'] = await seed.group('open', 'public');
    await seed.namespaceMember(ids['red'], ADA.userId, 50);
    await seed.namespaceMember(ids['red/blue'], ADA.userId, 10);
    await seed.namespaceMember(ids['red/blue'], BOB.userId, 40);
    await seed.namespaceMember(ids['red/blue/green'], CAROL.userId, 30);
    await seed.namespaceMember(ids['red/blue/green'], STRANGER.userId, 50, 0);
    await seed.namespaceMember(ids['open'], BOB.userId, 10);
  });

  const list = (who: Principal | null, query = '') => app.request(who, 'GET', `/namespaces${query}`);
  const one = (who: Principal | null, id: string | number) =>
    app.request(who, 'GET', `/namespaces/${encodeURIComponent(id)}`);
  const paths = async (who: Principal, query = '') =>
    (await list(who, query)).body.map((each: { full_path: string }) => each.full_path);

  describe('GET /namespaces', () => {
    it('is for users', async () => {
      expect(await list(null)).toMatchObject({ status: 401, body: { message: '401 Unauthorized' } });
    });

    it.each<[string, Principal, string[]]>([
      ['an owner of the outermost group', ADA, ['ada', 'red', 'red/blue']],
      ['a member in the middle', BOB, ['bob', 'red/blue', 'open']],
      ['a member of the innermost one', CAROL, ['carol', 'red/blue/green']],
      ['a member until yesterday', STRANGER, ['stranger']],
      ['an admin', ADMIN, ['ada', 'bob', 'carol', 'stranger', 'root', 'red', 'red/blue', 'red/blue/green', 'open']],
    ])('shows %s their own and the groups of their own memberships', async (_, who, expected) => {
      expect(await paths(who)).toEqual(expected);
    });

    it('prints user namespaces and groups', async () => {
      expect((await list(BOB)).body).toEqual([
        { id: ids['bob'], name: 'bob', path: 'bob', kind: 'user', full_path: 'bob', parent_id: null },
        {
          id: ids['red/blue'],
          name: 'blue',
          path: 'blue',
          kind: 'group',
          full_path: 'red/blue',
          parent_id: ids['red'],
          members_count_with_descendants: 3,
        },
        { id: ids['open'], name: 'open', path: 'open', kind: 'group', full_path: 'open', parent_id: null },
      ]);
    });

    it.each([
      ['?search=RED', ['red']],
      ['?search=reen', ['red/blue/green']],
      ['?search=re', []],
      ['?search=open', ['open']],
      ['?search=%25', []],
      ['?search=', ['ada', 'bob', 'carol', 'stranger', 'root', 'red', 'red/blue', 'red/blue/green', 'open']],
    ])('finds %s by name or path', async (query, expected) => {
      expect(await paths(ADMIN, query)).toEqual(expected);
      if (query !== '?search=') expect(await paths(STRANGER, query)).toEqual([]);
    });

    it('pages by number and by key', async () => {
      const second = await list(ADMIN, '?per_page=4&page=2');
      expect(second.headers).toMatchObject({ 'x-total': '9', 'x-page': '2', 'x-next-page': '3' });
      expect(second.body).toHaveLength(4);
      const seen: string[] = [];
      for (let query = '?pagination=keyset&order_by=id&per_page=2&sort=desc'; query;) {
        const { body, headers } = await list(ADMIN, query);
        expect(headers).not.toHaveProperty('x-total');
        seen.push(...body.map((each: { full_path: string }) => each.full_path));
        query = /<[^<?]*(\?[^<>]*)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1] ?? '';
      }
      expect(seen).toEqual((await paths(ADMIN)).reverse());
    });

    it('asks two statements of the database at most', async () => {
      expect(await app.countStatements(() => list(ADMIN, '?per_page=2'))).toBe(2);
      expect(await app.countStatements(() => list(ADMIN, '?per_page=100'))).toBe(1);
      expect(await app.countStatements(() => list(BOB))).toBe(1);
    });
  });

  describe('GET /namespaces/:id', () => {
    it('is for users', async () => {
      expect(await one(null, 'open')).toMatchObject({ status: 401 });
    });

    it.each<[string, Principal, string, boolean]>([
      ['one’s own', ADA, 'ada', true],
      ['another user’s', BOB, 'ada', false],
      ['that of any user to admins', ADMIN, 'ada', true],
      ['a group to its members', BOB, 'red/blue', true],
      ['a group to members of one around it', BOB, 'red/blue/green', true],
      ['a group to members of one below it', CAROL, 'red', false],
      ['a group to former members', STRANGER, 'red/blue/green', false],
      ['a public group to strangers', STRANGER, 'open', false],
      ['any group to admins', ADMIN, 'red/blue/green', true],
    ])('shows %s', async (_, who, path, isPublishedChange) => {
      for (const id of [ids[path]!, path, path.toUpperCase()]) {
        const { status, body } = await one(who, id);
        if (isPublishedChange) expect([status, body.id]).toEqual([200, ids[path]]);
        else expect([status, body]).toEqual([404, { message: '404 Namespace Not Found' }]);
      }
    });

    it.each(['nowhere', 999999, '99999999999999999999', 'red/', 'red%2Fblue'])('does not find %s', async (id) => {
      expect(await one(ADMIN, id)).toMatchObject({ status: 404, body: { message: '404 Namespace Not Found' } });
    });

    it.each<[string, Principal, string, number | undefined]>([
      ['admins', ADMIN, 'red', 3],
      ['owners', ADA, 'red', 3],
      ['masters', BOB, 'red/blue', 3],
      ['masters of a group around it', BOB, 'red/blue/green', 1],
      ['developers', CAROL, 'red/blue/green', undefined],
      ['guests', BOB, 'open', undefined],
      ['no members of a user namespace', ADA, 'ada', undefined],
    ])('tells %s how many members there are', async (_, who, path, count) => {
      expect((await one(who, path)).body.members_count_with_descendants).toBe(count);
    });

    it('does not count who is blocked', async () => {
      const block = (state: string) =>
        database.query('update namespaces set owner_state = $1 where owner_user_id = $2', [state, CAROL.userId]);
      await block('blocked');
      expect((await one(ADA, 'red')).body.members_count_with_descendants).toBe(2);
      await block('active');
    });
  });
});
