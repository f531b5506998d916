import type { ProjectId } from '@hearth/contract-kit';
import { Memberships, dayFromNow, type Place } from '../testing/memberships.js';
import { user } from '../testing/people.js';
import { ProjectsApp, type Answer } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import { whileHeld } from '../testing/while-held.js';
import type { TestDatabase } from '../testing/test-database.js';

const FORBIDDEN = [403, { message: '403 Forbidden' }];
const ada = user(1, { username: 'ada' });
const bob = user(2, { username: 'bob' });
const carol = user(3, { username: 'carol' });
const admin = user(4, { admin: true });

describe('an owner', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let memberships: Memberships;

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    memberships = new Memberships(app, database, seed);
    for (const each of [ada, bob, carol, admin]) await app.claim(each);
  });

  const outcome = ({ status, body }: Answer) => [status, body];
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

  describe('a group', () => {
    let group: Place;

    beforeEach(async () => {
      group = await memberships.place('group', ada);
    });

    const remove = (who: typeof ada, by = who) => app.request(by, 'DELETE', `${group.path}/members/${who.userId}`);
    const demote = (who: typeof ada, body: object, by = who) =>
      app.request(by, 'PUT', `${group.path}/members/${who.userId}`, body);

    it('stays when alone, for any caller', async () => {
      await memberships.add(group, bob, 40);
      for (const by of [ada, admin]) {
        expect(outcome(await remove(ada, by))).toEqual(FORBIDDEN);
        expect(outcome(await demote(ada, { access_level: 40 }, by))).toEqual(FORBIDDEN);
        expect(outcome(await demote(ada, { access_level: 50, expires_at: dayFromNow(0) }, by))).toEqual(FORBIDDEN);
      }
      expect(await memberships.level(group, ada)).toBe(50);
      expect(await memberships.revocations(group)).toEqual([]);
      expect((await demote(ada, { access_level: 50, expires_at: dayFromNow(9) })).status).toBe(200);
    });

    it('leaves where there is another owner', async () => {
      await memberships.add(group, bob, 50);
      expect((await remove(ada)).status).toBe(204);
      expect((await demote(bob, { access_level: 10 })).status).toBe(403);
    });

    it('does not count on owners who are blocked or whose time has run out', async () => {
      await memberships.add(group, bob, 50);
      await memberships.add(group, carol, 50, 0);
      await database.query(`update namespaces set owner_state = 'blocked' where owner_user_id = 2`);
      expect((await remove(ada)).status).toBe(403);
      await database.query(`update namespaces set owner_state = 'active' where owner_user_id = 2`);
      expect((await remove(ada)).status).toBe(204);
    });

    it('counts on owners of the groups above', async () => {
      const below = await seed.group('below', 'private', [group.id]);
      await seed.namespaceMember(below, bob.userId, 50);
      expect((await app.request(bob, 'DELETE', `/groups/${below}/members/2`)).status).toBe(204);
    });

    it('stays when all of them leave at once', async () => {
      await memberships.add(group, bob, 50);
      await memberships.add(group, carol, 50);
      // All three are waiting, and none has ended, before any of them continues.
      const answers = await whileHeld(
        database,
        ['begin', `select level from namespace_members where namespace_id = ${group.id} for update`],
        [() => remove(ada), () => remove(bob), () => demote(carol, { access_level: 10 })],
        'rollback',
      );
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(2);
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(1);
      const left = await database.query('select level from namespace_members where namespace_id = $1 and level = 50', [
        group.id,
      ]);
      expect(left).toHaveLength(1);
    });

    it('is not touched by masters', async () => {
      await memberships.add(group, bob, 40);
      expect((await remove(ada, bob)).status).toBe(403);
      expect((await demote(ada, { access_level: 10 }, bob)).status).toBe(403);
      expect((await app.request(bob, 'POST', `${group.path}/members`, { user_id: 3, access_level: 50 })).status).toBe(
        403,
      );
    });
  });

  describe('the namespace of a project', () => {
    let project: Place;
    let number = 0;

    beforeEach(async () => {
      const { body } = await app.request(ada, 'POST', '/projects', { name: `own ${++number}` });
      project = { kind: 'project', id: body.id as ProjectId, path: `/projects/${body.id}` };
      await memberships.add(project, bob, 40);
    });

    it('stays its member at the level of a master', async () => {
      for (const by of [ada, bob, admin]) {
        expect(outcome(await app.request(by, 'DELETE', `${project.path}/members/1`))).toEqual(FORBIDDEN);
        const answer = await app.request(by, 'PUT', `${project.path}/members/1`, { access_level: 10 });
        expect(outcome(answer)).toEqual(FORBIDDEN);
      }
      expect((await app.request(ada, 'GET', `${project.path}/members/1`)).body.access_level).toBe(40);
      expect((await app.request(bob, 'POST', `${project.path}/members`, { user_id: 1, access_level: 40 })).status).toBe(
        409,
      );
    });

    it('is not made a member of a project created there by another user', async () => {
      await database.query('delete from project_members where project_id = $1 and user_id = 1', [project.id]);
      const answer = await app.request(bob, 'POST', `${project.path}/members`, { user_id: 1, access_level: 10 });
      expect(outcome(answer)).toEqual(FORBIDDEN);
    });
  });

  describe.each(['project', 'group'] as const)('what is done twice at once in a %s', (kind) => {
    let place: Place;

    beforeEach(async () => {
      place = await memberships.place(kind, ada);
    });

    const six = (work: () => Promise<Answer>) => Promise.all(Array.from({ length: 6 }, work));
    const rest = (status: number) => Array.from({ length: 5 }, () => status);

    it('happens once', async () => {
      const add = await six(() => app.request(ada, 'POST', `${place.path}/members`, { user_id: 3, access_level: 20 }));
      expect(statuses(add)).toEqual([201, ...rest(409)]);
      const remove = await six(() => app.request(ada, 'DELETE', `${place.path}/members/3`));
      expect(statuses(remove)).toEqual([204, ...rest(404)]);
      expect(await memberships.revocations(place)).toHaveLength(1);
      await memberships.request(place, carol);
      const approve = await six(() => app.request(ada, 'PUT', `${place.path}/access_requests/3/approve`));
      expect(statuses(approve)).toEqual([201, ...rest(404)]);
      expect(await memberships.level(place, carol)).toBe(30);
    });

    it('is a request, or a membership', async () => {
      await database.query(
        `update ${kind === 'project' ? 'projects' : 'namespaces'}
        set request_access_enabled = true, visibility = 'public' where id = $1`,
        [place.id],
      );
      const ask = await six(() => app.request(carol, 'POST', `${place.path}/access_requests`));
      expect(statuses(ask)).toEqual([201, ...rest(400)]);
      const [approved, added] = await Promise.all([
        app.request(ada, 'PUT', `${place.path}/access_requests/3/approve`, { access_level: 40 }),
        app.request(ada, 'POST', `${place.path}/members`, { user_id: 3, access_level: 10 }),
      ]);
      expect([approved.status === 201, added.status === 201].filter(Boolean)).toHaveLength(1);
      expect([201, 404]).toContain(approved.status);
      expect([201, 409]).toContain(added.status);
      expect(await memberships.level(place, carol)).toBe(approved.status === 201 ? 40 : 10);
      expect((await app.request(ada, 'GET', `${place.path}/access_requests`)).body).toEqual([]);
    });
  });
});
