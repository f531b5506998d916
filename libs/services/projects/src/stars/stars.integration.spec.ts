import type { ProjectId, Visibility } from '@hearth/contract-kit';
import { ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import { whileHeld } from '../testing/while-held.js';
import { StarProject } from './star.js';

describe('stars', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let own: number;
  let number = 0;
  const ada = user(1, { username: 'ada' });
  const stranger = user(2);

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    own = await app.claim(ada);
  });

  const project = (visibility: Visibility = 'public') => seed.project(own, `p${++number}`, visibility);
  const star = (caller: typeof ada | null, id: ProjectId) => app.request(caller, 'POST', `/projects/${id}/star`);
  const unstar = (caller: typeof ada | null, id: ProjectId) => app.request(caller, 'POST', `/projects/${id}/unstar`);

  async function counted(id: ProjectId): Promise<[shown: number, real: number]> {
    const [row] = await database.query<{ shown: number; real: number }>(
      `select star_count as shown, (select count(*)::int from project_stars where project_id = $1) as real
       from projects where id = $1`,
      [id],
    );
    return [row!.shown, row!.real];
  }

  it('are given and taken back once, and answer with the whole project', async () => {
    const id = await project();
    const given = await star(stranger, id);
    expect([given.status, given.body.id, given.body.star_count]).toEqual([201, id, 1]);
    expect(given.body).toMatchObject({ permissions: { project_access: null, group_access: null }, import_error: null });
    expect(given.body).not.toHaveProperty('runners_token');
    const again = await star(stranger, id);
    expect([again.status, again.body]).toEqual([304, null]);
    expect((await star(ada, id)).body.star_count).toBe(2);
    const taken = await unstar(stranger, id);
    expect([taken.status, taken.body.star_count]).toEqual([201, 1]);
    const nothing = await unstar(stranger, id);
    expect([nothing.status, nothing.body]).toEqual([304, null]);
    expect(await counted(id)).toEqual([1, 1]);
  });

  // Caller, then the status for a private, an internal and a public project.
  it.each<[string, ReturnType<typeof user> | null, number | undefined, [number, number, number]]>([
    ['anonymous', null, undefined, [401, 401, 401]],
    ['a stranger', stranger, undefined, [404, 201, 201]],
    ['an external user', user(4, { external: true }), undefined, [404, 404, 201]],
    ['a guest', user(5), 10, [201, 201, 201]],
    ['an owner', ada, undefined, [201, 201, 201]],
    ['an admin', user(6, { admin: true }), undefined, [201, 201, 201]],
  ])('by %s', async (_, caller, level, expected) => {
    for (const [index, visibility] of (['private', 'internal', 'public'] as const).entries()) {
      const id = await project(visibility);
      if (level) await seed.projectMember(id, caller!.userId, level);
      await database.query('update projects set archived = true where id = $1', [id]);
      expect((await star(caller, id)).status).toBe(expected[index]);
      expect((await unstar(caller, id)).status).toBe(expected[index]);
    }
  });

  it('are counted exactly when many come and go at once', async () => {
    const id = await project();
    const fans = Array.from({ length: 12 }, (_, index) => user(100 + index));
    const given = await Promise.all([...fans, ...fans].map((fan) => star(fan, id)));
    expect(given.map(({ status }) => status).sort()).toEqual([...Array(12).fill(201), ...Array(12).fill(304)]);
    expect(await counted(id)).toEqual([12, 12]);
    await Promise.all(fans.flatMap((fan, index) => (index % 2 ? [unstar(fan, id), unstar(fan, id)] : [star(fan, id)])));
    expect(await counted(id)).toEqual([6, 6]);
  });

  it('never wait for a transfer that waits for them', async () => {
    const id = await project();
    const elsewhere = await seed.group('elsewhere', 'public');
    const hold = [
      'begin',
      `set local lock_timeout = '300ms'`,
      `select from projects where id = ${id} for no key update`,
    ];
    const transfer = `update projects set namespace_id = ${elsewhere} where id = ${id}; commit`;
    const answers = await whileHeld(database, hold, [() => star(stranger, id), () => star(ada, id)], transfer);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await counted(id)).toEqual([2, 2]);
  });

  it('are taken back without waiting for a new star that waits for that', async () => {
    const id = await project();
    await star(stranger, id);
    const hold = [
      'begin',
      `set local lock_timeout = '300ms'`,
      `select from projects where id = ${id} for no key update`,
    ];
    const again = `insert into project_stars (user_id, project_id) values (${stranger.userId}, ${id}) on conflict do nothing; commit`;
    const [taken] = await whileHeld(database, hold, [() => unstar(stranger, id)], again);
    expect([taken!.status, ...(await counted(id))]).toEqual([201, 0, 0]);
  });

  it('are nothing where the project went away meanwhile', async () => {
    const id = await project();
    await app.request(ada, 'DELETE', `/projects/${id}`);
    await expect(app.get(StarProject).execute(id, ada)).rejects.toMatchObject({ code: 'project-not-found' });
  });

  describe('narrow lists', () => {
    const fan = user(50, { username: 'fan' });
    let ids: ProjectId[];

    beforeAll(async () => {
      ids = [await project('public'), await project('internal'), await project('private'), await project('public')];
      for (const id of ids.slice(0, 3)) {
        await database.query('insert into project_stars (user_id, project_id) values ($1, $2)', [fan.userId, id]);
      }
    });

    const starred = async (caller: typeof ada | null, query = '') =>
      (await app.request(caller, 'GET', `/projects?starred=true&order_by=id&sort=asc${query}`)).body.map(
        ({ id }: { id: number }) => id,
      );

    it('to what the caller likes and still sees', async () => {
      expect(await starred(fan)).toEqual(ids.slice(0, 2));
      expect(await starred(fan, '&visibility=internal')).toEqual([ids[1]]);
      expect(await starred({ ...fan, external: true })).toEqual([ids[0]]);
      expect(await starred({ ...fan, admin: true })).toEqual(ids.slice(0, 3));
      expect(await starred(fan, '&membership=true')).toEqual([]);
      await seed.projectMember(ids[2]!, fan.userId, 10);
      expect(await starred(fan)).toEqual(ids.slice(0, 3));
      expect(await starred(fan, '&membership=true')).toEqual([ids[2]]);
      expect(await starred(stranger)).not.toContain(ids[0]);
    });

    it('not at all for anonymous callers and starred=false', async () => {
      expect(await starred(null, '&per_page=100')).toEqual(expect.arrayContaining([ids[0], ids[3]]));
      const { body } = await app.request(fan, 'GET', '/projects?starred=false&per_page=100');
      expect(body.map(({ id }: { id: number }) => id)).toContain(ids[3]);
    });
  });
});
