import type { Principal, ProjectId } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ForkScene } from '../testing/fork-scene.js';
import { ProjectsApp } from '../testing/projects-app.js';
import type { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

describe('forks, to those who read them,', () => {
  const app = ProjectsApp.inBlock();
  const scene = new ForkScene(app);
  const { ada, bob, admin, name, source, fork, read, forked, newUser, events, visibilities, card } = scene;
  let seed: Seed;
  let count = 0;
  let database: TestDatabase;

  beforeAll(async () => {
    await scene.start();
    seed = scene.seed;
    database = app.testDatabase;
  });

  describe('are listed', () => {
    let id: ProjectId;
    let people: Principal[];
    let forks: ProjectId[];

    beforeAll(async () => {
      id = await source('public', 'listed');
      people = [await newUser(), await newUser(), await newUser()];
      forks = [];
      for (const [index, visibility] of (['public', 'internal', 'private'] as const).entries()) {
        forks.push(await forked(people[index]!, id));
        await database.query('update projects set visibility = $2 where id = $1', [forks[index], visibility]);
      }
      await database.query('update projects set archived = true where id = $1', [forks[1]]);
      await database.query('insert into project_stars (user_id, project_id) values ($1, $2)', [
        people[2]!.userId,
        forks[0],
      ]);
      // A fork of a fork is not listed as a fork of the source.
      await forked(ada, forks[0]!, { name: name(), path: name() });
    });

    const list = async (caller: Principal | null, query = '', of: number | string = id) => {
      const answer = await app.request(caller, 'GET', `/projects/${of}/forks?order_by=id&sort=asc${query}`);
      return answer.status === 200 ? answer.body.map((each: { id: number }) => each.id) : answer.status;
    };

    it('as far as the caller sees them', async () => {
      expect(await list(null)).toEqual([forks[0]]);
      expect(await list(ada)).toEqual([forks[0], forks[1]]);
      expect(await list(people[2]!)).toEqual(forks);
      expect(await list(admin)).toEqual(forks);
      expect(await list(user(30, { external: true }))).toEqual([forks[0]]);
      expect(await list(ada, '', 'ada%2Flisted')).toEqual([forks[0], forks[1]]);
    });

    it('by every filter of the list of projects', async () => {
      const cases: [string, ProjectId[]][] = [
        ['&archived=true', [forks[1]!]],
        ['&archived=false', [forks[0]!, forks[2]!]],
        ['&visibility=private', [forks[2]!]],
        ['&search=listed', forks],
        ['&search=no-such', []],
        ['&owned=true', [forks[2]!]],
        ['&membership=true', [forks[2]!]],
        ['&starred=true', [forks[0]!]],
        ['&with_issues_enabled=true&with_merge_requests_enabled=true', forks],
      ];
      for (const [query, expected] of cases) expect([query, await list(people[2]!, query)]).toEqual([query, expected]);
      const simple = await app.request(ada, 'GET', `/projects/${id}/forks?simple=true`);
      expect(Object.keys(simple.body[0])).not.toContain('namespace');
      const whole = await app.request(ada, 'GET', `/projects/${id}/forks?statistics=true`);
      expect(whole.body[0]).toMatchObject({ statistics: { commit_count: 0 }, forked_from_project: { id } });
      expect(await list(ada, '&visibility=none')).toBe(400);
    });

    it('in pages', async () => {
      const first = await app.request(admin, 'GET', `/projects/${id}/forks?order_by=id&sort=asc&per_page=2`);
      expect([first.body.length, first.headers['x-total'], first.headers['x-next-page']]).toEqual([2, '3', '2']);
      expect(await list(admin, '&per_page=2&page=2')).toEqual([forks[2]]);
      expect(await list(admin, '&per_page=2&page=3')).toEqual([]);
      const keyset = await app.request(admin, 'GET', `/projects/${id}/forks?pagination=keyset&order_by=id&per_page=2`);
      expect(keyset.headers).not.toHaveProperty('x-total');
      expect(keyset.body).toHaveLength(2);
    });

    it('not where the source is hidden', async () => {
      const hidden = await source('private');
      expect([await list(null, '', hidden), await list(bob, '', hidden)]).toEqual([404, 404]);
    });
  });

  describe('show what they are forks of', () => {
    it('to whom it is visible, in every answer', async () => {
      const id = await source('internal');
      const owner = await newUser();
      const copy = await forked(owner, id);
      const seen = async (caller: Principal) => {
        const one = await read(copy, caller);
        const listed = await app.request(caller, 'GET', `/projects?search=${one.path}`);
        const inList = listed.body.find((each: { id: number }) => each.id === copy);
        return [one.forked_from_project?.id, inList.forked_from_project?.id];
      };
      expect(await seen(owner)).toEqual([id, id]);
      await database.query(`update projects set visibility = 'private' where id = $1`, [id]);
      expect(await seen(owner)).toEqual([undefined, undefined]);
      expect(await seen(ada)).toEqual([id, id]);
      expect(await seen(admin)).toEqual([id, id]);
      await seed.projectMember(id, owner.userId, 10);
      expect(await seen(owner)).toEqual([id, id]);
      const starred = await app.request(owner, 'POST', `/projects/${copy}/star`);
      expect(starred.body.forked_from_project.id).toBe(id);
      expect(await read(copy, null)).toEqual({ message: '404 Project Not Found' });
    });

    it('with its own choice of the default target of merge requests', async () => {
      const id = await source();
      const made = async (body: object) => (await fork(bob, id, { ...body, name: name(), path: name() })).body;
      const { id: upstream, mr_default_target_self: self } = await made({});
      expect([self, (await card(upstream)).mrDefaultTargetSelf]).toEqual([false, false]);
      const own = await made({ mr_default_target_self: true });
      expect([own.mr_default_target_self, (await card(own.id)).mrDefaultTargetSelf]).toEqual([true, true]);
      const change = { mr_default_target_self: true };
      expect((await app.request(bob, 'PUT', `/projects/${upstream}`, change)).body).toMatchObject(change);
      expect(await read(id, bob)).not.toHaveProperty('mr_default_target_self');
    });

    it('until that is deleted, or its group', async () => {
      const group = await seed.group(`doomed-${(count += 1)}`, 'public');
      await seed.namespaceMember(group, ada.userId, 50);
      const inside = await seed.project(group, name(), 'public');
      const outside = await source();
      const owner = await newUser();
      const ofInside = await forked(owner, inside);
      const ofOutside = await forked(ada, outside, { namespace: group });
      expect((await read(outside)).forks_count).toBe(1);
      expect((await app.request(ada, 'DELETE', `/groups/${group}`)).status).toBe(202);
      expect(await read(ofInside, owner)).not.toHaveProperty('forked_from_project');
      expect((await card(ofInside)).forkNetworkId).toBe(inside);
      expect((await read(outside)).forks_count).toBe(0);
      expect(await read(ofOutside)).toEqual({ message: '404 Project Not Found' });
      const single = await forked(owner, outside);
      expect((await app.request(owner, 'DELETE', `/projects/${single}`)).status).toBe(202);
      expect((await read(outside)).forks_count).toBe(0);
    });
  });

  describe('are no more open than their source', () => {
    it('which takes all of them down with it', async () => {
      const id = await source();
      const [first, second] = [await newUser(), await newUser()];
      const direct = await forked(first, id);
      const below = await forked(second, direct);
      const hidden = await forked(second, id, { name: name(), path: name() });
      await database.query(`update projects set visibility = 'private' where id = $1`, [hidden]);
      expect((await app.request(ada, 'PUT', `/projects/${id}`, { visibility: 'internal' })).status).toBe(200);
      expect(await visibilities(direct, below, hidden)).toEqual(['internal', 'internal', 'private']);
      expect(await events('projects.access-revoked', below)).toHaveLength(1);
      expect(await events('projects.access-revoked', hidden)).toHaveLength(0);
      expect(await events('projects.project-updated', below)).toMatchObject([{ visibility: 'internal' }]);
      expect(await events('projects.project-updated', hidden)).toHaveLength(0);
      const raised = await app.request(first, 'PUT', `/projects/${direct}`, { visibility: 'public' });
      const text = 'public is not allowed since the fork source project has lower visibility.';
      expect([raised.status, raised.body]).toEqual([400, { message: { visibility_level: [text] } }]);
      expect((await app.request(first, 'PUT', `/projects/${direct}`, { visibility: 'private' })).status).toBe(200);
      expect(await visibilities(direct, below)).toEqual(['private', 'private']);
      expect((await app.request(first, 'PUT', `/projects/${direct}`, { visibility: 'internal' })).status).toBe(200);
    });

    it('also where a transfer makes that less open', async () => {
      const id = await source();
      const direct = await forked(await newUser(), id);
      const closed = await seed.group(`closed-${(count += 1)}`);
      await seed.namespaceMember(closed, ada.userId, 50);
      expect((await app.request(ada, 'PUT', `/projects/${id}/transfer`, { namespace: closed })).status).toBe(200);
      expect(await visibilities(id, direct)).toEqual(['private', 'private']);
      for (const lowered of [id, direct])
        expect(await events('projects.project-updated', lowered)).toMatchObject([{ visibility: 'private' }]);
    });
  });
});
