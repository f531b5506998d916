import type { Principal } from '@hearth/contract-kit';
import { FakeIdentity } from '../testing/fake-identity.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

describe('levels of features', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  const ada = user(1, { username: 'ada', name: 'Ada' });
  const guest = user(2);
  const stranger = user(3);

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    await app.claim(ada);
    app.get(FakeIdentity).users.push(ada);
  });

  const create = (body: object) => app.request(ada, 'POST', '/projects', { visibility: 'public', ...body });

  it('are chosen when a project is created, and say more than the flags', async () => {
    const levels = {
      issues_access_level: 'private',
      wiki_access_level: 'disabled',
      repository_access_level: 'private',
    };
    const { body } = await create({ name: 'Levels', ...levels, issues_enabled: false });
    expect(body).toMatchObject({
      ...levels,
      issues_enabled: true,
      wiki_enabled: false,
      snippets_access_level: 'enabled',
    });
    const { body: flagged } = await create({ name: 'Flags', issues_enabled: false });
    expect([flagged.issues_access_level, flagged.wiki_access_level]).toEqual(['disabled', 'enabled']);
  });

  it('are refused when they are none', async () => {
    const { status, body } = await create({ name: 'Wrong', builds_access_level: 'public' });
    expect([status, body]).toEqual([400, { error: 'builds_access_level does not have a valid value' }]);
  });

  it('are chosen for a user by an admin', async () => {
    const admin = user(4, { admin: true });
    const asked = { name: 'A gift', merge_requests_access_level: 'private', merge_requests_enabled: false };
    const { status, body } = await app.request(admin, 'POST', '/projects/user/1', asked);
    expect([status, body.merge_requests_access_level, body.merge_requests_enabled]).toEqual([201, 'private', true]);
  });

  it('are changed, and printed as each caller has the feature', async () => {
    const id = (await create({ name: 'Changed' })).body.id as number;
    await seed.projectMember(id, guest.userId, 10);
    const put = (body: object) => app.request(ada, 'PUT', `/projects/${id}`, body);
    const levels = { issues_access_level: 'private', merge_requests_access_level: 'disabled' };
    expect((await put(levels)).body).toMatchObject({ ...levels, issues_enabled: true, merge_requests_enabled: false });
    const one = async (caller: Principal) => (await app.request(caller, 'GET', `/projects/${id}`)).body;
    const listed = async (caller: Principal) => {
      const { body } = await app.request(caller, 'GET', '/projects?per_page=100');
      return (body as unknown as { id: number }[]).find((each) => each.id === id);
    };
    for (const read of [one, listed]) {
      expect(await read(guest)).toMatchObject({ ...levels, issues_enabled: true, merge_requests_enabled: false });
      expect(await read(stranger)).toMatchObject({ ...levels, issues_enabled: false, merge_requests_enabled: false });
      expect(await read(stranger)).not.toHaveProperty('open_issues_count');
    }
    expect((await put({ issues_enabled: 'true' })).body.issues_access_level).toBe('enabled');
    expect((await put({ issues_enabled: true, issues_access_level: 'private' })).body.issues_access_level).toBe(
      'private',
    );
  });
});
