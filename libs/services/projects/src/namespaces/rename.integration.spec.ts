import {
  NamespaceReserved,
  NamespaceTaken,
  NamespaceTakenBefore,
  ReleaseUserCommand,
  RenameUserNamespaceCommand,
} from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

describe('projects.rename-user-namespace', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let number = 0;

  beforeAll(async () => {
    database = app.testDatabase;
  });

  const rename = (userId: number, username: string, byAdmin = false) =>
    app.calls.command(RenameUserNamespaceCommand, { userId, username, byAdmin });
  const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  async function somebody() {
    const person = user(++number, { username: `user-${number}`, name: `User ${number}` });
    return { ...person, namespaceId: await app.claim(person) };
  }

  async function pathsOf(namespaceId: number): Promise<string[]> {
    const rows = await database.query<{ path: string }>(
      `select path from routes where namespace_id = $1
         or project_id in (select id from projects where namespace_id = $1) order by path`,
      [namespaceId],
    );
    return rows.map(({ path }) => path);
  }

  it('moves the namespace and every project in it, however often it is told', async () => {
    const ada = await somebody();
    const { body: project } = await app.request(ada, 'POST', '/projects', { name: 'Tool' });
    for (let time = 0; time < 3; time++) await rename(ada.userId, 'Countess');
    expect(await pathsOf(ada.namespaceId)).toEqual(['Countess', 'Countess/tool']);
    const { body } = await app.request(ada, 'GET', '/projects/countess%2Ftool');
    expect(body).toMatchObject({
      id: project.id,
      path_with_namespace: 'Countess/tool',
      name_with_namespace: `${ada.name} / Tool`,
      namespace: { path: 'Countess', name: 'Countess', full_path: 'Countess' },
      owner: { id: ada.userId, username: 'Countess' },
    });
    expect((await app.request(ada, 'GET', `/projects/${ada.username}%2Ftool`)).status).toBe(404);
  });

  it('changes nothing but the case of a name', async () => {
    const person = await somebody();
    await app.request(person, 'POST', '/projects', { name: 'Tool' });
    await rename(person.userId, person.username.toUpperCase());
    expect(await pathsOf(person.namespaceId)).toEqual([
      person.username.toUpperCase(),
      `${person.username.toUpperCase()}/tool`,
    ]);
    expect(await database.query('select * from redirects where lower(path) like $1', [`${person.username}%`])).toEqual(
      [],
    );
  });

  it('refuses the name of a user or group, and changes nothing then', async () => {
    const person = await somebody();
    const other = await somebody();
    await new Seed(database).group('Crew');
    for (const taken of [other.username, other.username.toUpperCase(), 'crew']) {
      expect(NamespaceTaken.is(await outcome(rename(person.userId, taken)))).toBe(true);
    }
    const reserved = await outcome(rename(person.userId, 'Admin'));
    expect(NamespaceReserved.is(reserved)).toBe(true);
    expect(reserved).toMatchObject({ body: { message: { username: ['Admin is a reserved name'] } } });
    expect(await pathsOf(person.namespaceId)).toEqual([person.username]);
  });

  it('keeps the old name for the user, who may return, and for admins', async () => {
    const person = await somebody();
    await app.request(person, 'POST', '/projects', { name: 'Tool' });
    await rename(person.userId, 'moved-away');
    const heir = user(++number, { username: person.username.toUpperCase() });
    const refused = await outcome(app.claim(heir));
    expect(NamespaceTakenBefore.is(refused)).toBe(true);
    expect(refused).toMatchObject({
      body: { message: { username: [`${heir.username} has been taken before. Please use another one`] } },
    });
    const other = await somebody();
    expect(NamespaceTakenBefore.is(await outcome(rename(other.userId, person.username)))).toBe(true);
    await rename(person.userId, person.username);
    await rename(person.userId, 'moved-again');
    await app.claim(heir, true);
    expect(await database.query('select path from redirects where path like $1', [`${person.username}/%`])).toEqual([]);
    expect((await app.request(heir, 'POST', '/projects', { name: 'Tool' })).body.path_with_namespace).toBe(
      `${heir.username}/tool`,
    );
    expect(NamespaceTaken.is(await outcome(rename(person.userId, person.username, true)))).toBe(true);
  });

  it('frees the old name with the user', async () => {
    const person = await somebody();
    await rename(person.userId, `former-${person.userId}`);
    await app.calls.command(ReleaseUserCommand, { userId: person.userId, hardDelete: false, ghostId: 99 });
    await expect(app.claim(user(++number, { username: person.username }))).resolves.toEqual(expect.any(Number));
  });

  it('gives a name to one of many who want it at once', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, somebody));
    const outcomes = await Promise.all(people.map(({ userId }) => outcome(rename(userId, 'wanted'))));
    expect(outcomes.filter((each) => NamespaceTaken.is(each))).toHaveLength(4);
  });

  it('does nothing for a user without a namespace', async () => {
    await expect(rename(999_999, 'nobody')).resolves.toEqual({});
    expect(await database.query(`select * from routes where path = 'nobody'`)).toEqual([]);
  });
});
