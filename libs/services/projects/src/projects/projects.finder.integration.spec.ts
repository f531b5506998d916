import type { ProjectId, Visibility } from '@hearth/contract-kit';
import { ProjectsApp, type Answer } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const VISIBILITIES: Visibility[] = ['private', 'internal', 'public'];

describe('GET /projects', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  const ada = user(1, { username: 'ada' });
  const bob = user(2, { username: 'bob' });
  const external = user(3, { username: 'eve', external: true });
  const admin = user(4, { username: 'root', admin: true });
  const groupGuest = user(5);
  const above = user(6);
  const expired = user(7);
  const masterOfGroup = user(8);
  const nobody = user(9);

  beforeAll(async () => {
    database = app.testDatabase;
    const seed = new Seed(database);
    const top = await seed.group('top');
    const team = await seed.group('team', 'private', [top]);
    const own = await app.claim(ada);
    await app.claim(bob);
    for (const visibility of VISIBILITIES) {
      await seed.project(own, `ada-${visibility}`, visibility);
      const id = await seed.project(team, `team-${visibility}`, visibility);
      await seed.projectMember(id, bob.userId, 20);
      await seed.projectMember(id, external.userId, 20);
      await seed.projectMember(id, expired.userId, 50, 0);
    }
    await seed.namespaceMember(team, groupGuest.userId, 10);
    await seed.namespaceMember(top, above.userId, 50);
    await seed.namespaceMember(team, expired.userId, 50, 0);
    await seed.namespaceMember(team, masterOfGroup.userId, 40);
  });

  const list = (caller: ReturnType<typeof user> | null, query = '') => app.request(caller, 'GET', `/projects${query}`);

  async function paths(caller: ReturnType<typeof user> | null, query = ''): Promise<string[]> {
    const { status, body } = await list(caller, query);
    expect(status).toBe(200);
    return body.map(({ path }: { path: string }) => path).sort();
  }

  describe('shows', () => {
    const all = ['ada-internal', 'ada-private', 'ada-public', 'team-internal', 'team-private', 'team-public'];
    // The caller, then the visible projects without a filter, with membership=true, and with owned=true.
    it.each<[string, ReturnType<typeof user> | null, string[], string[], string[]]>([
      ['anonymous', null, ['ada-public', 'team-public'], [], []],
      ['a stranger', nobody, ['ada-internal', 'ada-public', 'team-internal', 'team-public'], [], []],
      [
        'the owner of a namespace',
        ada,
        ['ada-internal', 'ada-private', 'ada-public', 'team-internal', 'team-public'],
        ['ada-internal', 'ada-private', 'ada-public'],
        ['ada-internal', 'ada-private', 'ada-public'],
      ],
      [
        'a member of projects',
        bob,
        ['ada-internal', 'ada-public', 'team-internal', 'team-private', 'team-public'],
        ['team-internal', 'team-private', 'team-public'],
        [],
      ],
      [
        'an external member',
        external,
        ['ada-public', 'team-internal', 'team-private', 'team-public'],
        ['team-internal', 'team-private', 'team-public'],
        [],
      ],
      [
        'a guest of the group',
        groupGuest,
        ['ada-internal', 'ada-public', 'team-internal', 'team-private', 'team-public'],
        ['team-internal', 'team-private', 'team-public'],
        [],
      ],
      [
        'a master of the group',
        masterOfGroup,
        ['ada-internal', 'ada-public', 'team-internal', 'team-private', 'team-public'],
        ['team-internal', 'team-private', 'team-public'],
        [],
      ],
      [
        'an owner of the group above',
        above,
        ['ada-internal', 'ada-public', 'team-internal', 'team-private', 'team-public'],
        ['team-internal', 'team-private', 'team-public'],
        ['team-internal', 'team-private', 'team-public'],
      ],
      ['an expired owner', expired, ['ada-internal', 'ada-public', 'team-internal', 'team-public'], [], []],
      ['an admin', admin, all, [], []],
    ])('%s what they may see', async (_, caller, seen, membership, owned) => {
      expect(await paths(caller)).toEqual(seen);
      expect(await paths(caller, '?membership=true')).toEqual(membership);
      expect(await paths(caller, '?owned=true')).toEqual(owned);
      expect(await paths(caller, '?owned=true&membership=1')).toEqual(owned);
    });

    it.each<[string, ReturnType<typeof user> | null, string, string[]]>([
      ['anonymous', null, 'private', []],
      ['anonymous', null, 'public', ['ada-public', 'team-public']],
      ['a stranger', nobody, 'internal', ['ada-internal', 'team-internal']],
      ['an external member', external, 'internal', ['team-internal']],
      ['a member', bob, 'private', ['team-private']],
      ['an admin', admin, 'private', ['ada-private', 'team-private']],
    ])('%s by visibility %#', async (_, caller, visibility, expected) => {
      expect(await paths(caller, `?visibility=${visibility}`)).toEqual(expected);
    });

    it('those of a least level as a member, of admins too', async () => {
      const asDeveloper = '?min_access_level=30';
      expect(await paths(bob, asDeveloper)).toEqual([]);
      expect(await paths(bob, '?min_access_level=20')).toEqual(['team-internal', 'team-private', 'team-public']);
      expect(await paths(masterOfGroup, `${asDeveloper}&visibility=public`)).toEqual(['team-public']);
      expect(await paths(ada, asDeveloper)).toEqual(['ada-internal', 'ada-private', 'ada-public']);
      for (const caller of [null, nobody, admin]) expect(await paths(caller, asDeveloper)).toEqual([]);
    });

    it('those with all given topics', async () => {
      await database.query(`update projects set tag_list = '{web,api}' where path = 'ada-public'`);
      await database.query(`update projects set tag_list = '{web}' where path like '%-private'`);
      expect(await paths(null, '?topic=web')).toEqual(['ada-public']);
      expect(await paths(ada, '?topic=web')).toEqual(['ada-private', 'ada-public']);
      expect(await paths(ada, '?topic=web,%20api')).toEqual(['ada-public']);
      expect(await paths(admin, '?topic=none')).toEqual([]);
      const { body } = await list(null, '?topic=web');
      expect([body[0].topics, body[0].tag_list]).toEqual([
        ['api', 'web'],
        ['api', 'web'],
      ]);
    });

    it('narrows own projects by visibility as well', async () => {
      expect(await paths(ada, '?owned=true&visibility=internal')).toEqual(['ada-internal']);
      expect(await paths(bob, '?membership=true&visibility=private')).toEqual(['team-private']);
    });
  });

  describe('filters', () => {
    beforeAll(async () => {
      await database.query(
        `update projects set archived = true, issues_access_level = 'disabled' where path = 'ada-public'`,
      );
      await database.query(`update projects set merge_requests_access_level = 'disabled' where path = 'team-public'`);
      await database.query(
        `update projects set description = 'The 50%_off \\ shop', name = 'Öl' where path = 'team-internal'`,
      );
    });

    it.each([
      ['?archived=true', ['ada-public']],
      ['?archived=false&owned=true', ['ada-internal', 'ada-private']],
      ['?with_issues_enabled=true&visibility=public', ['team-public']],
      ['?with_merge_requests_enabled=true&visibility=public', ['ada-public']],
      ['?with_issues_enabled=false&visibility=public', ['ada-public', 'team-public']],
      ['?search=ADA', ['ada-internal', 'ada-private', 'ada-public']],
      ['?search=inter%20team', ['team-internal']],
      ['?search=50%25_off', ['team-internal']],
      ['?search=the%2050%25_off%20shop%20internal', ['team-internal']],
      ['?search=the%2050%25_off%20shop%20private', []],
      ['?search=ada%20pub%20blic%20ada-public', ['ada-public']],
      ['?search=50%25xoff', []],
      ['?search=%5C%20shop', ['team-internal']],
      ['?search=%22off%20%5C%22', ['team-internal']],
      ['?search=%C3%96l', ['team-internal']],
      ['?search=ad', []],
      ['?search_namespaces=true&search=TOP/te', ['team-internal', 'team-public']],
      ['?search_namespaces=true&search=top%20inter%20shop%20team', ['team-internal']],
      ['?search_namespaces=true&search=50%25_off', ['team-internal']],
      ['?search_namespaces=true&search=%C3%96l', ['team-internal']],
      ['?search_namespaces=true&search=top/team', ['team-internal', 'team-public']],
      ['?search_namespaces=true&search=to', []],
      ['?search_namespaces=false&search=top/team', []],
      ['?search=', ['ada-internal', 'ada-private', 'ada-public', 'team-internal', 'team-public']],
      [
        '?visibility=&archived=&order_by=',
        ['ada-internal', 'ada-private', 'ada-public', 'team-internal', 'team-public'],
      ],
      ['?pagination=keyset&order_by=id&unknown=1&visibility=private', ['ada-private']],
    ])('%s', async (query, expected) => {
      expect(await paths(ada, query)).toEqual(expected);
    });

    it.each([
      ['?order_by=stars', 'order_by does not have a valid value'],
      ['?sort=up', 'sort does not have a valid value'],
      ['?visibility=secret', 'visibility does not have a valid value'],
      ['?archived=perhaps', 'archived is invalid'],
      ['?per_page=many', 'per_page is invalid'],
    ])('refuses %s', async (query, error) => {
      const { status, body } = await list(ada, query);
      expect([status, body]).toEqual([400, { error }]);
    });
  });

  it('prints whole projects with rights, simple ones on request and to anonymous callers', async () => {
    const { body } = await list(bob, '?search=team&visibility=private');
    expect(body[0]).toMatchObject({
      path_with_namespace: 'top/team/team-private',
      permissions: { project_access: { access_level: 20, notification_level: 3 }, group_access: null },
    });
    const byGroup = (await list(groupGuest, '?visibility=private')).body[0];
    expect(byGroup.permissions).toEqual({
      project_access: null,
      group_access: { access_level: 10, notification_level: 3 },
    });
    for (const [caller, query] of [
      [bob, '?simple=true'],
      [null, ''],
    ] as const) {
      expect((await list(caller, query)).body[0]).not.toHaveProperty('permissions');
    }
  });

  describe('orders and pages', () => {
    const creator = user(50, { username: 'many' });
    const ids: ProjectId[] = [];

    beforeAll(async () => {
      const namespaceId = await app.claim(creator);
      const seed = new Seed(database);
      for (let index = 0; index < 25; index++) {
        ids.push(await seed.project(namespaceId, `m${index}`, VISIBILITIES[index % 3]!));
      }
      // Every order differs from every other, and the times have ties.
      await database.query(
        `update projects set name = 'n' || lpad(((id * 7) % 25)::text, 2, '0'),
           created_at = timestamptz '2018-01-01Z' + ((id - $1) / 2) * interval '1 hour',
           updated_at = timestamptz '2018-01-01Z' - ((id * 3) % 5) * interval '1 hour',
           last_activity_at = timestamptz '2018-01-01Z' + ((id * 11) % 25) * interval '1 hour'
         where id = any ($2)`,
        [ids[0], ids],
      );
    });

    const pages = (query: string) => list(creator, `?owned=true&${query}`);
    const idsOf = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id);

    async function inOrder(column: string, direction: string): Promise<number[]> {
      const rows = await database.query<{ id: number }>(
        `select id from projects where id = any ($1) order by ${column} ${direction}, id ${direction}`,
        [ids],
      );
      return rows.map(({ id }) => id);
    }

    it.each(['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at'])(
      'by %s, both ways',
      async (column) => {
        for (const sort of ['asc', 'desc']) {
          const expected = await inOrder(column, sort);
          expect(idsOf(await pages(`order_by=${column}&sort=${sort}&per_page=100`))).toEqual(expected);
          const seen = await list(creator, `?search=many&order_by=${column}&sort=${sort}&per_page=100`);
          expect(idsOf(seen)).toEqual([]);
          const everything = idsOf(await list(creator, `?order_by=${column}&sort=${sort}&per_page=100`));
          expect(everything.filter((id) => ids.includes(id as ProjectId))).toEqual(expected);
        }
      },
    );

    it('newest first by default', async () => {
      expect(idsOf(await pages('per_page=100'))).toEqual(await inOrder('created_at', 'desc'));
    });

    it('gives every project once over all pages, with the headers of the API', async () => {
      const expected = await inOrder('created_at', 'desc');
      const second = await pages('per_page=10&page=2');
      expect(idsOf(second)).toEqual(expected.slice(10, 20));
      expect(second.headers).toMatchObject({
        'x-total': '25',
        'x-total-pages': '3',
        'x-per-page': '10',
        'x-page': '2',
        'x-next-page': '3',
        'x-prev-page': '1',
      });
      const last = await pages('per_page=10&page=3');
      expect([idsOf(last), last.headers['x-next-page'], last.headers['x-total']]).toEqual([
        expected.slice(20),
        '',
        '25',
      ]);
      const beyond = await pages('per_page=10&page=9');
      expect([idsOf(beyond), beyond.headers['x-page'], beyond.headers['x-total']]).toEqual([[], '9', '25']);
      const far = await pages(`per_page=100&page=${Number.MAX_SAFE_INTEGER}`);
      expect([far.status, idsOf(far), far.headers['x-total']]).toEqual([200, [], '25']);
      // For callers who do not see everything, their own closed projects are read as far as the page.
      for (const page of [60_000_000, Number.MAX_SAFE_INTEGER]) {
        const nothing = await list(creator, `?per_page=100&page=${page}`);
        expect([nothing.status, nothing.body]).toEqual([200, []]);
      }
    });

    it('costs one statement, however many projects are on the page, and one more beyond the end', async () => {
      for (const query of ['per_page=100', 'per_page=5']) expect(await app.countStatements(() => pages(query))).toBe(1);
      for (const caller of [admin, bob, null])
        expect(await app.countStatements(() => list(caller, '?per_page=2'))).toBe(1);
      expect(await app.countStatements(() => list(admin, '?page=99'))).toBe(2);
      expect(await app.countStatements(() => list(null, '?owned=true'))).toBe(0);
    });

    it('goes on behind a key, both ways, without totals', async () => {
      for (const sort of ['asc', 'desc']) {
        const expected = await inOrder('id', sort);
        const found: number[] = [];
        let query: string | undefined = `?owned=true&pagination=keyset&order_by=id&sort=${sort}&per_page=10`;
        for (let page = 0; query !== undefined && page < 5; page++) {
          const answer: Answer = await list(creator, query);
          found.push(...idsOf(answer));
          for (const header of ['x-total', 'x-total-pages', 'x-page', 'x-next-page'])
            expect(answer.headers).not.toHaveProperty(header);
          query = /^<[^?>]*(\?[^>]*)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1];
        }
        expect(found).toEqual(expected);
      }
      const behind = await pages(`pagination=keyset&order_by=id&sort=desc&id_before=${ids[3]}`);
      expect(idsOf(behind)).toEqual([ids[2], ids[1], ids[0]]);
    });

    it.each(['', '&order_by=name', '&order_by=created_at'])('has no keys in other orders: %j', async (order) => {
      const { status, body } = await pages(`pagination=keyset${order}`);
      expect([status, body]).toEqual([
        405,
        { error: 'Keyset pagination is not yet available for this type of request' },
      ]);
    });

    it('costs one statement behind a key', async () => {
      expect(await app.countStatements(() => pages('pagination=keyset&order_by=id&per_page=5'))).toBe(1);
    });

    it('says nothing of the total beyond ten thousand', async () => {
      await database.query(
        `insert into projects (namespace_id, path, name, visibility, creator_id)
         select namespace_id, 'x' || n, 'x' || n, 'public', 50 from projects, generate_series(1, 10001) n where id = $1`,
        [ids[0]],
      );
      await database.query(
        `insert into routes (path, project_id) select 'many/' || path, id from projects where path like 'x%'`,
      );
      const many = await list(null, '?per_page=50');
      expect(many.body).toHaveLength(50);
      expect(many.headers).not.toHaveProperty('x-total');
      expect(many.headers).not.toHaveProperty('x-total-pages');
      expect(many.headers['x-next-page']).toBe('2');
      expect(many.headers['link']).not.toContain('rel="last"');
      const exact = await list(null, '?search=x1000');
      expect(exact.headers['x-total']).toBe('3');
      expect(app.failures).toEqual([]);
    });
  });
});
