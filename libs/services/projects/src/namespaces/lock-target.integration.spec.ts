import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import { whileHeld } from '../testing/while-held.js';

const MASTER = user(1, { username: 'master' });

describe('a project that is created while its group changes', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let count = 0;

  beforeAll(async () => {
    database = app.testDatabase;
    await app.claim(MASTER);
  });

  /** Creates a project in a group of the master's, changes the group while the request waits for its lock, and returns the answer. */
  async function createWhile(changes: (group: number) => string[]) {
    const group = await new Seed(database).group(`team-${++count}`, 'public');
    await new Seed(database).namespaceMember(group, MASTER.userId, 40);
    const wanted = { name: 'tool', namespace_id: group, visibility: 'internal' };
    const create = () => app.request(MASTER, 'POST', '/projects', wanted);
    const hold = ['begin', `select from namespaces where id = ${group} for no key update`, ...changes(group)];
    const [answer] = await whileHeld(database, hold, [create], 'commit');
    return answer!;
  }

  it('goes to where the group is then', async () => {
    const { status, body } = await createWhile((group) => [
      `update routes set path = 'elsewhere' where namespace_id = ${group}`,
      `update namespaces set path = 'elsewhere' where id = ${group}`,
    ]);
    expect([status, body.path_with_namespace]).toEqual([201, 'elsewhere/tool']);
  });

  it('is held against the visibility of the group', async () => {
    const { status, body } = await createWhile((group) => [
      `update namespaces set visibility = 'private' where id = ${group}`,
    ]);
    expect([status, body.message.visibility_level]).toEqual([400, ['internal is not allowed in a private group.']]);
  });

  it.each([
    ['left the group', (group: number) => [`delete from namespace_members where namespace_id = ${group}`]],
    [
      'became a developer',
      (group: number) => [`update namespace_members set level = 30 where namespace_id = ${group}`],
    ],
    [
      'lost it with the group',
      (group: number) => [
        `delete from namespace_members where namespace_id = ${group}`,
        `delete from routes where namespace_id = ${group}`,
        `delete from namespaces where id = ${group}`,
      ],
    ],
  ])('is refused to who %s', async (_, changes) => {
    const { status, body } = await createWhile(changes);
    expect([status, body.message.namespace]).toEqual([400, ['is not valid']]);
  });
});
