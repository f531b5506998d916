import { PIXEL } from '@hearth/testing';
import { IdentityApp, BASE_URL } from '../testing/identity-app.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { CreateUser } from '../users/create.js';
import { UserFacts } from '../users/user.facts.js';
import type { UserRecord } from '../users/user.entity.js';

const picture = (bytes = 100, fill = 7) => Buffer.concat([PIXEL, Buffer.alloc(bytes, fill)], bytes);

describe('avatars of users', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();
  let boss: UserRecord;
  let people = 0;

  beforeAll(async () => {
    database = app.testDatabase;
    boss = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
  }, 30_000);

  const person = async () => (await app.get(CreateUser).execute(newUser(`person${++people}`))).id;
  const put = (id: number, avatar: string | { name: string; content: Buffer }) =>
    app.form(principalOf(boss), 'PUT', `/users/${id}`, { avatar });
  const told = async (id: number) => {
    const rows = await database.query<{ data: { avatarPath: string | null; revision: number } }>(
      `select data from identity.outbox where key = $1 and type = 'identity.user-updated' order by id`,
      [String(id)],
    );
    return rows.map(({ data }) => [data.revision, data.avatarPath]);
  };

  it('come with a new user, and others are told where they are', async () => {
    const fields = { email: 'pic@example.com', username: 'pic', name: 'Pic', password: PASSWORD };
    const content = picture();
    const { status, body } = await app.form(principalOf(boss), 'POST', '/users', {
      ...fields,
      avatar: { name: 'My face.PNG', content },
    });
    expect(status).toBe(201);
    const { id, avatar_url: url } = body as { id: number; avatar_url: string };
    const path = `/uploads/-/system/user/avatar/${id}/My_face.png`;
    expect(url).toBe(`${BASE_URL}${path}`);
    expect((await app.fetch(null, path)).body).toEqual(content);
    expect(await told(id)).toEqual([[1, path]]);
    expect(await app.get(UserFacts).cards([id])).toMatchObject([{ avatarPath: path }]);
    for (const read of [`/users/${id}`, '/users?username=pic'])
      expect(JSON.stringify((await app.request(null, 'GET', read)).body)).toContain(`"avatar_url":"${url}"`);
  });

  it('are replaced and taken away', async () => {
    const id = await person();
    const first = `/uploads/-/system/user/avatar/${id}/first.gif`;
    const second = `/uploads/-/system/user/avatar/${id}/second.jpeg`;
    expect(await put(id, { name: 'first.gif', content: picture() })).toMatchObject({
      status: 200,
      body: { avatar_url: `${BASE_URL}${first}` },
    });
    await put(id, { name: 'second.jpeg', content: picture(90) });
    expect((await app.fetch(null, first)).status).toBe(404);
    expect((await app.fetch(null, second)).body).toEqual(picture(90));
    expect(await put(id, '')).toMatchObject({ status: 200, body: { avatar_url: null } });
    expect((await app.fetch(null, second)).status).toBe(404);
    expect(await told(id)).toEqual([
      [1, first],
      [2, second],
      [3, null],
    ]);
    expect(await database.query('select * from identity.user_avatars where user_id = $1', [id])).toEqual([]);
  });

  it.each([
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
    ['jpeg', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['bmp', 'image/bmp'],
    ['tiff', 'image/tiff'],
    ['ico', 'image/x-icon'],
    ['webp', 'image/webp'],
  ])('are served as what %s is', async (ending, type) => {
    const id = await person();
    await put(id, { name: `a.${ending}`, content: Buffer.from('GIF89a<script>alert(1)</script>') });
    const { status, headers } = await app.fetch(null, `/uploads/-/system/user/avatar/${id}/a.${ending}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
  });

  it('carry a strong tag of their content', async () => {
    const id = await person();
    const path = `/uploads/-/system/user/avatar/${id}/a.png`;
    await put(id, { name: 'a.png', content: picture() });
    const { etag } = (await app.fetch(null, path)).headers;
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(await app.fetch(null, path, { 'if-none-match': String(etag) })).toMatchObject({ status: 304 });
    await put(id, { name: 'a.png', content: picture(100, 8) });
    const changed = await app.fetch(null, path, { 'if-none-match': String(etag) });
    expect(changed).toMatchObject({ status: 200, body: picture(100, 8) });
  });

  it('are nothing but pictures of 200 KB at most', async () => {
    const id = await person();
    expect(await put(id, { name: 'a.svg', content: picture() })).toEqual({
      status: 400,
      body: { message: { avatar: ['only images allowed'] } },
    });
    expect(await put(id, { name: 'a.png', content: Buffer.from('<svg/>') })).toMatchObject({ status: 400 });
    expect(await put(id, { name: 'a.png', content: picture(204_801) })).toEqual({
      status: 400,
      body: { message: { avatar: ['is too big (should be at most 200 KB)'] } },
    });
    expect(await put(id, { name: 'a.png', content: picture(204_800) })).toMatchObject({ status: 200 });
  });

  it('are replaced and removed by the users themselves', async () => {
    const user = await app.get(CreateUser).execute(newUser(`person${++people}`));
    const own = (avatar: string | { name: string; content: Buffer }) =>
      app.form(principalOf(user), 'PUT', '/user/avatar', { avatar });
    const path = `/uploads/-/system/user/avatar/${user.id}/me.webp`;
    expect(await own({ name: 'me.webp', content: picture() })).toEqual({
      status: 200,
      body: { avatar_url: `${BASE_URL}${path}` },
    });
    expect((await app.fetch(null, path)).body).toEqual(picture());
    expect(await own({ name: 'me.svg', content: picture() })).toMatchObject({ status: 400 });
    expect(await app.request(principalOf(user), 'PUT', '/user/avatar', {})).toEqual({
      status: 400,
      body: { error: 'avatar is missing' },
    });
    expect(await own('')).toEqual({ status: 200, body: { avatar_url: null } });
    expect((await app.fetch(null, path)).status).toBe(404);
  });

  it('are public as long as the user exists', async () => {
    const id = await person();
    const path = `/uploads/-/system/user/avatar/${id}/a.png`;
    await put(id, { name: 'a.png', content: picture() });
    for (const other of [`/uploads/-/system/user/avatar/${id}/b.png`, '/uploads/-/system/user/avatar/999999/a.png'])
      expect(await app.fetch(null, other)).toMatchObject({ status: 404 });
    expect(await app.fetch(null, '/uploads/-/system/user/avatar/me/a.png')).toMatchObject({ status: 400 });
    await app.request(principalOf(boss), 'POST', `/users/${id}/block`);
    expect((await app.fetch(null, path)).status).toBe(200);
    await app.request(principalOf(boss), 'DELETE', `/users/${id}`);
    expect((await app.fetch(null, path)).status).toBe(404);
  });
});
