import { CallFailed } from '@hearth/calls';
import { ClaimUserNamespaceCommand, NamespaceReserved, NamespaceTakenBefore } from '@hearth/projects-contracts';
import { BASE_URL, IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import { CreateUser } from './create.js';
import type { UserRecord } from './user.entity.js';

describe('the endpoints of users', () => {
  const app = IdentityApp.inBlock();
  let admin: UserRecord;
  let jane: UserRecord;

  beforeAll(async () => {
    admin = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    jane = await app.get(CreateUser).execute(newUser('jane', { bio: 'a bio' }));
  }, 30_000);
  afterEach(() => {
    app.projects.work();
    // Specs make projects unavailable, which is recorded as a failure.
    app.failures.splice(0);
  });

  const basic = () => ({
    id: jane.id,
    username: 'jane',
    name: 'The jane',
    state: 'active',
    avatar_url: null,
    web_url: `${BASE_URL}/jane`,
  });

  describe('GET /user', () => {
    it('shows users themselves, without a word on who is an admin', async () => {
      const { status, body } = await app.request(principalOf(jane), 'GET', '/user');
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...basic(), email: 'jane@example.com', created_at: '2018-01-15T10:07:21.123Z' });
      expect(body).not.toHaveProperty('is_admin');
    });

    it('tells admins that they are, and takes read_user', async () => {
      expect(await app.request(principalOf(admin, ['read_user']), 'GET', '/user')).toMatchObject({
        status: 200,
        body: { username: 'boss', is_admin: true },
      });
    });

    it('is for users', async () => {
      expect(await app.request(null, 'GET', '/user')).toEqual({ status: 401, body: { message: '401 Unauthorized' } });
    });
  });

  describe('can_create_project', () => {
    const read = async () => [
      await app.request(principalOf(jane), 'GET', '/user'),
      await app.request(principalOf(admin), 'GET', `/users/${jane.id}`),
      await app.request(principalOf(admin), 'PUT', `/users/${jane.id}`, {}),
    ];
    const inList = async () => {
      const { body } = await app.request(principalOf(admin), 'GET', '/users?username=jane');
      return (body as unknown[])[0];
    };

    it('is false while the namespace is as full as it may be', async () => {
      app.projects.full = [jane.id];
      for (const { body } of await read()) expect(body).toMatchObject({ can_create_project: false });
      expect(await inList()).toMatchObject({ can_create_project: false });
      app.projects.work();
      for (const { body } of await read()) expect(body).toMatchObject({ can_create_project: true });
      expect(await inList()).toMatchObject({ can_create_project: true });
    });

    it('goes by the limit alone while projects is away', async () => {
      app.projects.full = null;
      for (const answer of await read())
        expect(answer).toMatchObject({ status: 200, body: { can_create_project: true } });
    });

    it('is asked for once for a page', async () => {
      const before = app.projects.queries;
      await app.request(principalOf(admin), 'GET', '/users');
      expect(app.projects.queries - before).toBe(1);
      await app.request(principalOf(jane), 'GET', '/users');
      expect(app.projects.queries - before).toBe(1);
    });
  });

  describe('GET /users/:id', () => {
    it('shows public fields to every caller', async () => {
      for (const caller of [null, principalOf(jane)]) {
        const { status, body } = await app.request(caller, 'GET', `/users/${jane.id}`);
        expect(status).toBe(200);
        expect(body).toMatchObject({ ...basic(), bio: 'a bio' });
        expect(body).not.toHaveProperty('email');
      }
    });

    it('shows no user to anonymous callers where public visibility is restricted', async () => {
      const restrict = (levels: string[]) =>
        app.request(principalOf(admin), 'PUT', '/application/settings', { restricted_visibility_levels: levels });
      const one = (caller: UserRecord | null) => app.request(caller && principalOf(caller), 'GET', `/users/${jane.id}`);
      const list = (caller: UserRecord | null) =>
        app.request(caller && principalOf(caller), 'GET', '/users?username=jane');
      expect(await restrict(['internal'])).toMatchObject({ status: 200 });
      expect(await one(null)).toMatchObject({ status: 200 });
      expect(await list(null)).toMatchObject({ status: 200, body: [basic()] });
      expect(await restrict(['public'])).toMatchObject({ status: 200 });
      expect(await one(null)).toEqual({ status: 404, body: { message: '404 User Not Found' } });
      expect(await list(null)).toMatchObject({ status: 403 });
      expect(await one(jane)).toMatchObject({ status: 200 });
      expect(await list(jane)).toMatchObject({ status: 200, body: [basic()] });
      expect(await restrict([])).toMatchObject({ status: 200 });
    });

    it('shows admins the rest', async () => {
      expect(await app.request(principalOf(admin), 'GET', `/users/${jane.id}`)).toMatchObject({
        body: { ...basic(), email: 'jane@example.com', is_admin: false, identities: [] },
      });
    });

    it.each([
      ['999999', 404, { message: '404 User Not Found' }],
      ['99999999999999999999', 404, { message: '404 User Not Found' }],
      ['jane', 400, { error: 'id is invalid' }],
    ])('answers for %s: %d', async (id, status, body) => {
      expect(await app.request(null, 'GET', `/users/${id}`)).toEqual({ status, body });
    });
  });

  describe('POST /users', () => {
    const valid = { email: 'new@example.com', password: PASSWORD, name: 'New', username: 'new' };
    const post = (body: Record<string, unknown>, caller = admin) =>
      app.request(principalOf(caller), 'POST', '/users', body);

    it('answers the public form and keeps what was asked for', async () => {
      const asked = {
        ...valid,
        skype: 'sk',
        linkedin: 'li',
        twitter: 'tw',
        website_url: 'https://example.com',
        organization: 'org',
        location: 'loc',
        bio: 'bio',
        projects_limit: 3,
        can_create_group: false,
        skip_confirmation: true,
        admin: true,
        note: 'hired in May',
      };
      const { status, body } = await post(asked);
      expect(status).toBe(201);
      const { password: _password, admin: _admin, skip_confirmation: _skip, note, ...shown } = asked;
      expect(body).toMatchObject({
        ...shown,
        state: 'active',
        confirmed_at: '2018-01-15T10:07:21.123Z',
        can_create_project: true,
        web_url: `${BASE_URL}/new`,
      });
      expect(body).not.toHaveProperty('is_admin');
      const { id } = body as { id: number };
      const read = () => app.request(principalOf(admin), 'GET', `/users/${id}`);
      expect(await read()).toMatchObject({ body: { is_admin: true, note } });
      expect(await app.request(principalOf(jane), 'GET', `/users/${id}`)).not.toMatchObject({ body: { note } });
      await app.request(principalOf(admin), 'PUT', `/users/${id}`, { note: null });
      expect(await read()).toMatchObject({ body: { note: null } });
    });

    it('takes its parameters from the query', async () => {
      const query = new URLSearchParams({ email: 'q@example.com', username: 'q', name: 'Q', password: PASSWORD });
      expect(await app.request(principalOf(admin), 'POST', `/users?${query}`, {})).toMatchObject({ status: 201 });
    });

    it('asks for a user, then for parameters, then for an admin', async () => {
      expect(await app.request(null, 'POST', '/users', {})).toMatchObject({ status: 401 });
      const missing = {
        error:
          'email is missing, password, reset_password are missing, at least one parameter must be provided, ' +
          'name is missing, username is missing',
      };
      expect(await post({}, jane)).toEqual({ status: 400, body: missing });
      expect(await post(valid, jane)).toEqual({ status: 403, body: { message: '403 Forbidden' } });
      const narrow = await app.request(principalOf(admin, ['read_user']), 'POST', '/users', valid);
      expect(narrow).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    });

    it('tells everything that is wrong', async () => {
      const wrong = { email: 'wrong', password: 'short', name: 'X', username: 'a.git', projects_limit: -1 };
      expect(await post({ ...wrong, bio: 'x'.repeat(256) })).toEqual({
        status: 400,
        body: {
          message: {
            email: ['is invalid'],
            password: ['is too short (minimum is 8 characters)'],
            username: [
              "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.",
            ],
            projects_limit: ['must be greater than or equal to 0'],
            bio: ['is too long (maximum is 255 characters)'],
          },
        },
      });
    });

    it('tells of taken names', async () => {
      expect(await post({ ...valid, username: 'free', email: 'JANE@example.com' })).toEqual({
        status: 409,
        body: { message: 'Email has already been taken' },
      });
      expect(await post({ ...valid, username: 'jane', email: 'free@example.com' })).toEqual({
        status: 409,
        body: { message: 'Username has already been taken' },
      });
    });

    it.each([
      [NamespaceReserved, 'is a reserved name'],
      [NamespaceTakenBefore, 'has been taken before. Please use another one'],
    ])('passes on what the namespace is refused for (%#)', async (refusal, text) => {
      app.projects.behave(({ username }) => Promise.reject(refusal({ path: username })));
      expect(await post({ ...valid, username: 'later-word', email: 'w@example.com' })).toEqual({
        status: 400,
        body: { message: { username: [`later-word ${text}`] } },
      });
    });

    it('answers 503 while projects is away', async () => {
      app.projects.behave(() => Promise.reject(new CallFailed(ClaimUserNamespaceCommand, 'is away')));
      const answer = await post({ ...valid, username: 'waits', email: 'waits@example.com' });
      expect(answer).toEqual({ status: 503, body: { message: '503 Service Unavailable' } });
      expect(app.failures.at(-1)).toBeInstanceOf(CallFailed);
    });
  });
});
