import { ClaimUserNamespaceCommand, NamespaceReserved, NamespaceTaken } from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

describe('projects.claim-user-namespace', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();

  beforeAll(async () => {
    database = app.testDatabase;
  });

  const claim = (userId: number, username: string, displayName = username) =>
    app.calls.command(ClaimUserNamespaceCommand, {
      ...{ userId, username, displayName, byAdmin: false },
      createdAt: '2018-01-15T10:07:21.123Z',
    });
  const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  it('makes the namespace that is called like the user', async () => {
    const { namespaceId } = await claim(1, 'Ada', 'Ada Lovelace');
    expect(await database.query('select * from namespaces where id = $1', [namespaceId])).toEqual([
      expect.objectContaining({
        kind: 'user',
        path: 'Ada',
        name: 'Ada',
        full_name: 'Ada Lovelace',
        owner_user_id: 1,
        owner_state: 'active',
        parent_id: null,
        ancestor_ids: [],
      }),
    ]);
    expect(await database.query('select path from routes where namespace_id = $1', [namespaceId])).toEqual([
      { path: 'Ada' },
    ]);
  });

  it('answers the same namespace however often a user claims it', async () => {
    const first = await claim(2, 'bob');
    expect(await claim(2, 'bob')).toEqual(first);
    const again = await Promise.all(Array.from({ length: 8 }, () => claim(3, 'carol')));
    expect(new Set(again.map(({ namespaceId }) => namespaceId)).size).toBe(1);
    expect(await database.query(`select path from routes where lower(path) in ('bob', 'carol') order by 1`)).toEqual([
      { path: 'bob' },
      { path: 'carol' },
    ]);
  });

  it('refuses what another user or a group holds, whatever the case, and leaves nothing behind', async () => {
    await claim(4, 'dave');
    await new Seed(database).group('Team');
    for (const username of ['dave', 'DAVE', 'team']) {
      expect(NamespaceTaken.is(await outcome(claim(5, username)))).toBe(true);
    }
    expect(await database.query('select id from namespaces where owner_user_id = 5')).toEqual([]);
    await expect(claim(5, 'erin')).resolves.toEqual({ namespaceId: expect.any(Number) });
  });

  it('gives a path to exactly one of many users who claim it at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => outcome(claim(20 + index, 'Popular'))));
    expect(outcomes.filter((each) => NamespaceTaken.is(each))).toHaveLength(7);
    expect(await database.query(`select count(*) from namespaces where path = 'Popular'`)).toEqual([{ count: 1 }]);
  });

  it.each(['api', 'Users', 'robots.txt'])('refuses the reserved name %s', async (username) => {
    const error = await outcome(claim(6, username));
    expect(NamespaceReserved.is(error)).toBe(true);
    expect(error).toMatchObject({ body: { message: { username: [`${username} is a reserved name`] } } });
  });

  it('can be used at once', async () => {
    const frank = user(7, { username: 'frank' });
    await app.claim(frank);
    const { status, body } = await app.request(frank, 'POST', '/projects', { name: 'Tool' });
    expect([status, body.path_with_namespace]).toEqual([201, 'frank/tool']);
  });
});
