import type { ProjectId, UserId } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { genericPlanOf, planOf, recording } from '../testing/plans.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import { ActivityFinder, type ActivityScope } from './activity.finder.js';

describe('with fifty thousand activities of a user in a project', () => {
  const app = ProjectsApp.inBlock();
  const [many, few, owner] = [user(1), user(2), user(3)];
  const projects = new Map<number, ProjectId>();

  beforeAll(async () => {
    for (const [person, count] of [
      [many, 50_000],
      [few, 500],
    ] as const) {
      const project = await new Seed(app.testDatabase).project(await app.claim(person), 'p', 'private');
      projects.set(person.userId, project);
      await app.testDatabase.query(
        `insert into activity_events (kind, project_id, author_id, sequence, push, created_at)
         select 'push', $1, $2, n, '{"refType":"branch","ref":"x","from":null,"to":null,"commitCount":0,"commitTitle":null}',
           now() - n * interval '1 second' from generate_series(1, $3::int) n`,
        [project, person.userId, count],
      );
    }
    await app.testDatabase.query(
      `with made as (
         insert into projects (namespace_id, path, name, creator_id) select $1, 'p' || n, 'p' || n, $2 from generate_series(1, 200) n returning id),
       paths as (insert into routes (path, project_id) select 'p' || id, id from made)
       insert into activity_events (kind, project_id, author_id, created_at)
       select 'member:joined', made.id, $2, now() - (n * 200 + made.id % 200) * interval '1 second' from made, generate_series(1, 50) n`,
      [await app.claim(owner), owner.userId],
    );
    await app.testDatabase.query('vacuum analyze');
  }, 60_000);

  const own = (userId: UserId) => ({ of: 'project', projectId: projects.get(userId)! }) as const;
  const scopes: Record<string, (userId: UserId) => ActivityScope> = {
    'a project': own,
    'a user': (id) => ({ of: 'user', user: { id } }),
    'the projects of the caller': () => ({ of: 'own-projects' }),
  };

  it.each(Object.keys(scopes))('a page of those of %s costs as much as with five hundred', async (scope) => {
    const costs = [];
    for (const { userId } of [many, few]) {
      const caller = { id: userId, admin: false, external: false };
      const db = recording(app.database);
      const request = { page: 5, perPage: 20 };
      const { items } = await new ActivityFinder().page(db, caller, scopes[scope]!(userId), { sort: 'desc' }, request);
      expect(items).toHaveLength(20);
      const [page] = db.statements;
      costs.push((await planOf(app.testDatabase, page!)).rowsRead);
    }
    expect(costs[0]).toBeLessThanOrEqual(2 * costs[1]!);
  });

  it.each(['desc', 'asc'] as const)('a page of those of two hundred projects reads few of each, %s', async (sort) => {
    const db = recording(app.database);
    const caller = { id: owner.userId, admin: false, external: false };
    const request = { page: 2, perPage: 20 };
    const scope = { of: 'own-projects' } as const;
    const { items } = await new ActivityFinder().page(db, caller, scope, { sort }, request);
    const ordered = await app.testDatabase.query<{ id: string }>(
      `select id from activity_events where author_id = $1 order by created_at ${sort}, id ${sort} limit 20 offset 20`,
      [owner.userId],
    );
    expect(items.map(({ id }) => id)).toEqual(ordered.map(({ id }) => Number(id)));
    // Without the bound of time forty activities of each project are read.
    expect((await planOf(app.testDatabase, db.statements[0]!)).rowsRead).toBeLessThan(2_000);
  });

  it('a page of those of three thousand projects walks the newest activities', async () => {
    const namespace = await app.testDatabase.query<{ id: string }>(
      'select id from namespaces where owner_user_id = $1',
      [owner.userId],
    );
    await app.testDatabase.query(
      `insert into projects (namespace_id, path, name, creator_id) select $1, 'q' || n, 'q' || n, $2 from generate_series(1, 3000) n`,
      [namespace[0]!.id, owner.userId],
    );
    await app.testDatabase.query('vacuum analyze projects');
    const db = recording(app.database);
    const caller = { id: owner.userId, admin: false, external: false };
    const list = [{ of: 'own-projects' }, { sort: 'desc' }, { page: 1, perPage: 20 }] as const;
    const { items } = await new ActivityFinder().page(db, caller, ...list);
    expect(items).toHaveLength(20);
    const { rowsRead, scanned } = await genericPlanOf(app.testDatabase, db.statements[0]!);
    expect([rowsRead < 3_000, scanned.includes('activity_events')]).toEqual([true, false]);
  });
});
