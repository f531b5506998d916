import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import { whileHeld } from '../testing/while-held.js';

const FORBIDDEN = [403, { message: '403 Forbidden' }];

describe('a write that waits for a lock', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let number = 0;
  const owner = user(1, { username: 'ada' });
  const other = user(2);

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    for (const each of [owner, other]) await app.claim(each);
  });

  /** Answer to a group owner's request that waits for the group's lock, while the owner's level changes. */
  async function answered(level: number, request: (group: number, project: number) => [string, string, object?]) {
    const group = await seed.group(`group-${++number}`, 'public');
    const project = await seed.project(group, 'tool', 'public');
    await seed.namespaceMember(group, owner.userId, 50);
    await seed.namespaceMember(group, other.userId, 10);
    const [method, path, body] = request(group, project);
    const hold = [
      'begin',
      `select from namespaces where id = ${group} for update`,
      `update namespace_members set level = ${level} where namespace_id = ${group} and user_id = ${owner.userId}`,
    ];
    const [answer] = await whileHeld(database, hold, [() => app.request(owner, method as 'PUT', path, body)], 'commit');
    return [answer!.status, answer!.body];
  }

  it.each([
    ['a new name', 'PUT', '', { name: 'Late' }],
    ['a new visibility', 'PUT', '', { visibility: 'private' }],
    ['archiving', 'POST', '/archive', undefined],
    ['unarchiving', 'POST', '/unarchive', undefined],
    ['deleting', 'DELETE', '', undefined],
    ['a transfer', 'PUT', '/transfer', { namespace: 'ada' }],
  ])('is refused to a master who was the owner when it came: %s', async (_, method, path, body) => {
    expect(await answered(40, (__, project) => [method, `/projects/${project}${path}`, body])).toEqual(FORBIDDEN);
  });

  it('is still done where the level that is left suffices', async () => {
    const [status, body] = await answered(40, (_, project) => ['PUT', `/projects/${project}`, { description: 'late' }]);
    expect([status, (body as { description: string }).description]).toEqual([200, 'late']);
  });

  it.each([
    ['a new description', 'PUT', '', { description: 'late' }],
    ['deleting', 'DELETE', '', undefined],
    ['a member added', 'POST', '/members', { user_id: 2, access_level: 30 }],
    ['a member changed', 'PUT', '/members/2', { access_level: 30 }],
    ['a member removed', 'DELETE', '/members/2', undefined],
  ])('is refused to a master who owned the group when it came: %s', async (_, method, path, body) => {
    expect(await answered(40, (group) => [method, `/groups/${group}${path}`, body])).toEqual(FORBIDDEN);
  });

  it('is refused below a group that its owner has lost: a subgroup', async () => {
    const subgroup = (group: number): [string, string, object] => [
      'POST',
      '/groups',
      { name: 'Late', path: 'late', parent_id: group },
    ];
    expect(await answered(40, subgroup)).toEqual(FORBIDDEN);
  });

  it('is refused in a group of which the master is a developer now: a project', async () => {
    const made = (group: number): [string, string, object] => [
      'POST',
      '/projects',
      { name: 'Late', namespace_id: group },
    ];
    const [status, body] = await answered(30, made);
    expect([status, body]).toEqual([400, { message: { namespace: ['is not valid'], limit_reached: [] } }]);
  });

  it('still ends one’s own membership', async () => {
    expect((await answered(10, (group) => ['DELETE', `/groups/${group}/members/1`]))[0]).toBe(204);
  });
});
