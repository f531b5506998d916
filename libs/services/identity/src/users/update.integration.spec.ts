import { tokenHash } from '@hearth/secrets';
import { PIXEL } from '@hearth/testing';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { CreateUser } from './create.js';
import type { NewUser } from './new-user.rules.js';
import type { UserRecord } from './user.entity.js';

describe('changing a user', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();
  let boss: UserRecord;
  let people = 0;

  beforeAll(async () => {
    database = app.testDatabase;
    boss = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    await app.get(CreateUser).execute(newUser('taken', { identity: { provider: 'github', externUid: 'T1' } }));
  }, 30_000);

  const person = (given: Partial<NewUser> = {}) => app.get(CreateUser).execute(newUser(`person${++people}`, given));
  const put = (id: number, body: Record<string, unknown>, caller: UserRecord | null = boss) =>
    app.request(caller && principalOf(caller), 'PUT', `/users/${id}`, body);
  const row = async (id: number) => {
    const [found] = await database.query('select * from identity.users where id = $1', [id]);
    return found!;
  };
  const events = async (id: number) => {
    const rows = await database.query<{ data: Record<string, unknown> }>(
      `select data from identity.outbox where key = $1 and type = 'identity.user-updated' order by id`,
      [String(id)],
    );
    return rows.map(({ data }) => data);
  };
  const signIn = async (login: string, password: string) =>
    (
      await app
        .get(AuthenticateCredential)
        .execute({ kind: 'basic', login, password, passwordHash: tokenHash(password) })
    ).outcome;

  it('changes every field and answers the public form', async () => {
    const { id } = await person();
    app.clock.time = new Date('2018-03-01T00:00:00.000Z');
    const asked = {
      name: 'New Name',
      skype: 'sk',
      linkedin: 'li',
      twitter: 'tw',
      website_url: 'https://example.com',
      organization: 'org',
      location: 'loc',
      bio: 'bio',
      projects_limit: 3,
      can_create_group: false,
    };
    const { status, body } = await put(id, { ...asked, admin: 'true', extern_uid: 'X-1', provider: 'github' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...asked, id, identities: [{ provider: 'github', extern_uid: 'X-1' }] });
    expect(body).not.toHaveProperty('is_admin');
    expect(await row(id)).toMatchObject({ admin: true, updated_at: app.clock.time });
    expect(await events(id)).toMatchObject([{ name: 'New Name', revision: 1 }]);
  });

  it('empties what JSON says is null', async () => {
    const texts = { bio: 'b', location: 'l', organization: 'o' };
    const { id } = await person({ ...texts, skype: 's', linkedin: 'i', twitter: 't', websiteUrl: 'https://w.example' });
    const nothing = { bio: null, location: null, organization: null };
    expect(await put(id, nothing)).toMatchObject({ status: 200, body: { ...nothing, skype: 's' } });
    expect(await put(id, { skype: null, linkedin: null, twitter: null, website_url: null })).toMatchObject({
      status: 200,
      body: { ...nothing, skype: '', linkedin: '', twitter: '', website_url: '' },
    });
  });

  it('leaves alone what was not sent, and writes nothing where nothing changes', async () => {
    const { id } = await person({ bio: 'a bio' });
    const before = await row(id);
    app.clock.time = new Date('2018-03-02T00:00:00.000Z');
    expect(await put(id, {})).toMatchObject({ status: 200, body: { bio: 'a bio' } });
    expect(await put(id, { bio: 'a bio', email: before['email'] as string, admin: false })).toMatchObject({
      status: 200,
    });
    expect(await row(id)).toEqual(before);
    expect(await put(id, { bio: '', location: null })).toMatchObject({ body: { bio: '', location: null } });
    expect(await events(id)).toEqual([]);
  });

  it('tells others of the name in the order of the changes', async () => {
    const { id } = await person();
    await Promise.all(['a', 'b', 'c', 'd'].map((letter) => put(id, { name: `Name ${letter}` })));
    const told = await events(id);
    expect(told.map(({ revision }) => revision)).toEqual([1, 2, 3, 4]);
    expect(told.at(-1)!['name']).toBe((await row(id))['name']);
  });

  it('numbers changes of every kind in one row, and the last one told is what the user is', async () => {
    const { id, username } = await person();
    const post = (what: string) => app.request(principalOf(boss), 'POST', `/users/${id}/${what}`);
    const avatar = { name: 'a.png', content: PIXEL };
    await Promise.all([
      put(id, { name: 'One' }),
      post('block'),
      put(id, { username: `${username}-x` }),
      app.form(principalOf(boss), 'PUT', `/users/${id}`, { avatar }),
      put(id, { email: `${username}-x@example.com`, skip_reconfirmation: true }),
      post('unblock'),
      put(id, { bio: 'nothing to tell' }),
    ]);
    const told = await events(id);
    expect(told.map(({ revision }) => revision)).toEqual(told.map((_, n) => n + 1));
    const now = await row(id);
    expect(told.at(-1)).toEqual({
      userId: id,
      username: `${username}-x`,
      name: 'One',
      email: `${username}-x@example.com`,
      state: now['state'],
      avatarPath: `/uploads/-/system/user/avatar/${id}/a.png`,
      revision: Number(now['revision']),
    });
  });

  it('lets two changes at once both count', async () => {
    const { id } = await person();
    await Promise.all([put(id, { bio: 'one' }), put(id, { location: 'two' }), put(id, { skype: 'three' })]);
    expect(await row(id)).toMatchObject({ bio: 'one', location: 'two', skype: 'three' });
  });

  it('holds a new address back until it is confirmed, unless told otherwise', async () => {
    const { id, email } = await person();
    expect(await put(id, { email: 'new1@example.com' })).toMatchObject({ status: 200, body: { email } });
    expect(await row(id)).toMatchObject({ email, unconfirmed_email: 'new1@example.com' });
    expect(await events(id)).toEqual([]);
    const changed = await put(id, { email: 'New2@example.com', skip_reconfirmation: true });
    expect(changed).toMatchObject({ body: { email: 'New2@example.com' } });
    expect(await row(id)).toMatchObject({ unconfirmed_email: null });
    expect(await events(id)).toMatchObject([{ email: 'New2@example.com' }]);
    expect(await signIn('new2@EXAMPLE.com', PASSWORD)).toBe('accepted');
    expect(await signIn(email, PASSWORD)).toBe('unknown');
  });

  it('takes groups and projects from who becomes external, and gives them back', async () => {
    const { id } = await person({ projectsLimit: 7 });
    expect(await put(id, { external: true, can_create_group: true })).toMatchObject({
      body: { external: true, can_create_group: false, projects_limit: 0, can_create_project: false },
    });
    expect(await put(id, { external: true, projects_limit: 2 })).toMatchObject({ body: { projects_limit: 2 } });
    expect(await put(id, { external: false, projects_limit: 3 })).toMatchObject({
      body: { external: false, can_create_group: true, projects_limit: 3 },
    });
    await put(id, { external: true });
    await database.query('update identity.application_settings set default_projects_limit = 9');
    expect(await put(id, { external: false })).toMatchObject({ body: { projects_limit: 9 } });
  });

  it('sets a password that works at once and is to be replaced on the web, unless it is the own one', async () => {
    const { id, username } = await person();
    app.clock.time = new Date('2018-03-03T00:00:00.000Z');
    expect(await put(id, { password: 'another password' })).toMatchObject({ status: 200 });
    expect(await signIn(username, 'another password')).toBe('accepted');
    expect(await signIn(username, PASSWORD)).toBe('unknown');
    expect(await row(id)).toMatchObject({ password_expires_at: app.clock.time });
    expect(await put(boss.id, { password: 'my own password' })).toMatchObject({ status: 200 });
    expect(await row(boss.id)).toMatchObject({ password_expires_at: null });
    expect(JSON.stringify(await row(id))).not.toContain('another password');
  });

  it('holds the longest of everything', async () => {
    const { id } = await person();
    const wide = (length: number) =>
      Array.from({ length }, (_, n) => String.fromCodePoint(0x1f300 + ((n * 97) % 500))).join('');
    const long = { name: wide(255), bio: wide(255), location: wide(255), provider: wide(255), extern_uid: wide(255) };
    const address = `${wide(120)}@${wide(120)}`;
    const { status } = await put(id, {
      ...long,
      website_url: `https://${wide(2_040)}`,
      email: address,
      skip_reconfirmation: true,
    });
    expect(status).toBe(200);
    expect(await put(id, { username: 'u'.repeat(255) })).toMatchObject({ status: 200 });
  });

  it('may take the last admin away', async () => {
    const { id } = await person({ admin: true });
    expect(await put(id, { admin: false })).toMatchObject({ status: 200 });
    expect(await row(id)).toMatchObject({ admin: false });
  });

  it('has one identity for each provider', async () => {
    const { id } = await person();
    await put(id, { provider: 'github', extern_uid: 'A1' });
    await put(id, { provider: 'ldapmain', extern_uid: 'UID=Jane, dc=X' });
    const { body } = await put(id, { provider: 'github', extern_uid: 'A2' });
    expect((body as { identities: unknown }).identities).toEqual([
      { provider: 'github', extern_uid: 'A2' },
      { provider: 'ldapmain', extern_uid: 'uid=jane,dc=x' },
    ]);
    expect(await put(id, { provider: 'github', extern_uid: 't1', bio: 'not kept' })).toEqual({
      status: 400,
      body: { message: { 'identities.extern_uid': ['has already been taken'] } },
    });
    expect(await row(id)).toMatchObject({ bio: null });
  });

  it.each<[Record<string, unknown>, number, unknown]>([
    [{ email: 'TAKEN@example.com' }, 404, { message: { email: ['has already been taken'] } }],
    [{ username: 'taken' }, 404, { message: { username: ['has already been taken'] } }],
    [{ username: 'Taken' }, 404, { message: { username: ['has already been taken'] } }],
    [
      { username: 'taken', email: 'taken@example.com', bio: 'x'.repeat(256) },
      404,
      { message: { email: ['has already been taken'], username: ['has already been taken'] } },
    ],
    [{ email: 'nobody' }, 400, { message: { email: ['is invalid'] } }],
    [{ email: '' }, 400, { message: { email: ["can't be blank"] } }],
    [
      { provider: 'github', extern_uid: 'T1', username: 'renamed' },
      400,
      { message: { 'identities.extern_uid': ['has already been taken'] } },
    ],
    [{ name: ' ' }, 400, { message: { name: ["can't be blank"] } }],
    [{ username: '' }, 400, { message: { username: ["can't be blank"] } }],
    [{ username: 'admin' }, 400, { message: { username: ['admin is a reserved name'] } }],
    [{ password: 'short' }, 400, { message: { password: ['is too short (minimum is 8 characters)'] } }],
    [{ password: '' }, 400, { message: { password: ["can't be blank"] } }],
    [{ projects_limit: -1 }, 400, { message: { projects_limit: ['must be greater than or equal to 0'] } }],
    [{ projects_limit: 'many' }, 400, { error: 'projects_limit is invalid' }],
    [
      { provider: 'github', extern_uid: 'T1', username: 'renamed', bio: 'x'.repeat(256) },
      400,
      { message: { bio: expect.anything() as unknown, 'identities.extern_uid': ['has already been taken'] } },
    ],
    [{ extern_uid: 'x' }, 400, { error: 'extern_uid, provider provide all or none of parameters' }],
    [{ avatar: 'x' }, 400, { error: 'avatar is invalid' }],
    [
      { bio: 'x'.repeat(256), name: '' },
      400,
      { message: { name: ["can't be blank"], bio: expect.anything() as unknown } },
    ],
  ])('refuses %j', async (body, status, answer) => {
    const { id } = await person();
    const before = await row(id);
    expect(await put(id, body)).toEqual({ status, body: answer });
    expect(await row(id)).toEqual(before);
  });

  it('checks for a signed-in caller, then parameters, then an admin, then the user to change', async () => {
    const jane = await person();
    expect(await put(jane.id, {}, null)).toMatchObject({ status: 401 });
    expect(await put(jane.id, { projects_limit: 'x' }, jane)).toMatchObject({ status: 400 });
    expect(await put(jane.id, { name: 'x' }, jane)).toEqual({ status: 403, body: { message: '403 Forbidden' } });
    expect(await put(999_999, { name: 'x' })).toEqual({ status: 404, body: { message: '404 User Not Found' } });
    expect(await app.request(principalOf(boss), 'PUT', '/users/boss', {})).toEqual({
      status: 400,
      body: { error: 'id is invalid' },
    });
  });

  it('lets exactly one of two at once have an address', async () => {
    const two = [await person(), await person()];
    const change = { email: 'race@example.com', skip_reconfirmation: true };
    const answers = await Promise.all(two.map(({ id }) => put(id, change)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
