import { ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

describe('custom attributes', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let own: number;
  let number = 0;
  const ada = user(1, { username: 'ada' });
  const owner = user(2);
  const admin = user(3, { admin: true });

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    own = await app.claim(ada);
  });

  describe.each(['project', 'group'] as const)('of a %s', (kind) => {
    let path: string;
    let id: number;

    beforeEach(async () => {
      const name = `${kind}-${++number}`;
      id = kind === 'project' ? await seed.project(own, name, 'private') : await seed.group(name);
      if (kind === 'project') await seed.projectMember(id, owner.userId, 50);
      else await seed.namespaceMember(id, owner.userId, 50);
      path = `/${kind}s/${id}/custom_attributes`;
    });

    const put = (key: string, value?: string) =>
      app.request(admin, 'PUT', `${path}/${key}`, value === undefined ? {} : { value });

    it('are set, read, listed by key, and deleted', async () => {
      expect((await app.request(admin, 'GET', path)).body).toEqual([]);
      const { status, body } = await put('team', 'red');
      expect([status, body]).toEqual([200, { key: 'team', value: 'red' }]);
      await put('a%2Fb.json', 'x');
      expect((await put('team', 'blue')).body).toEqual({ key: 'team', value: 'blue' });
      expect((await app.request(admin, 'GET', `${path}/team`)).body).toEqual({ key: 'team', value: 'blue' });
      expect((await app.request(admin, 'GET', path)).body).toEqual([
        { key: 'a/b.json', value: 'x' },
        { key: 'team', value: 'blue' },
      ]);
      const gone = await app.request(admin, 'DELETE', `${path}/team`);
      expect([gone.status, gone.body]).toEqual([204, null]);
      for (const method of ['GET', 'DELETE'] as const) {
        const again = await app.request(admin, method, `${path}/team`);
        expect([again.status, again.body]).toEqual([404, { message: '404 Not found' }]);
      }
    });

    it('are found under the path of their subject too', async () => {
      await put('team', 'red');
      const [route] = await database.query<{ path: string }>(
        `select path from routes where ${kind === 'project' ? 'project' : 'namespace'}_id = $1`,
        [id],
      );
      const { body } = await app.request(
        admin,
        'GET',
        `/${kind}s/${encodeURIComponent(route!.path)}/custom_attributes`,
      );
      expect(body).toEqual([{ key: 'team', value: 'red' }]);
    });

    it('have keys and values of 255 characters at most', async () => {
      // Each of four bytes, and random enough that no compression makes them fit into an index.
      const long = Array.from({ length: 255 }, (_, index) =>
        String.fromCodePoint(0x20000 + ((index * 7919) % 40_000)),
      ).join('');
      expect((await put(encodeURIComponent(long), long)).body).toEqual({ key: long, value: long });
      const failure = ['is too long (maximum is 255 characters)'];
      const tooLong = await put('k'.repeat(256), 'v'.repeat(256));
      expect([tooLong.status, tooLong.body]).toEqual([400, { message: { key: failure, value: failure } }]);
    });

    it.each([
      [undefined, { error: 'value is missing' }],
      ['', { message: { value: ["can't be blank"] } }],
      ['a\0b', { error: 'value is invalid' }],
    ])('refuse the value %j', async (value, body) => {
      const answer = await put('team', value);
      expect([answer.status, answer.body]).toEqual([400, body]);
      expect((await app.request(admin, 'GET', path)).body).toEqual([]);
    });

    it('are for admins alone', async () => {
      await put('team', 'red');
      for (const [caller, status] of [
        [null, 401],
        [ada, 403],
        [owner, 403],
      ] as const) {
        const requests = [
          app.request(caller, 'GET', path),
          app.request(caller, 'GET', `${path}/team`),
          app.request(caller, 'PUT', `${path}/team`, { value: 'mine' }),
          app.request(caller, 'DELETE', `${path}/team`),
        ];
        expect((await Promise.all(requests)).map((answer) => answer.status)).toEqual([status, status, status, status]);
      }
      expect((await app.request(admin, 'GET', `${path}/team`)).body.value).toBe('red');
    });

    it('are not deleted when they were changed later than the client allows', async () => {
      await put('team', 'red');
      const before = { 'if-unmodified-since': 'Mon, 01 Jan 2018 00:00:00 GMT' };
      const { status } = await app.request(admin, 'DELETE', `${path}/team`, undefined, before);
      expect(status).toBe(412);
      expect((await app.request(admin, 'GET', `${path}/team`)).status).toBe(200);
    });

    it('are one per key, however many set it at once', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => put('team', `v${index}`)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect((await app.request(admin, 'GET', path)).body).toHaveLength(1);
    });

    it.each(['GET', 'PUT', 'DELETE'] as const)('there are none of what does not exist: %s', async (method) => {
      const answer = await app.request(admin, method, `/${kind}s/999999/custom_attributes/team`, { value: 'x' });
      const name = kind === 'project' ? 'Project' : 'Group';
      expect([answer.status, answer.body]).toEqual([404, { message: `404 ${name} Not Found` }]);
    });
  });
});
