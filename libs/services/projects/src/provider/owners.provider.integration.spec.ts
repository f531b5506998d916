import { FindFullNamespacesQuery } from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { genericPlanOf, keepsItsPlan, recording } from '../testing/plans.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import { fill } from '../testing/fill.js';
import type { TestDatabase } from '../testing/test-database.js';
import { ProjectsStore } from '../projects/projects.store.js';

describe('projects.find-full-namespaces', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();

  beforeAll(async () => {
    database = app.testDatabase;
  }, 30_000);

  it('names who has as many projects of their own as they may have', async () => {
    const seed = new Seed(database);
    const [none, two, elsewhere] = [user(11), user(12), user(13)];
    await app.claim(none);
    const namespaceId = await app.claim(two);
    await app.claim(elsewhere);
    const group = await seed.group('group');
    await seed.project(namespaceId, 'a', 'private');
    await seed.project(namespaceId, 'b', 'private');
    await seed.project(group, 'c', 'private', elsewhere.userId);
    const full = async (...users: [id: number, projectsLimit: number][]) => {
      const asked = users.map(([id, projectsLimit]) => ({ id, projectsLimit }));
      return (await app.calls.query(FindFullNamespacesQuery, { users: asked })).userIds;
    };
    expect(await full([11, 0], [12, 2], [13, 1], [999, 0])).toEqual([11, 12]);
    expect(await full([12, 1])).toEqual([12]);
    expect(await full([12, 3], [11, 1])).toEqual([]);
    expect(await full()).toEqual([]);
  });

  it('looks no further than the limit, by indexes and with the one plan it keeps', async () => {
    await database.query('truncate namespaces, projects restart identity cascade');
    await fill(database);
    const db = recording(app.database);
    await app.get(ProjectsStore).ownersWithoutRoom(db, [{ id: 17, projectsLimit: 1 }]);
    const plan = await genericPlanOf(database, db.statements[0]!);
    expect(plan.scanned).toEqual([]);
    expect(plan.rowsRead).toBeLessThan(20);
    expect(await keepsItsPlan(database, db.statements[0]!)).toBe(true);
  }, 60_000);
});
