import { type Principal, type Visibility } from '@hearth/contract-kit';
import { ResolveAccessQuery } from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

describe('POST /projects/:id/archive and /unarchive', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let namespaceId: number;
  let number = 0;
  const ada = user(1, { username: 'ada' });
  const admin = user(2, { admin: true });

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    namespaceId = await app.claim(ada);
  });

  const project = (visibility: Visibility = 'private') => seed.project(namespaceId, `p${++number}`, visibility);
  const post = (id: number, verb: string, caller: Principal | null = ada) =>
    app.request(caller, 'POST', `/projects/${id}/${verb}`);

  it('answers the whole project, however often it is asked', async () => {
    const id = await project();
    for (const [verb, archived] of [
      ['archive', true],
      ['archive', true],
      ['unarchive', false],
      ['unarchive', false],
    ] as const) {
      const { status, body } = await post(id, verb);
      expect([status, body.id, body.archived]).toEqual([201, id, archived]);
      expect(body).toEqual((await app.request(ada, 'GET', `/projects/${id}`)).body);
    }
  });

  it('holds for every service with the answer', async () => {
    const id = await project();
    const asked = { projects: [{ id }], user: { id: ada.userId, admin: false, external: false } };
    const card = async () => (await app.calls.query(ResolveAccessQuery, asked)).projects[0]?.project.archived;
    await post(id, 'archive');
    expect(await card()).toBe(true);
    await post(id, 'unarchive');
    expect(await card()).toBe(false);
  });

  it('is no change when nothing changes', async () => {
    const id = await project();
    await database.query(`update projects set updated_at = '2018-01-01T00:00:00Z' where id = $1`, [id]);
    const updatedAt = async () =>
      (await database.query<{ updated_at: Date }>('select updated_at from projects where id = $1', [id]))[0]!
        .updated_at;
    await post(id, 'unarchive');
    expect((await updatedAt()).toISOString()).toBe('2018-01-01T00:00:00.000Z');
    await post(id, 'archive');
    expect((await updatedAt()).getTime()).toBeGreaterThan(Date.parse('2018-01-02T00:00:00Z'));
  });

  // Taken from section 9.2 of the reference: for a private, an internal and a public project.
  it.each<[string, Principal | null, number | undefined, [number, number, number]]>([
    ['anonymous', null, undefined, [401, 401, 401]],
    ['a stranger', user(10), undefined, [404, 403, 403]],
    ['an external user', user(11, { external: true }), undefined, [404, 404, 403]],
    ['a guest', user(12), 10, [403, 403, 403]],
    ['a reporter', user(13), 20, [403, 403, 403]],
    ['a developer', user(14), 30, [403, 403, 403]],
    ['a master', user(15), 40, [403, 403, 403]],
    ['an owner', user(16), 50, [201, 201, 201]],
    ['an admin', admin, undefined, [201, 201, 201]],
  ])('by %s', async (_, caller, level, expected) => {
    for (const verb of ['archive', 'unarchive']) {
      const statuses: number[] = [];
      for (const visibility of ['private', 'internal', 'public'] as const) {
        const id = await project(visibility);
        if (caller && level) await seed.projectMember(id, caller.userId, level);
        statuses.push((await post(id, verb, caller)).status);
      }
      expect(statuses).toEqual(expected);
    }
  });

  it('does not find what is not there', async () => {
    expect((await post(99_999, 'archive')).body).toEqual({ message: '404 Project Not Found' });
  });
});
