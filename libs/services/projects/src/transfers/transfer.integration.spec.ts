import { AccessLevel, type Principal, type Visibility } from '@hearth/contract-kit';
import { FindMovedProjectQuery, ResolveAccessQuery } from '@hearth/projects-contracts';
import { until } from '@hearth/data/testing';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const SAME_PATH = 'Project with same path in target namespace already exists';
const FAILED = 'Transfer failed, please contact an admin.';

let database: TestDatabase;
const app = ProjectsApp.inBlock();
let seed: Seed;
let namespaceId: number;
let number = 0;
const ada = user(1, { username: 'ada' });
const admin = user(2, { username: 'root', admin: true });

beforeAll(async () => {
  database = app.testDatabase;
  seed = new Seed(database);
  namespaceId = await app.claim(ada);
  await app.claim(admin);
});

/** Groups get the paths g1, g2, …, and projects p1, p2, … */
const group = (visibility: Visibility = 'public') => seed.group(`g${++number}`, visibility);
const project = (within: number, visibility: Visibility = 'private') =>
  seed.project(within, `p${++number}`, visibility);

async function stored(id: number): Promise<Record<string, unknown>> {
  const [row] = await database.query(
    `select p.namespace_id as "namespaceId", p.visibility, r.path from projects p join routes r on r.project_id = p.id
     where p.id = $1`,
    [id],
  );
  return row!;
}

describe('POST /groups/:id/projects/:project_id', () => {
  const transfer = (to: number | string, id: number | string, caller: Principal | null = admin) =>
    app.request(caller, 'POST', `/groups/${to}/projects/${id}`);

  it('moves the project and answers the group with it', async () => {
    const [from, to] = [await group(), await group()];
    const id = await project(from, 'internal');
    const old = String((await stored(id))['path']);
    const { status, body } = await transfer(to, id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: to, projects: [{ id, path_with_namespace: `g${number - 1}/p${number}` }] });
    expect(await stored(id)).toEqual({ namespaceId: to, visibility: 'internal', path: `g${number - 1}/p${number}` });
    expect((await app.request(admin, 'GET', `/projects/${encodeURIComponent(old)}`)).status).toBe(404);
    expect(
      await app.calls.query(FindMovedProjectQuery, {
        path: old,
        user: { id: admin.userId, admin: true, external: false },
      }),
    ).toEqual({ fullPath: `g${number - 1}/p${number}` });
  });

  it('finds both by path, and a subgroup as well', async () => {
    const outer = await group();
    const inner = await seed.group('inner', 'public', [outer]);
    const at = `g${number}%2Finner`;
    const id = await project(namespaceId);
    expect((await transfer(at, `ada%2Fp${number}`)).status).toBe(201);
    expect(await stored(id)).toMatchObject({ namespaceId: inner });
  });

  it('lowers the visibility to that of the group, and never raises it', async () => {
    const outcome = async (of: Visibility, to: Visibility) => {
      const id = await project(namespaceId, of);
      await transfer(await group(to), id);
      return (await stored(id))['visibility'];
    };
    expect(await outcome('public', 'private')).toBe('private');
    expect(await outcome('public', 'internal')).toBe('internal');
    expect(await outcome('private', 'public')).toBe('private');
  });

  it('takes the rights by the old group and gives those by the new one, with the answer', async () => {
    const [from, to] = [await group(), await group()];
    const [before, after] = [user(20), user(21)];
    await seed.namespaceMember(from, before.userId, 40);
    await seed.namespaceMember(to, after.userId, 30);
    const id = await project(from);
    await transfer(to, id);
    const level = async ({ userId }: Principal) => {
      const asked = { projects: [{ id }], user: { id: userId, admin: false, external: false } };
      return (await app.calls.query(ResolveAccessQuery, asked)).projects[0]?.level;
    };
    expect([await level(before), await level(after)]).toEqual([undefined, AccessLevel.developer]);
    expect(await database.query('select type, data from outbox where key = $1 order by id', [String(id)])).toEqual([
      { type: 'projects.repository-copies-changed', data: { projectId: id, namespaceId: null } },
      {
        type: 'projects.access-revoked',
        data: { projectId: id, namespaceId: null, userId: null, groupId: null },
      },
    ]);
  });

  it('is for admins only, whatever they ask for', async () => {
    const [to, id] = [await group(), await project(namespaceId)];
    await seed.namespaceMember(to, ada.userId, 50);
    expect((await transfer(to, id, ada)).body).toEqual({ message: '403 Forbidden' });
    expect((await transfer(99_999, 99_999, ada)).status).toBe(403);
    expect((await transfer(to, id, null)).status).toBe(401);
  });

  it('does not find what is not there', async () => {
    const [to, id] = [await group(), await project(namespaceId)];
    expect((await transfer(99_999, id)).body).toEqual({ message: '404 Group Not Found' });
    expect((await transfer(namespaceId, id)).body).toEqual({ message: '404 Group Not Found' });
    expect((await transfer(to, 99_999)).body).toEqual({ message: '404 Project Not Found' });
  });

  it.each<[string, string, (to: number) => Promise<unknown>]>([
    ['a project of that path', SAME_PATH, (to) => seed.project(to, `P${number}`, 'private')],
    ['a subgroup of that path', SAME_PATH, (to) => seed.group(`p${number}`, 'private', [to])],
    ['the wiki of a project of that path', SAME_PATH, (to) => seed.project(to, `p${number}.wiki`, 'private')],
    [
      'a project of that name',
      SAME_PATH,
      async (to) =>
        database.query('update projects set name = $1 where id = $2', [
          `p${number}`,
          await seed.project(to, 'otherwise', 'private'),
        ]),
    ],
  ])('is refused where there is %s', async (_, reason, prepare) => {
    const to = await group();
    const id = await project(namespaceId);
    await prepare(to);
    const before = await stored(id);
    const { status, body } = await transfer(to, id);
    expect([status, body]).toEqual([400, { message: `Failed to transfer project {:new_namespace=>["${reason}"]}` }]);
    expect(await stored(id)).toEqual(before);
  });

  it('is refused into the group where the project is', async () => {
    const to = await group();
    const { status, body } = await transfer(to, await project(to));
    expect([status, body]).toEqual([400, { message: `Failed to transfer project {:new_namespace=>["${FAILED}"]}` }]);
  });

  describe('at the same time as something else', () => {
    it('crosses another one', async () => {
      const [left, right] = [await group(), await group()];
      const ids = await Promise.all(
        Array.from({ length: 4 }, async (_, index) => [
          index % 2 ? left : right,
          await project(index % 2 ? right : left),
        ]),
      );
      const answers = await Promise.all(ids.map(([to, id]) => transfer(to!, id!)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      for (const [to, id] of ids) expect(await stored(id!)).toMatchObject({ namespaceId: to });
      expect(app.failures).toEqual([]);
    });

    it('ends in one of the groups that want the project', async () => {
      const groups = [await group(), await group(), await group()];
      const id = await project(namespaceId);
      await Promise.all(groups.map((to) => transfer(to, id)));
      const { namespaceId: at, path } = await stored(id);
      expect(groups).toContain(at);
      const [home] = await database.query<{ path: string }>('select path from routes where namespace_id = $1', [at]);
      expect(path).toBe(`${home!.path}/p${number}`);
      expect(app.failures).toEqual([]);
    });

    it.each<[string, (id: number, to: number) => Promise<{ status: number }>, string]>([
      ['a change', (id) => app.request(admin, 'PUT', `/projects/${id}`, { path: 'found' }), 'found'],
      ['a transfer', (id, to) => transfer(to, id), 'same'],
    ])('is found by %s that waited for it', async (_, change, ending) => {
      const [from, meanwhile, to] = [await group(), await group(), await group()];
      const id = await seed.project(from, 'same', 'private');
      const mover = await app.database.connection();
      try {
        await mover.query('begin');
        await mover.query('select id from projects.projects where id = $1 for update', [id]);
        const changed = change(id, to);
        await until('the change waits', async () => (await database.lockWaits()) > 0);
        await mover.query('update projects.projects set namespace_id = $2 where id = $1', [id, meanwhile]);
        await mover.query(
          `update projects.routes set path = (select path from projects.routes where namespace_id = $2) || '/same'
           where project_id = $1`,
          [id, meanwhile],
        );
        await mover.query('commit');
        expect((await changed).status).toBeLessThan(300);
      } finally {
        mover.release();
      }
      const at = ending === 'same' ? to : meanwhile;
      const [home] = await database.query<{ path: string }>('select path from routes where namespace_id = $1', [at]);
      expect(await stored(id)).toMatchObject({ namespaceId: at, path: `${home!.path}/${ending}` });
    });

    it('goes along with a change of the project, and with its end', async () => {
      const to = await group();
      const id = await project(namespaceId);
      const answers = await Promise.all([
        transfer(to, id),
        app.request(admin, 'PUT', `/projects/${id}`, { path: `p${number}-new`, description: 'x' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([201, 200]);
      expect(await stored(id)).toMatchObject({ namespaceId: to, path: `g${number - 1}/p${number}-new` });
      const gone = await Promise.all([app.request(admin, 'DELETE', `/projects/${id}`), transfer(await group(), id)]);
      expect(gone[0].status).toBe(202);
      expect([201, 404]).toContain(gone[1].status);
      expect(app.failures).toEqual([]);
    });
  });
});

describe('PUT /projects/:id/transfer', () => {
  const transfer = (id: number, namespace: unknown, caller: Principal | null = ada) =>
    app.request(caller, 'PUT', `/projects/${id}/transfer`, { namespace });

  it('moves what is one’s own where one may create projects, by id and by path', async () => {
    const to = await group();
    await seed.namespaceMember(to, ada.userId, 40);
    const id = await project(namespaceId);
    const { status, body } = await transfer(id, to);
    expect([status, body.path_with_namespace, body.namespace.id]).toEqual([200, `g${number - 1}/p${number}`, to]);
    await seed.namespaceMember(to, user(30).userId, 50);
    expect((await transfer(id, 'ada', user(30))).body).toEqual({ message: '404 Namespace Not Found' });
    await database.query('update namespace_members set level = 50 where namespace_id = $1', [to]);
    expect((await transfer(id, 'ADA')).body.path_with_namespace).toBe(`ada/p${number}`);
  });

  it('needs to know where', async () => {
    const id = await project(namespaceId);
    const missing = await app.request(ada, 'PUT', `/projects/${id}/transfer`, {});
    expect([missing.status, missing.body]).toEqual([400, { error: 'namespace is missing' }]);
    const hidden = await group('private');
    for (const where of [99_999, 'nowhere', hidden]) {
      expect((await transfer(id, where)).body).toEqual({ message: '404 Namespace Not Found' });
    }
  });

  it('is not for who may not create projects there, nor into the same namespace', async () => {
    const id = await project(namespaceId);
    const to = await group();
    await seed.namespaceMember(to, ada.userId, 30);
    for (const where of [to, namespaceId]) {
      const { status, body } = await transfer(id, where);
      expect([status, body]).toEqual([400, { message: { new_namespace: [FAILED] } }]);
    }
  });

  it('fills no personal namespace beyond the limit', async () => {
    const limited = user(60, { username: 'limited', projectsLimit: 1 });
    const own = await app.claim(limited);
    const from = await group();
    await seed.namespaceMember(from, limited.userId, 50);
    const [first, second] = [await project(from), await project(from)];
    expect((await transfer(first, own, limited)).status).toBe(200);
    const { status, body } = await transfer(second, own, limited);
    expect([status, body]).toEqual([400, { message: { new_namespace: [FAILED] } }]);
    expect((await transfer(second, own, admin)).status).toBe(200);
  });

  it.each<[string, Principal | null, number | undefined, number]>([
    ['anonymous', null, undefined, 401],
    ['a stranger', user(40), undefined, 404],
    ['a developer', user(41), 30, 403],
    ['a master', user(42), 40, 403],
    ['an owner', user(43), 50, 200],
    ['an admin', admin, undefined, 200],
  ])('by %s', async (_, caller, level, expected) => {
    const id = await project(await group());
    const to = await group();
    if (caller && level) {
      await seed.projectMember(id, caller.userId, level);
      await seed.namespaceMember(to, caller.userId, 50);
    }
    expect((await transfer(id, to, caller)).status).toBe(expected);
  });
});
