import type { Principal } from '@hearth/contract-kit';
import { ReleaseUserCommand, SoleGroupOwner } from '@hearth/projects-contracts';
import type { Delivery } from '@hearth/messaging';
import { confirms } from '@hearth/testing';
import { OnUserDeleted } from '../events/identity/on-user-deleted.js';
import { FakeIdentity } from '../testing/fake-identity.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

describe('projects.release-user', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let number = 0;

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
  });

  const GHOST_ID = 1_000_000;
  const release = (userId: number, hardDelete = false) =>
    app.calls.command(ReleaseUserCommand, { userId, hardDelete, ghostId: GHOST_ID });
  const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  async function somebody() {
    const person = user(++number, { username: `user-${number}` });
    return { ...person, namespaceId: await app.claim(person) };
  }

  /** All rows of this service that name the user. */
  async function traces(userId: number): Promise<unknown[]> {
    return database.query(
      `select 'namespace' as kind from namespaces where owner_user_id = $1
       union all select 'project' from projects p join namespaces n on n.id = p.namespace_id where n.owner_user_id = $1
       union all select 'member' from project_members where user_id = $1
       union all select 'group member' from namespace_members where user_id = $1
       union all select 'request' from access_requests where user_id = $1
       union all select 'star' from project_stars where user_id = $1`,
      [userId],
    );
  }

  const deletions = async (ids: readonly number[]) =>
    (
      await database.query<{ id: number }>(
        `select (data ->> 'projectId')::int as id from outbox
         where type = 'projects.project-deleted' and key = any ($1) order by 1`,
        [ids.map(String)],
      )
    ).map(({ id }) => id);

  it('takes the namespace with its projects, and what the user holds elsewhere; others hear of the projects', async () => {
    const leaving = await somebody();
    const other = await somebody();
    const own = [
      await seed.project(leaving.namespaceId, 'a', 'public'),
      await seed.project(leaving.namespaceId, 'b', 'private'),
    ];
    const foreign = await seed.project(other.namespaceId, 'c', 'public', leaving.userId);
    await seed.projectMember(foreign, leaving.userId, 30);
    await database.query('insert into project_stars (user_id, project_id) values ($1, $3), ($2, $3)', [
      leaving.userId,
      other.userId,
      foreign,
    ]);
    await database.query('update projects set star_count = 2 where id = $1', [foreign]);
    await database.query('insert into access_requests (project_id, user_id) values ($1, $2)', [
      foreign,
      leaving.userId,
    ]);
    for (let time = 0; time < 2; time++) await release(leaving.userId);
    expect(await traces(leaving.userId)).toEqual([]);
    expect(await deletions([...own, foreign])).toEqual(own);
    expect(await database.query('select star_count from projects where id = $1', [foreign])).toEqual([
      { star_count: 1 },
    ]);
    expect(await database.query('select path from routes where lower(path) like $1', [`${leaving.username}%`])).toEqual(
      [],
    );
  });

  it('is refused while groups would be left alone, and names them', async () => {
    const leaving = await somebody();
    const other = await somebody();
    const alone = await seed.group('alone');
    const below = await seed.group('below', 'private', [alone]);
    const shared = await seed.group('shared');
    const inherited = await seed.group('inherited', 'private', [shared]);
    const expired = await seed.group('expired');
    const blocked = await seed.group('with-blocked');
    const blockedOwner = await somebody();
    await database.query(`update namespaces set owner_state = 'blocked' where owner_user_id = $1`, [
      blockedOwner.userId,
    ]);
    await seed.namespaceMember(blocked, blockedOwner.userId, 50);
    for (const group of [below, alone, shared, inherited, expired, blocked])
      await seed.namespaceMember(group, leaving.userId, 50);
    await seed.namespaceMember(shared, other.userId, 50);
    await seed.namespaceMember(expired, other.userId, 50, 0);
    await seed.namespaceMember(alone, other.userId, 40);
    const error = await outcome(release(leaving.userId));
    expect(SoleGroupOwner.is(error)).toBe(true);
    expect(error).toMatchObject({
      body: {
        message:
          'User cannot be removed until group ownership is transferred: alone, alone/below, expired, with-blocked',
      },
    });
    expect(await traces(leaving.userId)).toHaveLength(7);
  });

  it('removes these groups with everything in them when told to', async () => {
    const leaving = await somebody();
    const other = await somebody();
    const top = await seed.group(`top-${number}`);
    const below = await seed.group('below', 'private', [top]);
    const kept = await seed.group(`kept-${number}`);
    const gone = [await seed.project(top, 'a', 'private'), await seed.project(below, 'b', 'private')];
    for (const group of [top, below, kept]) await seed.namespaceMember(group, leaving.userId, 50);
    await seed.namespaceMember(kept, other.userId, 50);
    await release(leaving.userId, true);
    expect(await deletions(gone)).toEqual(gone);
    expect(await database.query('select id from namespaces where id = any ($1)', [[top, below, kept]])).toEqual([
      { id: kept },
    ]);
    expect(await traces(leaving.userId)).toEqual([]);
  });

  it('lets one of two owners go who leave at once', async () => {
    const [first, second] = [await somebody(), await somebody()];
    const group = await seed.group(`pair-${number}`);
    for (const { userId } of [first, second]) await seed.namespaceMember(group, userId, 50);
    const outcomes = await Promise.all([first, second].map(({ userId }) => outcome(release(userId))));
    expect(outcomes.filter((each) => SoleGroupOwner.is(each))).toHaveLength(1);
    expect(await database.query('select level from namespace_members where namespace_id = $1', [group])).toHaveLength(
      1,
    );
  });

  it('leaves nothing of projects that are created meanwhile', async () => {
    const leaving = await somebody();
    const creations = Array.from({ length: 6 }, (_, index) =>
      app.request(leaving, 'POST', '/projects', { name: `late ${index}` }),
    );
    await Promise.all([...creations, release(leaving.userId)]);
    const answers = await Promise.all(creations);
    const created = answers.flatMap(({ status, body }) => (status === 201 ? [body.id as number] : []));
    expect(answers.every(({ status }) => status === 201 || status === 400)).toBe(true);
    expect(await deletions(created)).toEqual(created.toSorted((one, two) => one - two));
    expect(await traces(leaving.userId)).toEqual([]);
    expect(app.failures).toEqual([]);
  });

  it('leaves no group without an owner that is created meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      const leaving = { ...(await somebody()), canCreateGroup: true };
      const creations = Array.from({ length: 6 }, (_, index) => {
        const name = `late-${leaving.username}-${index}`;
        return app.request(leaving, 'POST', '/groups', { name, path: name });
      });
      const released = await outcome(release(leaving.userId));
      const statuses = (await Promise.all(creations)).map(({ status }) => status);
      expect(statuses.includes(201)).toBe(SoleGroupOwner.is(released));
      expect(statuses.every((status) => status === 201 || status === 403)).toBe(true);
    }
    expect(app.failures).toEqual([]);
  });

  describe('of a user who wrote in projects of others', () => {
    async function contributions() {
      const leaving = await somebody();
      const other = await somebody();
      const project = await seed.project(other.namespaceId, `written-${number}`, 'public');
      await seed.projectMember(project, leaving.userId, 30);
      const at = `/projects/${project}`;
      const post = (caller: Principal, path: string, body: object) => app.request(caller, 'POST', `${at}${path}`, body);
      await post(leaving, '/issues', { title: 'theirs', assignee_id: leaving.userId });
      await post(other, '/issues', { title: 'not theirs', description: `for @${leaving.username}` });
      await post(other, '/issues', { title: 'closed by them' });
      await app.request(leaving, 'PUT', `${at}/issues/3`, { state_event: 'close' });
      await post(leaving, '/issues/2/notes', { body: 'note' });
      await post(leaving, '/issues/2/award_emoji', { name: 'thumbsup' });
      const snippet = { title: 'theirs', file_name: 'a', code: 'x', visibility: 'public' };
      await post(leaving, '/snippets', snippet);
      const get = async (path: string) => (await app.request(other, 'GET', `${at}${path}`)).body;
      return { leaving, get, count: async () => (await get('')).open_issues_count as number };
    }

    beforeAll(() => app.claim(user(GHOST_ID, { username: 'ghost' })));

    it('gives it to the ghost', async () => {
      const { leaving, get, count } = await contributions();
      await release(leaving.userId);
      expect((await get('/issues?sort=asc'))[0]).toMatchObject({ author: { id: GHOST_ID }, assignees: [] });
      expect(await get('/issues/2')).toMatchObject({ user_notes_count: 1, upvotes: 1 });
      expect((await get('/issues/3')).closed_by.username).toBe('ghost');
      expect((await get('/issues/2/notes'))[0].author.username).toBe('ghost');
      expect((await get('/issues/2/award_emoji'))[0].user.id).toBe(GHOST_ID);
      expect((await get('/snippets'))[0].author.id).toBe(GHOST_ID);
      expect(await get('/issues/2/participants')).not.toContainEqual(expect.objectContaining({ id: leaving.userId }));
      expect(await count()).toBe(2);
    });

    it('removes it, where everything of theirs is to go', async () => {
      const { leaving, get, count } = await contributions();
      await release(leaving.userId, true);
      expect((await get('/issues')).map(({ title }: { title: string }) => title)).toEqual([
        'closed by them',
        'not theirs',
      ]);
      expect(await get('/issues/3')).toMatchObject({ state: 'closed', closed_by: null });
      expect(await get('/issues/2')).toMatchObject({ user_notes_count: 0, upvotes: 0 });
      expect([await get('/issues/2/notes'), await get('/issues/2/award_emoji'), await get('/snippets')]).toEqual([
        [],
        [],
        [],
      ]);
      expect(await count()).toBe(1);
    });
  });

  it('is finished when the deletion is told, for what came in between', async () => {
    const leaving = await somebody();
    const other = await somebody();
    const project = await seed.project(other.namespaceId, `late-${number}`, 'public');
    await release(leaving.userId);
    await seed.projectMember(project, leaving.userId, 30);
    for (let time = 0; time < 2; time++) {
      await app.database.tx((tx) =>
        app
          .get(OnUserDeleted)
          .handle({ userId: leaving.userId, hardDelete: false, ghostId: GHOST_ID }, { tx } as Delivery),
      );
    }
    expect(await traces(leaving.userId)).toEqual([]);
  });

  it('is not finished for a user whom identity still has, after a forged deletion event', async () => {
    const present = await somebody();
    const isGone = () => confirms(app, OnUserDeleted, { userId: present.userId, hardDelete: true, ghostId: GHOST_ID });
    app.get(FakeIdentity).users.push(present);
    expect(await isGone()).toBe(false);
    app.get(FakeIdentity).users.pop();
    expect(await isGone()).toBe(true);
  });
});
