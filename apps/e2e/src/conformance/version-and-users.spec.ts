import { createHash } from 'node:crypto';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';
import { AdminUser, Metadata, PublicUser, User, Version } from '../schemas/records.js';
import { expectAnswer, expectRecord } from './expect-answer.js';

describe('the version', () => {
  it('is told to those who signed in', async () => {
    const version = expectRecord(await hearth.root.get('/version'), Version);
    expect(expectRecord(await hearth.root.get('/metadata'), Metadata)).toMatchObject(version);
  });
});

describe('users', () => {
  let person: Person;

  beforeAll(async () => {
    person = await newPerson('reader');
  });

  function newUser(change: Record<string, unknown> = {}): Record<string, unknown> {
    const username = uniqueName('made');
    return { username, name: 'Made', email: `${username}@example.com`, password: 'long enough', ...change };
  }

  it('read themselves, admins with the flag', async () => {
    const own = expectRecord(await person.api.get('/user'), PublicUser);
    expect(own).toMatchObject({ id: person.id, username: person.username, email: person.email, state: 'active' });
    expect(own.web_url).toBe(`${hearth.url}/${person.username}`);
    expect(expectRecord(await hearth.root.get('/user'), AdminUser)).toMatchObject({ username: 'root', is_admin: true });
  });

  it('are read by others without their e-mail, by admins whole', async () => {
    const other = await newPerson('other');
    const seen = expectRecord(await other.api.get(`/users/${person.id}`), User);
    expect(seen).toMatchObject({ id: person.id, username: person.username, bio: null, skype: '' });
    expect(expectRecord(await hearth.anonymous.get(`/users/${person.id}`), User)).toEqual(seen);
    expect(expectRecord(await hearth.root.get(`/users/${person.id}`), AdminUser).email).toBe(person.email);
    expectAnswer(await other.api.get('/users/2147483647'), 404, { message: '404 User Not Found' });
  });

  it('are made by admins with everything that the form has', async () => {
    const form = newUser({
      bio: 'Writes',
      skype: 'made.skype',
      linkedin: 'made-linkedin',
      twitter: '@made',
      website_url: 'https://made.example.com',
      organization: 'Makers',
      location: 'Here',
      can_create_group: 'False',
      projects_limit: '3',
    });
    const answer = await hearth.root.post('/users', form);
    const { password, can_create_group: ignored, projects_limit: limit, ...fields } = form;
    expect(password ?? ignored).toBeDefined();
    expect(expectRecord(answer, PublicUser, 201)).toMatchObject({
      ...fields,
      can_create_group: false,
      projects_limit: Number(limit),
      confirmed_at: null,
      external: false,
      identities: [],
      two_factor_enabled: false,
    });
  });

  it('are confirmed at once when asked so, and external ones may make nothing', async () => {
    const form = newUser({ skip_confirmation: true, external: true });
    const made = expectRecord(await hearth.root.post('/users', form), PublicUser, 201);
    expect(made.confirmed_at).not.toBeNull();
    expect(made).toMatchObject({
      external: true,
      can_create_group: false,
      can_create_project: false,
      projects_limit: 0,
    });
  });

  it('are created by admins only', async () => {
    expectAnswer(await person.api.post('/users', newUser()), 403, { message: '403 Forbidden' });
    const missing = 'email is missing, password, reset_password are missing, at least one parameter must be provided';
    const answer = await person.api.post('/users', {});
    expect(answer.status).toBe(400);
    const { error } = answer.json<{ error: string }>();
    for (const text of ['email is missing', 'name is missing', 'username is missing', missing.slice(18)])
      expect(error).toContain(text);
  });

  it('have an e-mail and a name of their own', async () => {
    const email = { message: 'Email has already been taken' };
    expectAnswer(await hearth.root.post('/users', newUser({ email: person.email })), 409, email);
    expectAnswer(await hearth.root.post('/users', newUser({ email: person.email.toUpperCase() })), 409, email);
    const username = { message: 'Username has already been taken' };
    expectAnswer(await hearth.root.post('/users', newUser({ username: person.username })), 409, username);
    const variant = await hearth.root.post('/users', newUser({ username: person.username.toUpperCase() }));
    expect(variant.expect(400).json()).toMatchObject({ message: { username: ['has already been taken'] } });
  });

  it.each([
    [{ email: 'no address' }, 'email', 'is invalid'],
    [{ password: 'short' }, 'password', 'is too short (minimum is 8 characters)'],
    [{ bio: 'b'.repeat(256) }, 'bio', 'is too long (maximum is 255 characters)'],
    [{ projects_limit: -1 }, 'projects_limit', 'must be greater than or equal to 0'],
    [{ username: 'api' }, 'username', 'api is a reserved name'],
    [{ username: '-dash' }, 'username', expect.stringContaining("can contain only letters, digits, '_', '-' and '.'.")],
    [{ username: 'name.git' }, 'username', expect.stringContaining("end in '.', '.git' or '.atom'.")],
    [{ name: '' }, 'name', "can't be blank"],
  ])('are refused with the field that is wrong: %j', async (change, field, text) => {
    const answer = await hearth.root.post('/users', newUser(change));
    const { message } = answer.expect(400).json<{ message: Record<string, unknown> }>();
    expect(message[field]).toEqual([text]);
  });

  it('show no password and no token', async () => {
    const form = newUser({ password: `hidden-${uniqueName('password')}` });
    const { text } = await hearth.root.post('/users', form);
    const secret = String(form['password']);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(createHash('sha256').update(secret).digest('hex'));
  });

  it('that were refused leave their name free', async () => {
    const form = newUser();
    (await hearth.root.post('/users', { ...form, password: 'short' })).expect(400);
    (await hearth.root.post('/users', { ...form, email: person.email })).expect(409);
    expectRecord(await hearth.root.post('/users', form), PublicUser, 201);
  });
});
