import { ReadImportSourceQuery } from '@hearth/projects-contracts';
import { ImportProgressedEvent } from '@hearth/repository-contracts';
import type { Delivery } from '@hearth/messaging';
import { OnImportProgressed } from '../events/on-import-progressed.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const SOURCE = 'https://me:secret@git.example.com/some/where.git';

describe('import_url', () => {
  const ada = user(1, { username: 'ada', name: 'Ada Lovelace' });
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    await app.claim(ada);
  });

  let count = 0;
  async function imported(): Promise<number> {
    const name = `imported-${(count += 1)}`;
    const { status, body } = await app.request(ada, 'POST', '/projects', { name, import_url: SOURCE });
    expect([status, body.import_status]).toEqual([201, 'scheduled']);
    return body.id as number;
  }

  const source = (projectId: number) =>
    app.calls.query(ReadImportSourceQuery, ReadImportSourceQuery.input.parse({ projectId }));

  async function progress(projectId: number, state: string, error: string | null = null): Promise<void> {
    const data = ImportProgressedEvent.data.parse({ projectId, state, error });
    await app.database.tx((tx) => app.get(OnImportProgressed).handle(data, { tx } as Delivery));
  }

  async function shown(id: number): Promise<unknown[]> {
    const { body } = await app.request(ada, 'GET', `/projects/${id}`);
    return [body.import_status, body.import_error];
  }

  it('has the repository copied, is stored encrypted, and is published to repository only', async () => {
    const id = await imported();
    const [row] = await database.query<{ url: string }>('select import_url as url from projects where id = $1', [id]);
    expect(row!.url).not.toContain('secret');
    expect(await source(id)).toEqual({ url: SOURCE, forkedFromId: null, privateAllowed: false });
    const events = await database.query(
      `select data from outbox where type = 'projects.import-requested' and key = $1`,
      [String(id)],
    );
    expect(events).toEqual([{ data: { projectId: id, userId: 1 } }]);
    const { body } = await app.request(ada, 'GET', `/projects/${id}`);
    expect(JSON.stringify(body)).not.toContain('git.example.com');
  });

  it('shows how far the import is, and forgets the source at its end', async () => {
    const id = await imported();
    await progress(id, 'started');
    expect(await shown(id)).toEqual(['started', null]);
    expect(await source(id)).toEqual({ url: SOURCE, forkedFromId: null, privateAllowed: false });
    await progress(id, 'finished');
    await progress(id, 'started');
    expect(await shown(id)).toEqual(['finished', null]);
    expect(await source(id)).toEqual({ url: null, forkedFromId: null, privateAllowed: false });
  });

  it('shows why it failed, and may be asked for again', async () => {
    const id = await imported();
    await progress(id, 'failed', 'repository not found');
    expect(await shown(id)).toEqual(['failed', 'repository not found']);
    const again = await app.request(ada, 'PUT', `/projects/${id}`, { import_url: SOURCE });
    expect([again.status, again.body.import_status]).toEqual([200, 'scheduled']);
    expect(await source(id)).toEqual({ url: SOURCE, forkedFromId: null, privateAllowed: false });
  });

  it('is not asked for again while it is under way', async () => {
    const id = await imported();
    for (const state of ['scheduled', 'started']) {
      if (state === 'started') await progress(id, state);
      const { status, body } = await app.request(ada, 'PUT', `/projects/${id}`, { import_url: `${SOURCE}?again` });
      expect([status, body]).toEqual([400, { message: { import_url: ['cannot be changed during an import'] } }]);
      expect([await source(id), (await shown(id))[0]]).toEqual([
        { url: SOURCE, forkedFromId: null, privateAllowed: false },
        state,
      ]);
    }
    await progress(id, 'finished');
    expect((await app.request(ada, 'PUT', `/projects/${id}`, { import_url: SOURCE })).status).toBe(200);
  });

  it('tells in lists why it failed those who are told by the project itself', async () => {
    const [master, developer] = [user(2), user(3)];
    const group = await seed.group('importers', 'public');
    await seed.namespaceMember(group, ada.userId, 50);
    const given = { name: 'listed', import_url: SOURCE, namespace_id: group, visibility: 'public' };
    const { body } = await app.request(ada, 'POST', '/projects', given);
    await progress(body.id, 'failed', 'no such host');
    await seed.projectMember(body.id, master.userId, 40);
    await seed.projectMember(body.id, developer.userId, 30);
    const people = [ada, master, developer, user(4, { admin: true }), user(5)];
    const errors = ['no such host', 'no such host', null, 'no such host', null];
    for (const path of ['/projects?search=listed', `/groups/${group}/projects`, `/projects/${body.id}`]) {
      const answers = await Promise.all(people.map((caller) => app.request(caller, 'GET', path)));
      expect(answers.map((answer) => [answer.body].flat()[0].import_error)).toEqual(errors);
    }
    const detail = await app.request(master, 'GET', `/groups/${group}`);
    expect(detail.body.projects[0].import_error).toBe('no such host');
    const anonymous = await app.request(null, 'GET', `/groups/${group}/projects`);
    expect(anonymous.body[0].import_error).toBeNull();
  });

  it.each([
    ['must be a valid URL', 'no url'],
    ['imports are not allowed from that URL', 'ssh://git@example.com/a.git'],
    ['imports are not allowed from that URL', 'file:///etc/passwd'],
    ['imports are not allowed from that URL', 'http://127.0.0.1/a.git'],
    ['imports are not allowed from that URL', 'http://[::ffff:10.0.0.1]/a.git'],
    ['is too long (maximum is 2048 characters)', `https://example.com/${'a'.repeat(2048)}`],
  ])('says that one %s', async (text, url) => {
    const answer = await app.request(ada, 'POST', '/projects', { name: 'refused', import_url: url });
    expect(answer.status).toBe(400);
    expect(answer.body.message.import_url).toEqual([text]);
    const id = await imported();
    const changed = await app.request(ada, 'PUT', `/projects/${id}`, { import_url: url });
    expect([changed.status, changed.body.message.import_url]).toEqual([400, [text]]);
  });

  it('means nothing when it is empty', async () => {
    const { status, body } = await app.request(ada, 'POST', '/projects', { name: 'plain', import_url: '' });
    expect([status, body.import_status]).toEqual([201, 'none']);
  });
});
