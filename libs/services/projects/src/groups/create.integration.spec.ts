import { VISIBILITIES, type Principal, type Visibility } from '@hearth/contract-kit';
import { FakeIdentity } from '../testing/fake-identity.js';
import { user } from '../testing/people.js';
import { BASE_URL, ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import { whileHeld } from '../testing/while-held.js';

const ADA = user(1, { username: 'ada', canCreateGroup: true });
const BOB = user(2, { username: 'bob', canCreateGroup: true });
const CAROL = user(3, { username: 'carol' });
const ADMIN = user(9, { username: 'root', admin: true });

const NAME_TEXT = "can contain only letters, digits, '_', '.', dash and space.";
const PATH_TEXT =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";
const LONG = 'is too long (maximum is 255 characters)';

describe('POST /groups', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    for (const somebody of [ADA, BOB, CAROL, ADMIN]) await app.claim(somebody);
  });

  beforeEach(() => settle({}));

  function settle(settings: Partial<FakeIdentity['settings']>): void {
    app.get(FakeIdentity).settings = {
      defaultProjectVisibility: 'private',
      defaultGroupVisibility: 'private',
      restrictedVisibilities: [],
      ...settings,
    };
  }

  const create = (who: Principal | null, body: object) => app.request(who, 'POST', '/groups', body);
  const answer = async (who: Principal | null, body: object) => {
    const { status, body: said } = await create(who, body);
    return [status, said.message ?? said.error];
  };
  const failed = (errors: string) => [400, `Failed to save group {${errors}}`];

  it('answers the group, private and empty, and makes its creator the owner', async () => {
    const { status, body } = await create(ADA, { name: 'Red Team', path: 'red-team' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Red Team',
        path: 'red-team',
        description: '',
        visibility: 'private',
        lfs_enabled: true,
        avatar_url: null,
        web_url: `${BASE_URL}/groups/red-team`,
        request_access_enabled: false,
        share_with_group_lock: false,
        project_creation_level: 'maintainer',
        default_branch: null,
        subgroup_creation_level: 'owner',
        ...{ require_two_factor_authentication: false, two_factor_grace_period: 48 },
        auto_devops_enabled: false,
        created_at: expect.any(String),
        full_name: 'Red Team',
        full_path: 'red-team',
        parent_id: null,
        projects: [],
        shared_projects: [],
      },
    ]);
    expect(
      await database.query('select user_id, level from namespace_members where namespace_id = $1', [body.id]),
    ).toEqual([{ user_id: 1, level: 50 }]);
    const project = await app.request(ADA, 'POST', '/projects', { name: 'Tool', namespace_id: body.id });
    expect([project.status, project.body.path_with_namespace]).toEqual([201, 'red-team/tool']);
  });

  it('takes every field', async () => {
    const { body } = await create(ADA, {
      name: 'Fields',
      path: 'Fields_1.x',
      description: 'all of them',
      visibility: 'internal',
      lfs_enabled: 'false',
      request_access_enabled: true,
      share_with_group_lock: true,
    });
    expect(body).toMatchObject({
      path: 'Fields_1.x',
      description: 'all of them',
      visibility: 'internal',
      lfs_enabled: false,
      request_access_enabled: true,
    });
    expect(await database.query('select share_with_group_lock from namespaces where id = $1', [body.id])).toEqual([
      { share_with_group_lock: true },
    ]);
  });

  it('puts a subgroup below its parent, whose owners own it too', async () => {
    const { body: above } = await create(ADA, { name: 'Above', path: 'above' });
    const { body: below } = await create(ADA, { name: 'Below', path: 'below', parent_id: String(above.id) });
    expect(below).toMatchObject({
      parent_id: above.id,
      full_path: 'above/below',
      full_name: 'Above / Below',
      web_url: `${BASE_URL}/groups/above/below`,
    });
    await seed.namespaceMember(above.id, BOB.userId, 50);
    const { status, body: deeper } = await create(BOB, { name: 'Deeper', path: 'deeper', parent_id: below.id });
    expect([status, deeper.full_name]).toEqual([201, 'Above / Below / Deeper']);
  });

  it('lets owners make subgroups who may not make top-level groups', async () => {
    const parent = await seed.group('carols');
    await seed.namespaceMember(parent, CAROL.userId, 50);
    expect((await create(CAROL, { name: 'x', path: 'x', parent_id: parent })).status).toBe(201);
  });

  it('lets admins make groups anywhere, whatever they may as users', async () => {
    const parent = await seed.group('anywhere');
    expect((await create(ADMIN, { name: 'admin', path: 'by-admin' })).status).toBe(201);
    expect((await create(ADMIN, { name: 'x', path: 'x', parent_id: parent })).status).toBe(201);
  });

  it('keeps names in NFC', async () => {
    const { body } = await create(ADA, { name: 'E\u0301quipe', path: 'equipe' });
    expect(body.name).toBe('\u00c9quipe');
  });

  describe('with a picture', () => {
    const send = (method: 'POST' | 'PUT', path: string, file: string) => {
      const form = [
        ...['--x', 'content-disposition: form-data; name="name"', '', file, '--x'],
        ...['content-disposition: form-data; name="path"', '', `with-${file}`, '--x'],
        ...[`content-disposition: form-data; name="avatar"; filename="${file}"`, 'content-type: image/png', '', 'BM'],
        ...['--x--', ''],
      ].join('\r\n');
      return app.request(ADA, method, path, Buffer.from(form), { 'content-type': 'multipart/form-data; boundary=x' });
    };

    it('keeps it', async () => {
      const { status, body } = await send('POST', '/groups', 'face.png');
      expect([status, body.avatar_url]).toEqual([201, `${BASE_URL}/uploads/-/system/group/avatar/${body.id}/face.png`]);
      const removed = await app.request(ADA, 'PUT', `/groups/${body.id}`, { avatar: '' });
      expect([removed.status, removed.body.avatar_url]).toEqual([200, null]);
      const put = await send('PUT', `/groups/${body.id}`, 'other.gif');
      expect([put.status, put.body.avatar_url]).toEqual([200, expect.stringMatching(/other\.gif$/)]);
    });

    it('refuses what is none', async () => {
      const { status, body } = await send('POST', '/groups', 'face.txt');
      expect([status, body.message]).toEqual([400, 'Failed to save group {:avatar=>["only images allowed"]}']);
      expect(await database.query(`select id from namespaces where path = 'with-face.txt'`)).toEqual([]);
    });
  });

  describe('refuses', () => {
    it.each([
      ['anonymous callers', null, { name: 'x', path: 'x' }, 401, '401 Unauthorized'],
      ['a missing name', ADA, { path: 'x' }, 400, 'name is missing'],
      ['a missing path', ADA, { name: 'x' }, 400, 'path is missing'],
      ['both missing', ADA, {}, 400, 'name is missing, path is missing'],
      [
        'an unknown visibility',
        ADA,
        { name: 'x', path: 'x', visibility: 'open' },
        400,
        'visibility does not have a valid value',
      ],
      ['what is no number', ADA, { name: 'x', path: 'x', parent_id: 'y' }, 400, 'parent_id is invalid'],
      ['users who may not make groups', CAROL, { name: 'x', path: 'x' }, 403, '403 Forbidden'],
      ['unknown parents', ADA, { name: 'x', path: 'x', parent_id: 999999 }, 404, '404 Group Not Found'],
      ['a user namespace as the parent', ADMIN, { name: 'x', path: 'x', parent_id: 1 }, 404, '404 Group Not Found'],
    ])('%s', async (_, who, body, status, text) => {
      expect(await answer(who, body)).toEqual([status, text]);
    });

    it.each<[Visibility, number, number, string]>([
      ['private', 0, 404, '404 Group Not Found'],
      ['internal', 0, 403, '403 Forbidden'],
      ['public', 0, 403, '403 Forbidden'],
      ['private', 10, 403, '403 Forbidden'],
      ['private', 40, 403, '403 Forbidden'],
    ])('a parent that is %s to a user with level %i', async (visibility, level, status, text) => {
      const path = `parent-${visibility}-${level}`;
      const parent = await seed.group(path, visibility);
      if (level > 0) await seed.namespaceMember(parent, BOB.userId, level);
      expect(await answer(BOB, { name: 'x', path: 'x', parent_id: parent })).toEqual([status, text]);
    });

    it.each([
      [{ name: '' }, String.raw`:name=>["can't be blank"]`],
      [{ name: '  ' }, String.raw`:name=>["can't be blank"]`],
      [{ name: 'a/b' }, `:name=>["${NAME_TEXT}"]`],
      [{ name: 'n'.repeat(256) }, `:name=>["${LONG}"]`],
      [{ path: '' }, `:path=>["can't be blank"]`],
      [{ path: 'a b' }, `:path=>["${PATH_TEXT}"]`],
      [{ path: '-a' }, `:path=>["${PATH_TEXT}"]`],
      [{ path: 'a.' }, `:path=>["${PATH_TEXT}"]`],
      [{ path: '..' }, `:path=>["${PATH_TEXT}"]`],
      [{ path: 'a.git' }, `:path=>["${PATH_TEXT}"]`],
      [{ path: 'a.Atom' }, `:path=>["${PATH_TEXT}"]`],
      [{ path: 'a/b' }, `:path=>["${PATH_TEXT}"]`],
      [{ path: 'p'.repeat(256) }, `:path=>["${LONG}"]`],
      [{ path: 'Admin' }, ':path=>["Admin is a reserved name"]'],
      [{ description: 'd'.repeat(256) }, `:description=>["${LONG}"]`],
    ])('%j', async (fields, errors) => {
      expect(await answer(ADA, { name: 'valid', path: 'valid', ...fields })).toEqual(failed(errors));
    });

    it('everything that is wrong in one text', async () => {
      expect(await answer(ADA, { name: '', path: 'api' })).toEqual(
        failed(`:name=>["can't be blank"], :path=>["api is a reserved name"]`),
      );
    });

    it.each(['ada', 'ADA', 'taken-group', 'Taken-Group'])('the path %s, which is taken', async (path) => {
      await create(ADMIN, { name: 'Taken', path: 'taken-group' });
      expect(await answer(ADA, { name: `n${path}`, path })).toEqual(
        failed(':path=>["has already been taken"], :"route.path"=>["has already been taken"], :route=>["is invalid"]'),
      );
    });

    it('a name twice beside each other, but not at different places', async () => {
      const { body: first } = await create(ADA, { name: 'Same', path: 'same-1' });
      expect(await answer(ADA, { name: 'Same', path: 'same-2' })).toEqual(failed(':name=>["has already been taken"]'));
      expect((await create(ADA, { name: 'Same', path: 'same-2', parent_id: first.id })).status).toBe(201);
      expect((await create(ADA, { name: 'same', path: 'same-3' })).status).toBe(201);
    });

    it('a path that a project of the parent has', async () => {
      const { body: parent } = await create(ADA, { name: 'Holder', path: 'holder' });
      await app.request(ADA, 'POST', '/projects', { name: 'tool', namespace_id: parent.id });
      const taken =
        ':path=>["has already been taken"], :"route.path"=>["has already been taken"], :route=>["is invalid"]';
      const told = await answer(ADA, { name: '', path: 'Tool', parent_id: parent.id });
      expect(told).toEqual(failed(`:name=>["can't be blank"], ${taken}`));
    });
  });

  it('reserves other words inside of groups than on top', async () => {
    const { body: parent } = await create(ADA, { name: 'Words', path: 'words' });
    expect(await answer(ADA, { name: 't', path: 'tree', parent_id: parent.id })).toEqual(
      failed(':path=>["tree is a reserved name"]'),
    );
    expect((await create(ADA, { name: 'tree', path: 'tree' })).status).toBe(201);
    expect((await create(ADA, { name: 'api', path: 'api', parent_id: parent.id })).status).toBe(201);
  });

  it('goes twenty groups deep and no deeper', async () => {
    let parent: number | undefined;
    for (let depth = 0; depth <= 20; depth++) {
      const { status, body } = await create(ADA, { name: `d${depth}`, path: `d${depth}`, parent_id: parent });
      expect(status).toBe(201);
      parent = body.id;
    }
    expect(await answer(ADA, { name: 'd21', path: 'd21', parent_id: parent })).toEqual(
      failed(':parent_id=>["has too deep level of nesting"]'),
    );
  });

  it('keeps full paths to what can be looked up, when groups are made and when they are renamed', async () => {
    const long = (letter: string) => `${letter}${'x'.repeat(249)}`;
    const ids: number[] = [];
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      const wanted = { name: letter, path: letter === 'a' ? 'a' : long(letter), parent_id: ids.at(-1) };
      const { status, body } = await create(ADA, wanted);
      expect(status).toBe(201);
      ids.push(body.id);
    }
    const tooLong = ['is too long (maximum is 2000 characters)'];
    expect(await answer(ADA, { name: 'h', path: `${long('h')}${'y'.repeat(5)}`, parent_id: ids.at(-1) })).toEqual([
      201,
      undefined,
    ]);
    const renamed = await app.request(ADA, 'PUT', `/groups/${ids[0]}`, { path: long('z') });
    expect([renamed.status, renamed.body.message]).toEqual([400, { 'route.path': tooLong, route: ['is invalid'] }]);
    const { body: deepest } = await create(ADA, { name: 'i', path: 'i', parent_id: ids.at(-1) });
    const last = await create(ADA, { name: 'j', path: long('j'), parent_id: deepest.id });
    expect(await answer(ADA, { name: 'k', path: long('k'), parent_id: last.body.id })).toEqual(
      failed(':"route.path"=>["is too long (maximum is 2000 characters)"], :route=>["is invalid"]'),
    );
    const project = await app.request(ADA, 'POST', '/projects', { path: long('p'), namespace_id: last.body.id });
    expect(project.status).toBe(201);
  });

  describe('visibility', () => {
    it.each(VISIBILITIES.flatMap((around) => VISIBILITIES.map((wanted) => [wanted, around] as const)))(
      '%s in a group that is %s',
      async (wanted, around) => {
        const parent = await seed.group(`vis-${around}-${wanted}`, around);
        const [status, text] = await answer(ADMIN, { name: 'x', path: 'x', visibility: wanted, parent_id: parent });
        if (VISIBILITIES.indexOf(wanted) <= VISIBILITIES.indexOf(around)) expect(status).toBe(201);
        else
          expect([status, text]).toEqual(
            failed(
              `:visibility_level=>["${wanted} is not allowed since the parent group has a ${around} visibility."]`,
            ),
          );
      },
    );

    it('is what the instance says, but no more open than the parent', async () => {
      settle({ defaultGroupVisibility: 'public' });
      const { body: open } = await create(ADA, { name: 'open', path: 'open' });
      const parent = await seed.group('closed', 'internal');
      const { body: inside } = await create(ADMIN, { name: 'inside', path: 'inside', parent_id: parent });
      expect([open.visibility, inside.visibility]).toEqual(['public', 'internal']);
    });

    it('is restricted to admins where the instance says so', async () => {
      settle({ restrictedVisibilities: ['public'] });
      const wanted = { name: 'restricted', path: 'restricted', visibility: 'public' };
      expect(await answer(ADA, wanted)).toEqual(
        failed(':visibility_level=>["public has been restricted by your GitLab administrator"]'),
      );
      expect((await create(ADMIN, wanted)).status).toBe(201);
      expect((await create(ADA, { name: 'mine', path: 'mine', visibility: 'internal' })).status).toBe(201);
    });
  });

  it('gives a path to exactly one of many who ask for it at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        create([ADA, BOB][n % 2]!, { name: `Rush ${n}`, path: n % 2 ? 'rush' : 'Rush' }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
    const refused = outcomes.filter(({ status }) => status === 400);
    for (const { body } of refused) expect(body.message).toContain(':path=>["has already been taken"]');
    expect(await database.query(`select count(*) from namespaces where name like 'Rush%'`)).toEqual([{ count: 1 }]);
  });

  it('gives a name to exactly one of many who ask for it at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) => create(ADA, { name: 'One Name', path: `one-name-${n}` })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
    const refused = outcomes.filter(({ status }) => status === 400);
    for (const { body } of refused)
      expect(body.message).toBe('Failed to save group {:name=>["has already been taken"]}');
    expect(await database.query(`select count(*) from routes where path like 'one-name-%'`)).toEqual([{ count: 1 }]);
  });

  describe('in a group that changes at the same time', () => {
    const changes: [string, (id: number) => string[], number, object][] = [
      [
        'moves to where it is then',
        (id) => [
          `update namespaces set full_name = 'Moved' where id = ${id}`,
          `update routes set path = 'moved-parent' where namespace_id = ${id}`,
        ],
        201,
        { full_path: 'moved-parent/x', full_name: 'Moved / x' },
      ],
      [
        'is held against its visibility',
        (id) => [`update namespaces set visibility = 'private' where id = ${id}`],
        400,
        {
          message:
            'Failed to save group {:visibility_level=>["internal is not allowed since the parent group has a private visibility."]}',
        },
      ],
      [
        'is not found where it is gone',
        (id) => [
          `delete from namespace_members where namespace_id = ${id}`,
          `delete from routes where namespace_id = ${id}`,
          `delete from namespaces where id = ${id}`,
        ],
        404,
        { message: '404 Group Not Found' },
      ],
      [
        'is refused to who owns it no more',
        (id) => [
          `select from namespaces where id = ${id} for no key update`,
          `update namespace_members set level = 40 where namespace_id = ${id}`,
        ],
        403,
        { message: '403 Forbidden' },
      ],
    ];

    it.each(changes)('%s', async (_, change, status, said) => {
      const path = `changing-${changes.findIndex(([, other]) => other === change)}`;
      const { body: parent } = await create(ADA, { name: path, path, visibility: 'public' });
      const wanted = { name: 'x', path: 'x', parent_id: parent.id, visibility: 'internal' };
      const [made] = await whileHeld(database, ['begin', ...change(parent.id)], [() => create(ADA, wanted)], 'commit');
      expect(made).toMatchObject({ status, body: said });
    });
  });
});
