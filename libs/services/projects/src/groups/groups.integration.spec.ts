import { VISIBILITIES, type Principal, type Visibility } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const STRANGER = user(1, { username: 'stranger' });
const EXTERNAL = user(2, { username: 'external', external: true });
const GUEST = user(10, { username: 'guest' });
const OWNER = user(50, { username: 'owner' });
const ABOVE = user(51, { username: 'above' });
const BELOW = user(52, { username: 'below' });
const INSIDE = user(53, { username: 'inside' });
const INVITED = user(54, { username: 'invited' });
const FORMER = user(55, { username: 'former' });
const ADMIN = user(9, { username: 'root', admin: true });

/** For each visibility: outer > middle > inner, the projects middle/tool, and lent: a user's project, shared with middle. */
describe('groups', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    database = app.testDatabase;
    const seed = new Seed(database);
    for (const person of [STRANGER, EXTERNAL, GUEST, OWNER, ABOVE, BELOW, INSIDE, INVITED, FORMER, ADMIN])
      ids[person.username] = await app.claim(person);
    for (const visibility of VISIBILITIES) await tree(seed, visibility);
  });

  /** Projects are always private, whatever the visibility of their group, so each group is visible only by its own visibility. */
  async function tree(seed: Seed, visibility: Visibility): Promise<void> {
    const outer = await seed.group(`${visibility}-outer`, visibility);
    const middle = await seed.group(`${visibility}-middle`, visibility, [outer]);
    const inner = await seed.group(`${visibility}-inner`, visibility, [outer, middle]);
    Object.assign(ids, {
      [`${visibility}-outer`]: outer,
      [`${visibility}-middle`]: middle,
      [`${visibility}-inner`]: inner,
    });
    const tool = await seed.project(middle, 'tool', 'private');
    const lent = await seed.project(ids['owner']!, `${visibility}-lent`, 'private', 50);
    await database.query('insert into project_group_links (project_id, group_id, level) values ($1, $2, 20)', [
      lent,
      middle,
    ]);
    await seed.namespaceMember(middle, GUEST.userId, 10);
    await seed.namespaceMember(middle, OWNER.userId, 50);
    await seed.namespaceMember(outer, ABOVE.userId, 50);
    await seed.namespaceMember(inner, BELOW.userId, 30);
    await seed.projectMember(tool, INSIDE.userId, 30);
    await seed.projectMember(lent, INVITED.userId, 30);
    await seed.namespaceMember(middle, FORMER.userId, 50, 0);
  }

  const get = (who: Principal | null, path: string) => app.request(who, 'GET', path);
  const pathsOf = ({ body }: { body: { path: string }[] }) => body.map(({ path }) => path);
  const each = (visibility: Visibility, ...names: string[]) => names.map((name) => `${visibility}-${name}`);
  const ALL = ['inner', 'middle', 'outer'];
  const everywhere = (...names: string[]) => VISIBILITIES.flatMap((visibility) => each(visibility, ...names)).sort();

  describe('GET /groups', () => {
    it.each<[string, Principal | null, string[], string[]]>([
      ['anonymous callers', null, each('public', ...ALL), each('public', ...ALL)],
      ['strangers', STRANGER, [], [...each('internal', ...ALL), ...each('public', ...ALL)]],
      ['external users', EXTERNAL, [], each('public', ...ALL)],
      ['former members', FORMER, [], [...each('internal', ...ALL), ...each('public', ...ALL)]],
      ['guests, with what is around and below', GUEST, everywhere(...ALL), everywhere(...ALL)],
      ['owners', OWNER, everywhere(...ALL), everywhere(...ALL)],
      ['members of the outermost group', ABOVE, everywhere(...ALL), everywhere(...ALL)],
      ['members of the innermost group', BELOW, everywhere(...ALL), everywhere(...ALL)],
      [
        'members of a project',
        INSIDE,
        everywhere('middle', 'outer'),
        [...each('internal', 'inner'), ...each('public', 'inner'), ...everywhere('middle', 'outer')].sort(),
      ],
      ['members of a project that is shared', INVITED, [], [...each('internal', ...ALL), ...each('public', ...ALL)]],
      ['admins', ADMIN, everywhere(...ALL), everywhere(...ALL)],
    ])('shows %s theirs, and with all_available what is open', async (_, who, own, available) => {
      expect(pathsOf(await get(who, '/groups'))).toEqual(own);
      expect(pathsOf(await get(who, '/groups?all_available=true'))).toEqual(available);
    });

    it.each<[string, Principal | null, string[]]>([
      ['anonymous callers', null, []],
      ['owners', OWNER, everywhere('middle')],
      ['owners of groups around', ABOVE, everywhere('outer')],
      ['former owners', FORMER, []],
      ['guests', GUEST, []],
      ['admins', ADMIN, []],
    ])('with owned, shows %s what they own themselves', async (_, who, expected) => {
      expect(pathsOf(await get(who, '/groups?owned=true'))).toEqual(expected);
    });

    it('prints a group', async () => {
      const { body } = await get(OWNER, '/groups?search=private-inner');
      expect(body).toEqual([
        {
          id: ids['private-inner'],
          name: 'private-inner',
          path: 'private-inner',
          description: '',
          visibility: 'private',
          lfs_enabled: true,
          avatar_url: null,
          web_url: 'http://hearth.test:8080/groups/private-outer/private-middle/private-inner',
          request_access_enabled: false,
          ...{ share_with_group_lock: false, project_creation_level: 'maintainer', subgroup_creation_level: 'owner' },
          default_branch: null,
          ...{ require_two_factor_authentication: false, two_factor_grace_period: 48, auto_devops_enabled: false },
          created_at: expect.any(String),
          ...{ full_name: 'private-inner', full_path: 'private-outer/private-middle/private-inner' },
          parent_id: ids['private-middle'],
        },
      ]);
    });

    it.each([
      ['search=OUTER', everywhere('outer')],
      ['search=publ outer', each('public', 'outer')],
      ['search=pub lic oute r-o', []],
      ['search=pub lic oute c-o', each('public', 'outer')],
      ['search="public-outer"', each('public', 'outer')],
      ['search=pu', []],
      ['search=%25', []],
      ['search=', everywhere(...ALL)],
      ['order_by=path&sort=desc', everywhere(...ALL).reverse()],
      ['sort=desc', everywhere(...ALL).reverse()],
      ['owned=false&statistics=false', everywhere(...ALL)],
    ])('narrows and orders by %s', async (query, expected) => {
      expect(pathsOf(await get(ADMIN, `/groups?${query}`))).toEqual(expected);
      expect(pathsOf(await get(GUEST, `/groups?${query}`))).toEqual(expected);
      const parent = await get(ADMIN, `/groups/${ids['public-outer']}/subgroups?${query}`);
      expect(pathsOf(parent)).toEqual(expected.filter((path) => path === 'public-middle'));
    });

    it('leaves groups out', async () => {
      const skipped = everywhere('outer').map((path) => `skip_groups[]=${ids[path]}`);
      expect(pathsOf(await get(ADMIN, `/groups?${skipped.join('&')}`))).toEqual(everywhere('inner', 'middle'));
      expect(pathsOf(await get(GUEST, `/groups?${skipped.join('&')}`))).toEqual(everywhere('inner', 'middle'));
    });

    it('pages, with names that differ from paths', async () => {
      await database.query(`update namespaces set name = 'Zebra' where id = $1`, [ids['internal-inner']]);
      const first = await get(ADMIN, '/groups?per_page=4&sort=desc');
      expect(pathsOf(first).slice(0, 2)).toEqual(['public-outer', 'public-middle']);
      expect(first.headers).toMatchObject({ 'x-total': '9', 'x-total-pages': '3', 'x-next-page': '2' });
      const byPath = await get(ADMIN, '/groups?per_page=4&page=3&order_by=path');
      expect(pathsOf(byPath)).toEqual(['public-outer']);
      expect(pathsOf(await get(ADMIN, '/groups?per_page=1'))).toEqual(['internal-inner']);
      await database.query(`update namespaces set name = path where id = $1`, [ids['internal-inner']]);
    });

    it('prints sizes for admins who ask', async () => {
      const sizes = 'repository_size = 40, lfs_size = 5, artifacts_size = 2';
      await database.query(`update projects set ${sizes} where namespace_id = $1`, [ids['public-middle']]);
      const { body } = await get(ADMIN, '/groups?statistics=true&search=public-');
      const none = { storage_size: 0, repository_size: 0, lfs_objects_size: 0, job_artifacts_size: 0 };
      expect(body.map(({ statistics }: { statistics: object }) => statistics)).toEqual([
        none,
        { ...none, storage_size: 47, repository_size: 40, lfs_objects_size: 5, job_artifacts_size: 2 },
        none,
      ]);
      for (const who of [null, OWNER]) {
        const others = await get(who, '/groups?statistics=true&search=public-');
        expect(others.body[0]).not.toHaveProperty('statistics');
      }
      expect((await get(ADMIN, '/groups')).body[0]).not.toHaveProperty('statistics');
    });

    it('narrows by custom attributes for admins', async () => {
      await database.query(
        `insert into custom_attributes (namespace_id, key, value) values ($1, 'team', 'red'), ($1, 'floor', '2'), ($2, 'team', 'red')`,
        [ids['private-outer'], ids['public-inner']],
      );
      const filter = 'custom_attributes[team]=red';
      expect(pathsOf(await get(ADMIN, `/groups?${filter}`))).toEqual(['private-outer', 'public-inner']);
      expect(pathsOf(await get(ADMIN, `/groups?${filter}&custom_attributes[floor]=2`))).toEqual(['private-outer']);
      expect(pathsOf(await get(ADMIN, '/groups?custom_attributes[team]=blue'))).toEqual([]);
      expect(pathsOf(await get(GUEST, `/groups?${filter}`))).toEqual(everywhere(...ALL));
    });

    it.each([
      ['order_by=id', 'order_by does not have a valid value'],
      ['sort=up', 'sort does not have a valid value'],
      ['owned=perhaps', 'owned is invalid'],
      ['skip_groups[]=x', 'skip_groups is invalid'],
      ['custom_attributes=x', 'custom_attributes is invalid'],
      ['page=x', 'page is invalid'],
    ])('refuses %s', async (query, text) => {
      expect(await get(ADMIN, `/groups?${query}`)).toMatchObject({ status: 400, body: { error: text } });
    });

    it('is not ordered by id, so it has no keys', async () => {
      const { status, body } = await get(ADMIN, '/groups?pagination=keyset');
      expect([status, body.error]).toEqual([405, expect.stringContaining('Keyset pagination')]);
    });

    it('asks one statement of the database, and one more beyond the end', async () => {
      for (const who of [null, GUEST, ADMIN])
        for (const query of ['all_available=true&per_page=2', 'per_page=100', 'statistics=true&order_by=path'])
          expect(await app.countStatements(() => get(who, `/groups?${query}`))).toBe(1);
      expect(await app.countStatements(() => get(ADMIN, '/groups?page=9'))).toBe(2);
      expect((await get(ADMIN, '/groups?page=9')).headers).toMatchObject({ 'x-total': '9', 'x-page': '9' });
      expect(await app.countStatements(() => get(null, '/groups?owned=true'))).toBe(0);
    });
  });

  // Visibility of a group, taken from section 4.5.2 of the reference. Its private projects make a group visible to their members.
  const seen: [string, Principal | null, Record<Visibility, boolean>][] = [
    ['anonymous callers', null, { private: false, internal: false, public: true }],
    ['strangers', STRANGER, { private: false, internal: true, public: true }],
    ['external users', EXTERNAL, { private: false, internal: false, public: true }],
    ['former members', FORMER, { private: false, internal: true, public: true }],
    ['guests', GUEST, { private: true, internal: true, public: true }],
    ['owners', OWNER, { private: true, internal: true, public: true }],
    ['members around it', ABOVE, { private: true, internal: true, public: true }],
    ['members below it', BELOW, { private: true, internal: true, public: true }],
    ['members of a project in it', INSIDE, { private: true, internal: true, public: true }],
    ['members of a project shared with it', INVITED, { private: false, internal: true, public: true }],
    ['admins', ADMIN, { private: true, internal: true, public: true }],
  ];
  const readings = seen.flatMap(([whom, who, visible]) =>
    VISIBILITIES.map((visibility) => [whom, visibility, visible[visibility], who] as const),
  );
  const hidden = { status: 404, body: { message: '404 Group Not Found' } };

  describe('GET /groups/:id', () => {
    it.each(readings)('is for %s, of a group that is %s: %s', async (_, visibility, isVisible, who) => {
      const id = ids[`${visibility}-middle`]!;
      for (const name of [
        id,
        `${visibility}-outer%2F${visibility}-middle`,
        `${visibility}-OUTER%2F${visibility}-middle`,
      ]) {
        const answer = await get(who, `/groups/${name}`);
        if (isVisible) expect(answer).toMatchObject({ status: 200, body: { id, path: `${visibility}-middle` } });
        else expect(answer).toMatchObject(hidden);
      }
    });

    it.each<[string, Principal | null, string[], string[]]>([
      ['anonymous callers', null, [], []],
      ['strangers', STRANGER, [], []],
      ['guests', GUEST, ['tool'], ['public-lent']],
      ['members around it', ABOVE, ['tool'], ['public-lent']],
      ['members below it', BELOW, [], []],
      ['members of a project in it', INSIDE, ['tool'], []],
      ['members of a project shared with it', INVITED, [], ['public-lent']],
      ['admins', ADMIN, ['tool'], ['public-lent']],
    ])('shows %s the projects that they may see', async (_, who, projects, shared) => {
      const { body } = await get(who, `/groups/${ids['public-middle']}`);
      expect([pathsOf({ body: body.projects }), pathsOf({ body: body.shared_projects })]).toEqual([projects, shared]);
      const listed = await get(who, `/groups/${ids['public-middle']}/projects?order_by=id&sort=asc`);
      expect(pathsOf(listed)).toEqual([...projects, ...shared]);
    });

    it('shows whole projects, with permissions to who has signed in', async () => {
      await database.query(`update projects set visibility = 'public' where namespace_id = $1`, [ids['public-middle']]);
      const anonymous = (await get(null, `/groups/${ids['public-middle']}`)).body.projects[0];
      const guest = (await get(GUEST, `/groups/${ids['public-middle']}`)).body.projects[0];
      expect(anonymous).toMatchObject({ path: 'tool', visibility: 'public', _links: expect.anything() });
      expect(anonymous).not.toHaveProperty('permissions');
      expect(guest.permissions).toEqual({
        project_access: null,
        group_access: { access_level: 10, notification_level: 3 },
      });
      expect(guest).not.toHaveProperty('runners_token');
      await database.query(`update projects set visibility = 'private' where namespace_id = $1`, [
        ids['public-middle'],
      ]);
    });

    it('opens a private group to users who see a project of it or its subgroups', async () => {
      const of = (path: string) => get(null, `/groups/${ids[path]}`);
      await database.query(`update projects set visibility = 'public' where namespace_id = $1`, [
        ids['private-middle'],
      ]);
      expect((await of('private-middle')).body).toMatchObject({ projects: [{ path: 'tool' }], shared_projects: [] });
      expect((await of('private-outer')).status).toBe(200);
      expect((await of('private-inner')).status).toBe(404);
      await database.query(`update projects set visibility = 'private' where namespace_id = $1`, [
        ids['private-middle'],
      ]);
      expect((await of('private-middle')).status).toBe(404);
    });

    it.each(['private', 'internal', 'public'])('hides a private group that a %s project is shared with', async (to) => {
      await database.query(`update projects set visibility = $1 where path = 'private-lent'`, [to]);
      for (const who of [null, STRANGER, INVITED])
        for (const path of ['', '/projects', '/members', '/members/all'])
          expect((await get(who, `/groups/${ids['private-middle']}${path}`)).status).toBe(
            who === null && path.startsWith('/members') ? 401 : 404,
          );
      expect((await get(GUEST, `/groups/${ids['private-middle']}`)).status).toBe(200);
      await database.query(`update projects set visibility = 'private' where path = 'private-lent'`);
    });

    it('tells which groups a shared project is shared with', async () => {
      const { body } = await get(OWNER, `/groups/${ids['public-middle']}`);
      expect(body.shared_projects[0].shared_with_groups).toEqual([
        { group_id: ids['public-middle'], group_name: 'public-middle', group_access_level: 20 },
      ]);
    });

    it.each(['999999', 'nowhere', 'private-middle', 'stranger', '99999999999999999999', 'a%00b'])(
      'does not find %s',
      async (name) => expect(await get(ADMIN, `/groups/${name}`)).toMatchObject(hidden),
    );

    it('asks the same few statements whatever is in the group', async () => {
      const statements = (path: string) => app.countStatements(() => get(OWNER, `/groups/${ids[path]}`));
      expect(await statements('public-middle')).toBe(4);
      expect(await statements('public-inner')).toBe(4);
    });
  });

  describe('GET /groups/:id/subgroups', () => {
    it.each(readings)('are for %s, of a group that is %s: %s', async (_, visibility, isVisible, who) => {
      const answer = await get(who, `/groups/${ids[`${visibility}-middle`]}/subgroups?all_available=true`);
      if (!isVisible) return expect(answer).toMatchObject(hidden);
      const isKnown = visibility !== 'private' || ![INSIDE, INVITED].includes(who!);
      expect([answer.status, pathsOf(answer)]).toEqual([200, isKnown ? [`${visibility}-inner`] : []]);
    });

    it.each<[string, Principal | null, string[]]>([
      ['anonymous callers', null, ['public-inner']],
      ['strangers', STRANGER, []],
      ['members of a project beside', INSIDE, []],
      ['guests', GUEST, ['public-inner']],
      ['admins', ADMIN, ['public-inner']],
    ])('without all_available shows %s only theirs', async (_, who, expected) => {
      expect(pathsOf(await get(who, `/groups/${ids['public-middle']}/subgroups`))).toEqual(expected);
    });

    it('shows direct subgroups only, and takes the filters of groups', async () => {
      const outer = `/groups/${ids['private-outer']}/subgroups`;
      expect(pathsOf(await get(ABOVE, outer))).toEqual(['private-middle']);
      expect(pathsOf(await get(ABOVE, `${outer}?owned=true`))).toEqual([]);
      expect(pathsOf(await get(OWNER, `${outer}?owned=true`))).toEqual(['private-middle']);
      expect(pathsOf(await get(OWNER, `${outer}?skip_groups[]=${ids['private-middle']}`))).toEqual([]);
      expect((await get(ADMIN, `${outer}?statistics=true`)).body[0].statistics).toMatchObject({ storage_size: 0 });
      expect((await get(ADMIN, outer)).headers).toMatchObject({ 'x-total': '1', 'x-page': '1' });
      expect(pathsOf(await get(ADMIN, `${outer}?page=2`))).toEqual([]);
    });
  });

  describe('GET /groups/:id/projects', () => {
    const list = (who: Principal | null, query = '') => get(who, `/groups/${ids['internal-middle']}/projects${query}`);
    const owners: [string, string[]][] = [
      ['?order_by=name&sort=asc', ['internal-lent', 'tool']],
      ['?order_by=path&sort=desc', ['tool', 'internal-lent']],
      ['?archived=true', []],
      ['?archived=false&order_by=id&sort=asc', ['tool', 'internal-lent']],
      ['?visibility=private&order_by=id', ['internal-lent', 'tool']],
      ['?visibility=public', []],
      ['?search=TOO', ['tool']],
      ['?owned=true', ['internal-lent', 'tool']],
      ['?starred=true', []],
    ];

    it.each(owners)('takes %s', async (query, expected) => {
      expect(pathsOf(await list(OWNER, query)).sort()).toEqual([...expected].sort());
      if (query.includes('order_by')) expect(pathsOf(await list(OWNER, query))).toEqual(expected);
    });

    it('is empty for who owns nothing there, and hidden with its group', async () => {
      expect(pathsOf(await list(GUEST, '?owned=true'))).toEqual([]);
      expect(pathsOf(await list(GUEST))).toHaveLength(2);
      expect(pathsOf(await list(STRANGER))).toEqual([]);
      expect(await list(null)).toMatchObject(hidden);
      expect(await list(EXTERNAL)).toMatchObject(hidden);
    });

    it('shows less with simple, and pages', async () => {
      const simple = await list(OWNER, '?simple=true&per_page=1&order_by=id&sort=asc');
      expect(simple.headers).toMatchObject({ 'x-total': '2', 'x-next-page': '2' });
      expect(simple.body[0]).not.toHaveProperty('permissions');
      expect(simple.body[0]).not.toHaveProperty('namespace');
      const next = await list(OWNER, '?pagination=keyset&order_by=id&sort=asc&per_page=1');
      expect(next.headers['link']).toContain('id_after=');
      expect(next.headers).not.toHaveProperty('x-total');
    });

    it('forgets projects whose sharing has ended', async () => {
      const [link] = await database.query('select * from project_group_links where group_id = $1', [
        ids['internal-middle'],
      ]);
      await database.query(`update project_group_links set expires_at = now()::date where id = $1`, [link!['id']]);
      expect(pathsOf(await list(OWNER))).toEqual(['tool']);
      await database.query(`update project_group_links set expires_at = null where id = $1`, [link!['id']]);
    });

    it('asks two statements, the access question included', async () => {
      expect(await app.countStatements(() => list(OWNER, '?per_page=1'))).toBe(2);
    });
  });
});
