import type { Visibility } from '@hearth/contract-kit';
import { CORRELATION_ID, ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import { whileHeld } from '../testing/while-held.js';

const NOT_FOUND = { message: '404 Project Not Found' };

describe('/projects/:id', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let namespaceId: number;
  let number = 0;
  const ada = user(1, { username: 'ada' });
  const stranger = user(2);
  const admin = user(3, { admin: true });

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    namespaceId = await app.claim(ada);
  });

  const project = (visibility: Visibility) => seed.project(namespaceId, `p${++number}`, visibility);

  describe('GET', () => {
    it('finds a project by number and by path, whatever its case', async () => {
      const id = await project('public');
      for (const reference of [id, `ada%2Fp${number}`, `ADA%2fP${number}`]) {
        const { status, body } = await app.request(ada, 'GET', `/projects/${reference}`);
        expect([status, body.id]).toEqual([200, id]);
      }
    });

    it('shows anonymous callers what identifies it', async () => {
      const id = await project('public');
      const { status, headers, body } = await app.request(null, 'GET', `/projects/${id}`);
      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
      expect(Object.keys(body)).toEqual([
        ...['id', 'description', 'name', 'name_with_namespace', 'path', 'path_with_namespace', 'created_at'],
        ...[
          'default_branch',
          'tag_list',
          'topics',
          'ssh_url_to_repo',
          'http_url_to_repo',
          'web_url',
          'readme_url',
          'avatar_url',
          'star_count',
        ],
        ...['forks_count', 'last_activity_at'],
      ]);
    });

    it('shows a stranger a public project without rights in it', async () => {
      const id = await project('public');
      const { body } = await app.request(stranger, 'GET', `/projects/${id}`);
      expect(body.permissions).toEqual({ project_access: null, group_access: null });
    });

    it('tells masters and above why an import failed', async () => {
      const id = await project('public');
      await database.query(`update projects set import_status = 'failed', import_error = 'no answer' where id = $1`, [
        id,
      ]);
      const error = async (caller: typeof ada) =>
        (await app.request(caller, 'GET', `/projects/${id}`)).body.import_error;
      expect(await error(ada)).toBe('no answer');
      expect(await error(admin)).toBe('no answer');
      expect(await error(stranger)).toBeNull();
    });

    it.each(['0', '999999', '99999999999999999999', 'ada', 'ada%2Fnope', 'a%00b', '%F0%9F%9A%80', '..%2F..'])(
      'does not find %s',
      async (reference) => {
        const { status, body } = await app.request(ada, 'GET', `/projects/${reference}`);
        expect([status, body]).toEqual([404, NOT_FOUND]);
      },
    );

    it('hides what may not be seen as if it did not exist', async () => {
      const id = await project('private');
      for (const caller of [null, stranger]) {
        const { status, body } = await app.request(caller, 'GET', `/projects/${id}`);
        expect([status, body]).toEqual([404, NOT_FOUND]);
      }
    });

    it('costs one statement: who may, and what', async () => {
      const id = await project('public');
      expect(await app.countStatements(() => app.request(stranger, 'GET', `/projects/${id}`))).toBe(1);
      expect(await app.countStatements(() => app.request(null, 'GET', `/projects/${id}`))).toBe(1);
      // The first read by a master creates the token of the runners.
      expect(await app.countStatements(() => app.request(ada, 'GET', `/projects/${id}`))).toBe(2);
      expect(await app.countStatements(() => app.request(ada, 'GET', `/projects/${id}?statistics=true`))).toBe(1);
    });
  });

  describe('DELETE', () => {
    // Taken from section 9.2 of the reference: caller, then the status for a private, an internal and a public project.
    it.each<[string, ReturnType<typeof user> | null, number | undefined, [number, number, number]]>([
      ['anonymous', null, undefined, [401, 401, 401]],
      ['a stranger', stranger, undefined, [404, 403, 403]],
      ['an external user', user(4, { external: true }), undefined, [404, 404, 403]],
      ['a guest', user(5), 10, [403, 403, 403]],
      ['a reporter', user(6), 20, [403, 403, 403]],
      ['a developer', user(7), 30, [403, 403, 403]],
      ['a master', user(8), 40, [403, 403, 403]],
      ['an owner', user(9), 50, [202, 202, 202]],
      ['the owner of the namespace', ada, undefined, [202, 202, 202]],
      ['an admin', admin, undefined, [202, 202, 202]],
    ])('by %s', async (_, caller, level, expected) => {
      const statuses: number[] = [];
      for (const visibility of ['private', 'internal', 'public'] as const) {
        const id = await project(visibility);
        if (caller && level) await seed.projectMember(id, caller.userId, level);
        statuses.push((await app.request(caller, 'DELETE', `/projects/${id}`)).status);
        const left = await database.query('select id from projects where id = $1', [id]);
        expect(left).toHaveLength(statuses.at(-1) === 202 ? 0 : 1);
      }
      expect(statuses).toEqual(expected);
    });

    it('is final at once: gone for every reader, path and name free, others told', async () => {
      const { body: created } = await app.request(ada, 'POST', '/projects', { name: 'Doomed' });
      const { status, body } = await app.request(ada, 'DELETE', '/projects/ada%2Fdoomed');
      expect([status, body]).toEqual([202, { message: '202 Accepted' }]);
      expect((await app.request(ada, 'GET', `/projects/${created.id}`)).status).toBe(404);
      expect((await app.request(ada, 'DELETE', `/projects/${created.id}`)).status).toBe(404);
      expect((await app.request(ada, 'GET', '/projects?search=doomed')).body).toEqual([]);
      const events = await database.query(
        `select data, actor, correlation from outbox where key = $1 and type = 'projects.project-deleted'`,
        [String(created.id)],
      );
      expect(events).toEqual([{ data: { projectId: created.id }, actor: 1, correlation: CORRELATION_ID }]);
      const { body: again } = await app.request(ada, 'POST', '/projects', { name: 'Doomed' });
      expect(again.id).toBeGreaterThan(created.id);
    });

    it('is refused to users who lost the project while the deletion waited', async () => {
      const id = await project('public');
      const elsewhere = await seed.group('elsewhere', 'public');
      const hold = [
        'begin',
        `select from namespaces where id = ${namespaceId} for no key update`,
        `update projects set namespace_id = ${elsewhere} where id = ${id}`,
      ];
      const [answer] = await whileHeld(database, hold, [() => app.request(ada, 'DELETE', `/projects/${id}`)], 'commit');
      expect([answer!.status, answer!.body]).toEqual([403, { message: '403 Forbidden' }]);
      expect((await app.request(ada, 'GET', `/projects/${id}`)).status).toBe(200);
    });

    it('happens once, however many ask at once', async () => {
      const id = await project('private');
      const answers = await Promise.all(Array.from({ length: 6 }, () => app.request(ada, 'DELETE', `/projects/${id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 404, 404, 404, 404, 404]);
      expect(await database.query('select id from outbox where key = $1', [String(id)])).toHaveLength(1);
      expect(app.failures).toEqual([]);
    });
  });
});
