import type { Visibility } from '@hearth/contract-kit';
import { ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const VISIBILITIES: Visibility[] = ['private', 'internal', 'public'];

describe('lists that few projects are found for', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  const ada = user(1, { username: 'ada' });
  const bob = user(2, { username: 'bob' });
  const external = user(3, { username: 'eve', external: true });
  const admin = user(4, { username: 'root', admin: true });
  const nobody = user(9);

  beforeAll(async () => {
    database = app.testDatabase;
    const seed = new Seed(database);
    const team = await seed.group('team', 'private', [await seed.group('top')]);
    const own = await app.claim(ada);
    await app.claim(bob);
    for (const visibility of VISIBILITIES) {
      await seed.project(own, `ada-${visibility}`, visibility);
      const id = await seed.project(team, `team-${visibility}`, visibility);
      await seed.projectMember(id, bob.userId, 20);
    }
    await database.query(
      `update projects set archived = true, issues_access_level = 'disabled' where path = 'ada-public'`,
    );
  });

  const list = (caller: ReturnType<typeof user> | null, query = '') => app.request(caller, 'GET', `/projects${query}`);

  async function paths(caller: ReturnType<typeof user> | null, query = ''): Promise<string[]> {
    const { status, body } = await list(caller, query);
    expect(status).toBe(200);
    return body.map(({ path }: { path: string }) => path).sort();
  }

  describe('by custom attributes', () => {
    beforeAll(async () => {
      await database.query(
        `insert into custom_attributes (project_id, key, value)
         select id, 'team', case when path like 'ada%' then 'red' else 'blue' end from projects
         union all select id, 'size', 'big' from projects where visibility = 'private'`,
      );
      // The same attribute on groups must not match.
      await database.query(
        `insert into custom_attributes (namespace_id, key, value) select id, 'team', 'red' from namespaces`,
      );
    });

    it.each([
      ['?custom_attributes[team]=red', ['ada-internal', 'ada-private', 'ada-public']],
      ['?custom_attributes[team]=red&custom_attributes[size]=big', ['ada-private']],
      ['?custom_attributes[team]=red&visibility=internal', ['ada-internal']],
      ['?custom_attributes[team]=red&archived=true', ['ada-public']],
      ['?custom_attributes[team]=red&search=private', ['ada-private']],
      ['?custom_attributes[team]=RED', []],
      ['?custom_attributes[team]=green', []],
      ['?custom_attributes[TEAM]=red', []],
      [`?custom_attributes[team]=${'x'.repeat(4000)}`, []],
      ['?custom_attributes[team]=red&owned=true', []],
    ])('%s, for admins', async (query, expected) => {
      expect(await paths(admin, query)).toEqual(expected);
    });

    it('leave others what they see', async () => {
      for (const caller of [null, nobody, ada]) {
        expect(await paths(caller, '?custom_attributes[team]=green')).toEqual(await paths(caller));
      }
    });

    it('are given by key', async () => {
      const { status, body } = await list(admin, '?custom_attributes=red');
      expect([status, body]).toEqual([400, { error: 'custom_attributes is invalid' }]);
    });
  });

  describe('of a user', () => {
    const ofUser = (caller: ReturnType<typeof user> | null, reference: string | number, query = '') =>
      app.request(caller, 'GET', `/users/${reference}/projects${query}`);

    async function pathsOf(caller: ReturnType<typeof user> | null, reference: string | number, query = '') {
      const { status, body } = await ofUser(caller, reference, query);
      expect(status).toBe(200);
      return body.map(({ path }: { path: string }) => path).sort();
    }

    it.each<[string, ReturnType<typeof user> | null, string[]]>([
      ['anonymous', null, ['ada-public']],
      ['a stranger', nobody, ['ada-internal', 'ada-public']],
      ['an external user', external, ['ada-public']],
      ['the user', ada, ['ada-internal', 'ada-private', 'ada-public']],
      ['an admin', admin, ['ada-internal', 'ada-private', 'ada-public']],
    ])('shows %s what they may see of the own namespace', async (_, caller, expected) => {
      for (const reference of [ada.userId, 'ada', 'ADA']) expect(await pathsOf(caller, reference)).toEqual(expected);
    });

    it('shows the starred ones', async () => {
      const [starred] = (await list(admin, '?search=ada-private')).body;
      await app.testDatabase.query('insert into project_stars (user_id, project_id) values ($1, $2)', [
        bob.userId,
        starred.id,
      ]);
      const starredBy = async (caller: ReturnType<typeof user> | null, reference: string | number) => {
        const { status, body } = await app.request(caller, 'GET', `/users/${reference}/starred_projects`);
        return [status, body];
      };
      for (const reference of [bob.userId, 'bob'])
        expect(await starredBy(admin, reference)).toMatchObject([200, [{ id: starred.id }]]);
      expect(await starredBy(null, 'bob')).toEqual([200, []]);
      expect((await starredBy(admin, 'missing'))[0]).toBe(404);
      await app.testDatabase.query('delete from project_stars');
    });

    it('shows those contributed to', async () => {
      const idOf = async (path: string): Promise<number> => (await list(admin, `?search=${path}`)).body[0].id;
      const [pushed, joined] = [await idOf('ada-private'), await idOf('ada-public')];
      await database.query(
        `insert into activity_events (kind, project_id, author_id, created_at) values
         ('issue:closed', $1, $3, now()), ('issue:created', $1, $3, now()), ('member:joined', $2, $3, now()), ('issue:reopened', $2, $3, now())`,
        [pushed, joined, bob.userId],
      );
      const contributedBy = async (caller: ReturnType<typeof user> | null, reference: string | number) => {
        const { status, body } = await app.request(caller, 'GET', `/users/${reference}/contributed_projects`);
        return [status, body];
      };
      expect(await contributedBy(admin, 'bob')).toMatchObject([200, [{ id: pushed }]]);
      expect(await contributedBy(null, bob.userId)).toEqual([200, []]);
      expect((await contributedBy(admin, 'missing'))[0]).toBe(404);
      await database.query('delete from activity_events where author_id = $1', [bob.userId]);
    });

    it('leaves out projects in which the user only takes part', async () => {
      expect(await pathsOf(admin, bob.userId)).toEqual([]);
    });

    it.each([
      ['?visibility=private', ['ada-private']],
      ['?archived=true', ['ada-public']],
      ['?archived=false', ['ada-internal', 'ada-private']],
      ['?search=inter', ['ada-internal']],
      ['?owned=true', ['ada-internal', 'ada-private', 'ada-public']],
      ['?membership=true', ['ada-internal', 'ada-private', 'ada-public']],
      ['?starred=true', []],
      ['?with_issues_enabled=true', ['ada-internal', 'ada-private']],
      ['?with_merge_requests_enabled=true', ['ada-internal', 'ada-private', 'ada-public']],
      ['?custom_attributes[team]=blue', ['ada-internal', 'ada-private', 'ada-public']],
    ])('takes the filters of every list: %s', async (query, expected) => {
      expect(await pathsOf(ada, 'ada', query)).toEqual(expected);
    });

    it('shows a member a private project in it', async () => {
      const [row] = await database.query<{ id: number }>(`select id from projects where path = 'ada-private'`);
      await database.query('insert into project_members (project_id, user_id, level) values ($1, $2, 10)', [
        row!.id,
        nobody.userId,
      ]);
      expect(await pathsOf(nobody, 'ada')).toEqual(['ada-internal', 'ada-private', 'ada-public']);
      expect(await pathsOf(nobody, 'ada', '?owned=true')).toEqual([]);
      expect(await pathsOf(nobody, 'ada', '?membership=true')).toEqual(['ada-private']);
      await database.query('delete from project_members where project_id = $1 and user_id = $2', [
        row!.id,
        nobody.userId,
      ]);
    });

    it.each(['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at'])(
      'is ordered by %s',
      async (order) => {
        for (const sort of ['asc', 'desc']) {
          const rows = await database.query<{ id: number }>(
            `select id from projects where path like 'ada-%' order by ${order} ${sort}, id ${sort}`,
          );
          const { body } = await ofUser(ada, 'ada', `?order_by=${order}&sort=${sort}`);
          expect(body.map(({ id }: { id: number }) => id)).toEqual(rows.map(({ id }) => id));
        }
      },
    );

    it.each([999_999, 'no-such', 'top', 'top%2Fteam', '0', 'a%00b'])('does not know %s', async (reference) => {
      for (const query of ['', '?owned=true', '?page=3']) {
        const { status, body } = await ofUser(admin, reference, query);
        expect([status, body]).toEqual([404, { message: '404 User Not Found' }]);
      }
    });

    it('pages, prints whole projects to users, and basic ones to others', async () => {
      const { headers, body } = await ofUser(ada, 'ada', '?per_page=2');
      expect(body).toHaveLength(2);
      expect(headers).toMatchObject({ 'x-total': '3', 'x-next-page': '2' });
      expect(body[0]).toHaveProperty('permissions');
      for (const [caller, query] of [
        [null, ''],
        [ada, '?simple=true'],
      ] as const)
        expect((await ofUser(caller, 'ada', query)).body[0]).not.toHaveProperty('permissions');
      const keys = await ofUser(ada, 'ada', '?pagination=keyset&order_by=id&sort=asc&per_page=2');
      expect(keys.headers['link']).toContain(`id_after=${keys.body[1].id}`);
    });

    it('costs a statement, and one for the user', async () => {
      expect(await app.countStatements(() => ofUser(ada, 'ada'))).toBe(1);
      expect(await app.countStatements(() => ofUser(ada, 'ada', '?per_page=1'))).toBe(1);
      expect(await app.countStatements(() => ofUser(ada, 'ada', '?page=5'))).toBe(2);
      expect(await app.countStatements(() => ofUser(ada, 'bob'))).toBe(2);
    });
  });
});
