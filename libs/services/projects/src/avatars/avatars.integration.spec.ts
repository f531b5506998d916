import { UploadedFile } from '@hearth/http';
import { BASE_URL, ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import type { AvatarSubject } from './avatar.rules.js';
import { SaveAvatar } from './save-avatar.js';

const picture = (name: string, text: string) => new UploadedFile(name, 'text/html', Buffer.from(text), false);

describe('avatars', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let own: number;
  let number = 0;
  const ada = user(1, { username: 'ada' });
  const stranger = user(2);
  const external = user(3, { external: true });
  const admin = user(4, { admin: true });
  const guest = user(5);
  const EVERYBODY = [null, stranger, external, guest, ada, admin];

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    own = await app.claim(ada);
  });

  const save = (subject: AvatarSubject, avatar: UploadedFile | null | undefined) =>
    app.database.tx((tx) => app.get(SaveAvatar).execute(tx, subject, avatar));

  async function project(visibility: 'private' | 'internal' | 'public'): Promise<number> {
    const id = await seed.project(own, `p${++number}`, visibility);
    await seed.projectMember(id, guest.userId, 10);
    return id;
  }

  async function group(visibility: 'private' | 'internal' | 'public'): Promise<number> {
    const id = await seed.group(`g${++number}`, visibility);
    await seed.namespaceMember(id, guest.userId, 10);
    await seed.namespaceMember(id, ada.userId, 50);
    return id;
  }

  const addressOf = (kind: string, id: number, file: string) => `/uploads/-/system/${kind}/avatar/${id}/${file}`;

  it('stand at the address that their project prints, as the type of their name and with a strong tag', async () => {
    const projectId = await project('public');
    await save({ projectId }, picture('Me & you.JPG', 'jpeg'));
    const { body: shown } = await app.request(ada, 'GET', `/projects/${projectId}`);
    expect(shown.avatar_url).toBe(`${BASE_URL}${addressOf('project', projectId, 'Me___you.jpg')}`);
    const address = new URL(shown.avatar_url as string).pathname;
    const answer = await app.fetch(null, address);
    expect([answer.status, answer.headers['content-type'], answer.body.toString()]).toEqual([
      200,
      'image/jpeg',
      'jpeg',
    ]);
    expect(answer.headers['etag']).toMatch(/^"[\w-]{43}"$/);
    expect(answer.headers['cache-control']).toBe('max-age=0, private, must-revalidate');
    const again = await app.fetch(null, address, { 'if-none-match': String(answer.headers['etag']) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    await save({ projectId }, picture('Me & you.JPG', 'other'));
    expect((await app.fetch(null, address, { 'if-none-match': String(answer.headers['etag']) })).body.toString()).toBe(
      'other',
    );
  });

  it('are replaced, left alone and removed', async () => {
    const projectId = await project('public');
    const shown = async () => (await app.request(ada, 'GET', '/projects?simple=true')).body[0].avatar_url;
    const status = async (file: string) => (await app.fetch(null, addressOf('project', projectId, file))).status;
    expect(await shown()).toBeNull();
    await save({ projectId }, picture('a.png', 'a'));
    await save({ projectId }, picture('b.gif', 'b'));
    await save({ projectId }, undefined);
    expect([await status('a.png'), await status('b.gif')]).toEqual([404, 200]);
    expect(await shown()).toMatch(/b\.gif$/);
    await save({ projectId }, null);
    await save({ projectId }, null);
    expect([await status('b.gif'), await shown()]).toEqual([404, null]);
    expect(await database.query('select id from avatars where project_id = $1', [projectId])).toEqual([]);
  });

  it('are downloaded by the API, while there is one', async () => {
    const [projectId, groupId] = [await project('private'), await group('private')];
    await save({ projectId }, picture('a b.png', 'a'));
    await save({ groupId }, picture('g.gif', 'g'));
    for (const [path, name, type] of [
      [`/projects/${projectId}/avatar`, 'a_b.png', 'image/png'],
      [`/groups/${groupId}/avatar`, 'g.gif', 'image/gif'],
    ] as const) {
      const { status, headers } = await app.fetch(guest, `/api/v4${path}`);
      expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
        ...[200, type, `attachment; filename="${name}"`],
      ]);
      expect((await app.request(stranger, 'GET', path)).status).toBe(404);
    }
    await save({ projectId }, null);
    expect(await app.request(guest, 'GET', `/projects/${projectId}/avatar`)).toMatchObject({
      ...{ status: 404, body: { message: '404 Avatar Not Found' } },
    });
  });

  it('go with their project', async () => {
    const projectId = await project('public');
    await save({ projectId }, picture('a.png', 'a'));
    await app.request(ada, 'DELETE', `/projects/${projectId}`);
    expect((await app.fetch(ada, addressOf('project', projectId, 'a.png'))).status).toBe(404);
    expect(await database.query('select id from avatars where project_id = $1', [projectId])).toEqual([]);
  });

  it('are not taken where a write forgot to look at them', async () => {
    const projectId = await project('public');
    await expect(save({ projectId }, picture('a.svg', 'a'))).rejects.toThrow('no picture');
  });

  // Anonymous, a user without membership, an external user, a guest, an owner, an admin.
  it.each([
    ['private', [404, 404, 404, 200, 200, 200]],
    ['internal', [404, 200, 404, 200, 200, 200]],
    ['public', [200, 200, 200, 200, 200, 200]],
  ] as const)('of %s projects and groups are shown to those who see them', async (visibility, expected) => {
    const [projectId, groupId] = [await project(visibility), await group(visibility)];
    await save({ projectId }, picture('a.png', 'a'));
    await save({ groupId }, picture('a.png', 'b'));
    for (const [kind, id, text] of [
      ['project', projectId, 'a'],
      ['group', groupId, 'b'],
    ] as const) {
      const answers = await Promise.all(EVERYBODY.map((caller) => app.fetch(caller, addressOf(kind, id, 'a.png'))));
      expect(answers.map(({ status }) => status)).toEqual(expected);
      for (const { status, body } of answers) if (status === 200) expect(body.toString()).toBe(text);
    }
  });

  it.each(['/uploads/-/system/project/avatar/999999/a.png', '/uploads/-/system/group/avatar/x/a.png'])(
    'there is none at %s',
    async (address) => {
      const { status, body } = await app.fetch(admin, address);
      const kind = address.includes('group') ? 'Group' : 'Project';
      expect([status, JSON.parse(body.toString())]).toEqual([404, { message: `404 ${kind} Not Found` }]);
    },
  );

  it('of other names there is none, whatever the name', async () => {
    const projectId = await project('public');
    await save({ projectId }, picture('a.png', 'a'));
    for (const file of ['b.png', 'a.png%2Fx', '%2e%2e', 'A.png']) {
      expect((await app.fetch(admin, addressOf('project', projectId, file))).status).toBe(404);
    }
    expect((await app.fetch(admin, addressOf('project', projectId, 'a%00.png'))).status).toBe(400);
    expect(app.failures).toEqual([]);
  });
});
