import { ReadImportSourceQuery } from '@hearth/projects-contracts';
import { ForkProgressedEvent, ImportProgressedEvent } from '@hearth/repository-contracts';
import type { Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { OnForkProgressed } from '../events/on-fork-progressed.js';
import { OnImportProgressed } from '../events/on-import-progressed.js';
import { FakeIdentity } from '../testing/fake-identity.js';
import { user } from '../testing/people.js';
import { ForkScene } from '../testing/fork-scene.js';
import { ProjectsApp } from '../testing/projects-app.js';
import type { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import { whileHeld } from '../testing/while-held.js';

const TAKEN = ['has already been taken'];
const NO_TARGET = { message: '404 Target Namespace Not Found' };

describe('forks', () => {
  const app = ProjectsApp.inBlock();
  const scene = new ForkScene(app);
  const { ada, bob, admin, name, source, fork, read, forked, newUser, events, visibilities, card } = scene;
  let seed: Seed;
  let count = 0;
  let own: number;
  let database: TestDatabase;

  beforeAll(async () => {
    await scene.start();
    ({ seed, own } = scene);
    database = app.testDatabase;
  });

  async function progress(projectId: number, state: string, error: string | null = null): Promise<void> {
    const data = ForkProgressedEvent.data.parse({ projectId, state, error });
    await app.database.tx((tx) => app.get(OnForkProgressed).handle(data, { tx } as Delivery));
  }

  describe('are made', () => {
    it('in the own namespace, with what the source has, and are copied in the background', async () => {
      const id = await source('internal');
      const avatar = { avatar_file: 'logo.png' };
      await database.query(
        `update projects set description = 'A tool', shared_runners_enabled = false, builds_access_level = 'private',
           wiki_access_level = 'disabled', tag_list = '{a}', default_branch = 'main', avatar_file = $2 where id = $1`,
        [id, avatar.avatar_file],
      );
      await database.query(
        `insert into avatars (project_id, file_name, content_type, content) values ($1, $2, 'image/png', 'x')`,
        [id, avatar.avatar_file],
      );
      const { status, body } = await fork(bob, id);
      const { path, name: called } = await read(id);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        ...{ name: called, path, path_with_namespace: `bob/${path}`, description: 'A tool', visibility: 'internal' },
        ...{ shared_runners_enabled: false, builds_access_level: 'private', wiki_access_level: 'enabled' },
        ...{ tag_list: [], default_branch: null, import_status: 'scheduled', import_error: null, forks_count: 0 },
        ...{ creator_id: bob.userId, permissions: { project_access: { access_level: 40 } } },
      });
      expect(body.avatar_url).toMatch(`/uploads/-/system/project/avatar/${body.id}/logo.png`);
      expect(body.runners_token).toEqual(expect.any(String));
      expect(body.forked_from_project).toEqual(await read(id, bob).then((whole) => basicOf(whole)));
      expect(body.forked_from_project.forks_count).toBe(1);
      expect(await events('projects.fork-requested', body.id)).toEqual([
        { projectId: body.id, sourceProjectId: id, userId: bob.userId },
      ]);
      expect(await events('projects.project-created', body.id)).toEqual([
        {
          ...{ projectId: body.id, creatorId: bob.userId, forkedFromId: id },
          ...{ builds: 'private', sharedRunnersEnabled: false, groupRunnersEnabled: true },
        },
      ]);
      expect(await card(body.id)).toMatchObject({ forkedFromId: id, forkNetworkId: id, importing: true });
      expect(await card(id)).toMatchObject({ forkedFromId: null, forkNetworkId: id, importing: false });
    });

    it('in a namespace by id, full path, path or name, whatever the case, and with another name', async () => {
      const outer = await seed.group('Outer', 'public');
      const inner = await seed.group('Inner', 'private', [outer]);
      await database.query(`update namespaces set name = 'The Inner' where id = $1`, [inner]);
      await seed.namespaceMember(outer, bob.userId, 40);
      const id = await source();
      for (const namespace of [inner, String(inner), 'outer/INNER', 'inner', 'the inner', 'BOB', '']) {
        const { status, body } = await fork(bob, id, { namespace, name: name(), path: name() });
        const inOwn = namespace === 'BOB' || namespace === '';
        expect([status, body.namespace.full_path]).toEqual([201, inOwn ? 'bob' : 'Outer/Inner']);
        expect(body.visibility).toBe(inOwn ? 'public' : 'private');
        expect(body.permissions.project_access === null).toBe(!inOwn);
      }
    });

    it('with the given visibility, but no more open than the source and the namespace', async () => {
      const closed = await seed.group('Closed', 'private');
      await seed.namespaceMember(closed, bob.userId, 40);
      const made = async (from: Visibility, visibility: string, namespace?: number) => {
        const { status, body } = await fork(bob, await source(from), { visibility, namespace });
        return status === 201 ? body.visibility : body;
      };
      expect(await made('public', 'internal')).toBe('internal');
      expect(await made('public', 'private')).toBe('private');
      expect(await made('internal', 'public')).toBe('internal');
      expect(await made('public', 'internal', closed)).toBe('private');
      expect(await made('public', 'secret')).toEqual({ error: 'visibility does not have a valid value' });
    });

    it('no more open than the instance lets users choose', async () => {
      app.get(FakeIdentity).settings = { ...app.get(FakeIdentity).settings, restrictedVisibilities: ['public'] };
      try {
        const id = await source();
        expect(await visibilities(await forked(await newUser(), id), await forked(admin, id))).toEqual([
          'internal',
          'public',
        ]);
      } finally {
        app.get(FakeIdentity).settings = { ...app.get(FakeIdentity).settings, restrictedVisibilities: [] };
      }
    });
  });

  describe('are refused', () => {
    // Caller, level, then the status for a private, an internal and a public source.
    it.each<[string, Principal | null, number | undefined, [number, number, number]]>([
      ['anonymous', null, undefined, [401, 401, 401]],
      ['a stranger', user(20, { username: 'u20' }), undefined, [404, 201, 201]],
      ['an external user', user(21, { external: true, username: 'u21' }), undefined, [404, 404, 201]],
      ['a guest', user(22, { username: 'u22' }), 10, [409, 201, 201]],
      ['a reporter', user(23, { username: 'u23' }), 20, [201, 201, 201]],
      ['an admin', user(24, { admin: true, username: 'u24' }), undefined, [201, 201, 201]],
    ])('by role and visibility: %s', async (_, caller, level, expected) => {
      if (caller) await app.claim(caller);
      for (const [index, visibility] of (['private', 'internal', 'public'] as const).entries()) {
        const id = await source(visibility);
        if (level) await seed.projectMember(id, caller!.userId, level);
        const answer = await fork(caller, id);
        expect(answer.status).toBe(expected[index]);
        if (answer.status === 409)
          expect(answer.body).toEqual({ message: { forked_from_project_id: ['is forbidden'] } });
        expect((await read(id)).forks_count).toBe(answer.status === 201 ? 1 : 0);
      }
    });

    it('where the repository is disabled, for admins too', async () => {
      const id = await source();
      await database.query(`update projects set repository_access_level = 'disabled' where id = $1`, [id]);
      for (const caller of [ada, admin]) {
        const { status, body } = await fork(caller, id);
        expect([status, body]).toEqual([409, { message: { forked_from_project_id: ['is forbidden'] } }]);
      }
    });

    it('where name or path is taken, as in the namespace of the source itself', async () => {
      const id = await source();
      const both = { name: TAKEN, path: TAKEN, 'route.path': TAKEN, route: ['is invalid'] };
      expect(await fork(ada, id)).toMatchObject({ status: 409, body: { message: both } });
      const again = await newUser();
      await forked(again, id);
      expect(await fork(again, id)).toMatchObject({ status: 409, body: { message: both } });
      const { body } = await fork(again, id, { name: name() });
      expect(body.message).not.toHaveProperty('name');
      expect((await fork(again, id, { path: '-x', name: name() })).body.message.path).toEqual([
        expect.stringContaining("can contain only letters, digits, '_', '-' and '.'"),
      ]);
      await forked(again, id, { name: name(), path: name() });
    });

    it('in namespaces that are unknown, or where the caller may create nothing: which of them is not said', async () => {
      const id = await source();
      const hidden = await seed.group(`hidden-${(count += 1)}`);
      const developed = await seed.group(`developed-${count}`, 'public');
      await seed.namespaceMember(developed, bob.userId, 30);
      for (const namespace of [hidden, `hidden-${count}`, developed, 'ada', own, 'no/such', 0, '9'.repeat(30)]) {
        expect(await fork(bob, id, { namespace })).toMatchObject({ status: 404, body: NO_TARGET });
      }
      expect((await fork(admin, id, { namespace: hidden })).status).toBe(201);
    });

    it('of a branch that is not there', async () => {
      const id = await source('private');
      const answers = await Promise.all([ada, bob].map((caller) => fork(caller, id, { branches: 'none' })));
      expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
        [404, '404 Source Branch Not Found'],
        [404, '404 Project Not Found'],
      ]);
      await seed.projectMember(id, bob.userId, 10);
      expect((await fork(bob, id, { branches: 'none' })).body.message).toEqual({
        forked_from_project_id: ['is forbidden'],
      });
      const copy = await forked(ada, id, { branches: 'trunk', name: name(), path: name() });
      expect(await events('projects.fork-requested', copy)).toEqual([
        { projectId: copy, sourceProjectId: id, userId: ada.userId, branch: 'trunk' },
      ]);
    });

    it('beyond the number of personal projects', async () => {
      const id = await source();
      const limited = await newUser({ projectsLimit: 1 });
      await forked(limited, id);
      const { status, body } = await fork(limited, id, { name: name(), path: name() });
      const text = 'Your project limit is 1 projects! Please contact your administrator to increase it';
      expect([status, body]).toEqual([409, { message: { limit_reached: [text] } }]);
    });

    it('of projects that are not there', async () => {
      expect(await fork(bob, 999_999 as ProjectId)).toMatchObject({
        ...{ status: 404, body: { message: '404 Project Not Found' } },
      });
    });
  });

  describe('show their progress', () => {
    it('until it has ended, whatever comes late or again', async () => {
      const id = await forked(await newUser(), await source());
      for (const [state, shown] of [
        ['started', 'started'],
        ['finished', 'finished'],
        ['started', 'finished'],
        ['failed', 'finished'],
      ] as const) {
        await progress(id, state);
        expect((await read(id)).import_status).toBe(shown);
      }
      expect((await card(id)).importing).toBe(false);
    });

    it('with the reason of a failure, for masters', async () => {
      const owner = await newUser();
      const id = await forked(owner, await source());
      await progress(id, 'failed', 'gone');
      expect([(await read(id, owner)).import_error, (await read(id, bob)).import_error]).toEqual(['gone', null]);
    });

    it('apart from imports', async () => {
      const owner = await newUser();
      const from = await source();
      const id = await forked(owner, from);
      const asked = async () =>
        app.calls.query(ReadImportSourceQuery, ReadImportSourceQuery.input.parse({ projectId: id }));
      expect(await asked()).toEqual({ url: null, forkedFromId: from, privateAllowed: false });
      const imported = ImportProgressedEvent.data.parse({ projectId: id, state: 'failed', error: 'x' });
      await app.database.tx((tx) => app.get(OnImportProgressed).handle(imported, { tx } as Delivery));
      expect((await read(id)).import_status).toBe('scheduled');
      const refused = await app.request(owner, 'PUT', `/projects/${id}`, { import_url: 'https://example.com/a.git' });
      expect(refused.body.message.import_url).toEqual(['cannot be changed during an import']);
      await progress(id, 'finished');
      await app.request(owner, 'PUT', `/projects/${id}`, { import_url: 'https://example.com/a.git' });
      expect(await asked()).toEqual({ url: 'https://example.com/a.git', forkedFromId: null, privateAllowed: false });
      await progress(id, 'failed', 'late');
      expect((await read(id)).import_status).toBe('scheduled');
    });
  });

  describe('are linked by admins', () => {
    const link = (caller: Principal | null, id: number, to: number | string) =>
      app.request(caller, 'POST', `/projects/${id}/fork/${to}`);

    it('and join the network with their own forks', async () => {
      const [id, root] = [await source(), await source()];
      const owner = await newUser();
      const below = await forked(owner, id);
      const { status, body } = await link(admin, id, root);
      expect([status, body.forked_from_project.id]).toEqual([201, root]);
      expect((await read(root)).forks_count).toBe(1);
      expect([(await card(id)).forkNetworkId, (await card(below)).forkNetworkId]).toEqual([root, root]);
      expect(await link(admin, id, root)).toMatchObject({ status: 409, body: { message: 'Project already forked' } });
      expect((await read(root)).forks_count).toBe(1);
    });

    it('neither to themselves nor to what is a fork of them', async () => {
      const id = await source();
      const direct = await forked(await newUser(), id);
      const below = await forked(await newUser(), direct);
      for (const to of [id, direct, below]) expect((await link(admin, id, to)).status).toBe(409);
    });

    it('and by no other user', async () => {
      const [id, root] = [await source(), await source()];
      expect([(await link(null, id, root)).status, (await link(ada, id, root)).status]).toEqual([401, 403]);
      for (const answer of [
        await link(admin, id, 999_999),
        await link(admin, 999_999, root),
        await link(admin, id, 'x'),
      ]) {
        expect(answer).toMatchObject({ status: 404, body: { message: '404 Project Not Found' } });
      }
    });
  });

  describe('are unlinked', () => {
    const unlink = (caller: Principal | null, id: number) => app.request(caller, 'DELETE', `/projects/${id}/fork`);

    it('by owners and admins, once', async () => {
      const id = await source();
      const owner = await newUser();
      const copy = await forked(owner, id);
      const below = await forked(bob, copy, { path: name(), name: name() });
      const master = await newUser();
      await seed.projectMember(copy, master.userId, 40);
      expect([(await unlink(null, copy)).status, (await unlink(master, copy)).status]).toEqual([401, 403]);
      expect((await unlink(owner, copy)).status).toBe(204);
      expect((await unlink(owner, copy)).status).toBe(304);
      expect((await unlink(admin, id)).status).toBe(304);
      expect((await read(id)).forks_count).toBe(0);
      expect(await read(copy, owner)).not.toHaveProperty('forked_from_project');
      expect([(await card(copy)).forkNetworkId, (await card(below)).forkNetworkId]).toEqual([copy, id]);
      expect(await events('projects.fork-unlinked', copy)).toEqual([
        { projectId: copy, forkNetworkId: id, userId: owner.userId },
      ]);
      expect((await unlink(admin, below)).status).toBe(204);
      expect((await read(copy, owner)).forks_count).toBe(0);
    });
  });

  describe('at once', () => {
    it('two to one path: one is made', async () => {
      const id = await source();
      const owner = await newUser();
      const answers = await Promise.all([fork(owner, id), fork(owner, id), fork(owner, id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      expect((await read(id)).forks_count).toBe(1);
    });

    it('many of one source are all counted', async () => {
      const id = await source();
      const people = await Promise.all(Array.from({ length: 6 }, () => newUser()));
      const answers = await Promise.all(people.map((each) => fork(each, id)));
      expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
      expect((await read(id)).forks_count).toBe(6);
    });

    it('with the deletion of the source: none', async () => {
      const id = await source();
      const owner = await newUser();
      const hold = ['begin', `delete from projects where id = ${id}`];
      const [answer] = await whileHeld(database, hold, [() => fork(owner, id)], 'commit');
      expect(answer).toMatchObject({ status: 404, body: { message: '404 Project Not Found' } });
    });

    it('with the source being closed: refused, or closed as well', async () => {
      const id = await source();
      const owner = await newUser();
      const hold = ['begin', `update projects set visibility = 'private' where id = ${id}`];
      const [answer] = await whileHeld(database, hold, [() => fork(owner, id)], 'commit');
      expect(answer!.status).toBe(404);
      const open = await source();
      const direct = await forked(owner, open);
      await database.query(`update projects set visibility = 'private' where id = $1`, [direct]);
      const closing = ['begin', `update projects set visibility = 'private' where id = ${open}`];
      const raise = () => app.request(owner, 'PUT', `/projects/${direct}`, { visibility: 'public' });
      const [raised] = await whileHeld(database, closing, [raise], 'commit');
      expect(raised!.status).toBe(400);
    });
  });
});

const BASIC = [
  ...[
    'id',
    'description',
    'name',
    'name_with_namespace',
    'path',
    'path_with_namespace',
    'created_at',
    'default_branch',
  ],
  ...['tag_list', 'topics', 'ssh_url_to_repo', 'http_url_to_repo', 'web_url', 'avatar_url', 'star_count'],
  'forks_count',
  'last_activity_at',
];

function basicOf(project: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(BASIC.map((key) => [key, project[key]]));
}
