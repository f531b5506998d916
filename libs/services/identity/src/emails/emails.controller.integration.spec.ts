import { CreateUser } from '../users/create.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import type { UserRecord } from '../users/user.entity.js';
import { RemoveEndedAccess } from '../sessions/remove-ended-access.js';
import { recordsOfUsersSpecs } from '../testing/records-of-users.js';

const TAKEN = { status: 400, body: { message: { email: ['has already been taken'] } } };

describe('further e-mail addresses', () => {
  const app = IdentityApp.inBlock();
  let other: IdentityApp;
  let number = 0;
  const address = () => `address-${++number}@example.org`;
  const people = recordsOfUsersSpecs(app, {
    segment: 'emails',
    id: 'email_id',
    notFound: '404 Email Not Found',
    missing: 'email is missing',
    readByAdmins: false,
    body: () => ({ email: address() }),
    shown: ({ email }) => ({ email }),
    audited: 'email',
  });

  beforeAll(async () => {
    other = await IdentityApp.start(app.testDatabase);
  }, 30_000);
  afterAll(async () => {
    await other?.stop();
  }, 30_000);

  const add = (email: string, on = app) => on.request(principalOf(people.jane), 'POST', '/user/emails', { email });
  const addByAdmin = (email: string, more: object = {}, on = app) =>
    on.request(principalOf(people.admin), 'POST', `/users/${people.jane.id}/emails`, { email, ...more });
  const userBody = (email: string) => {
    const username = `user-${++number}`;
    return { username, name: username, email, password: 'correct horse battery' };
  };
  const createUser = (email: string, on = app) =>
    on.request(principalOf(people.admin), 'POST', '/users', userBody(email));
  const changeUser = (id: number, email: string, on = app) =>
    on.request(principalOf(people.admin), 'PUT', `/users/${id}`, { email, skip_reconfirmation: true });
  const idOf = ({ body }: { body: unknown }) => (body as { id: number }).id;
  const confirmedAt = async (id: number) => {
    const [row] = await app.testDatabase.query('select confirmed_at from identity.user_emails where id = $1', [id]);
    return row!['confirmed_at'] as Date | null;
  };

  it.each([
    ['nothing', '', { message: { email: ["can't be blank"] } }],
    ['a word', 'jane', { message: { email: ['is invalid'] } }],
    ['two addresses', 'a@example.com b@example.com', { message: { email: ['is invalid'] } }],
    [
      'a long one',
      `${'x'.repeat(250)}@example.com`,
      { message: { email: ['is too long (maximum is 255 characters)'] } },
    ],
    ['a NUL', 'a\0@example.com', { error: 'email is invalid' }],
  ])('are not %s, for users and for admins', async (_, email, body) => {
    for (const answer of [await add(email), await addByAdmin(email)]) expect(answer).toEqual({ status: 400, body });
  });

  it('differ from all main addresses, in any case, and main addresses from them', async () => {
    const { jane, admin } = people;
    for (const email of [jane.email, jane.email.toUpperCase()]) expect(await add(email)).toEqual(TAKEN);
    expect(await addByAdmin(admin.email)).toEqual(TAKEN);
    const email = address();
    const id = idOf(await addByAdmin(` ${email} `));
    expect(await add(email.toUpperCase())).toEqual(TAKEN);
    expect(await addByAdmin(email)).toEqual(TAKEN);
    expect(await createUser(email.toUpperCase())).toEqual({
      status: 409,
      body: { message: 'Email has already been taken' },
    });
    expect(await changeUser(admin.id, email)).toEqual({ ...TAKEN, status: 404 });
    await app.request(principalOf(jane), 'DELETE', `/user/emails/${id}`);
    expect(await createUser(email)).toMatchObject({ status: 201 });
  });

  it('are taken once by requests at the same time, whatever they want with it', async () => {
    const user = await app.get(CreateUser).execute(newUser(`user-${++number}`));
    for (let round = 0; round < 3; round++) {
      const email = address();
      const answers = await Promise.all([
        ...[addByAdmin(email), addByAdmin(email, {}, other), createUser(email, other), createUser(email)],
        ...[changeUser(user.id, email, other)],
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect(statuses.filter((status) => ![200, 201, 400, 404, 409].includes(status))).toEqual([]);
      const [holders] = await app.testDatabase.query(
        `select count(*)::int as count from (select email from identity.users where email = $1
           union all select email from identity.user_emails where email = $1) taken`,
        [email],
      );
      expect(holders).toEqual({ count: 1 });
    }
  });

  it('wait for their confirmation, unless an admin skips it', async () => {
    expect(await confirmedAt(idOf(await add(address())))).toBeNull();
    expect(await confirmedAt(idOf(await addByAdmin(address())))).toBeNull();
    expect(await confirmedAt(idOf(await addByAdmin(address(), { skip_confirmation: true })))).toEqual(app.clock.time);
    const own = { email: address(), skip_confirmation: true };
    const asked = await app.request(principalOf(people.jane), 'POST', '/user/emails', own);
    expect(await confirmedAt(idOf(asked))).toBeNull();
    expect(await addByAdmin(address(), { skip_confirmation: 'perhaps' })).toEqual({
      status: 400,
      body: { error: 'skip_confirmation is invalid' },
    });
  });

  describe('that a user has added', () => {
    const somebody = () => app.get(CreateUser).execute(newUser(`user-${++number}`));
    const addFor = (user: UserRecord, email: string) =>
      app.request(principalOf(user), 'POST', '/user/emails', { email });
    const listOf = async (user: UserRecord) =>
      (await app.request(principalOf(user), 'GET', '/user/emails')).body as { id: number; email: string }[];
    const later = (milliseconds: number) => (app.clock.time = new Date(app.clock.time.getTime() + milliseconds));

    it('are answered alike, whether another user has them or not', async () => {
      const user = await somebody();
      const beside = address();
      await addByAdmin(beside, { skip_confirmation: true });
      for (const email of [address(), people.jane.email, people.admin.email.toUpperCase(), beside])
        expect(await addFor(user, email)).toEqual({ status: 201, body: { id: expect.any(Number) as number, email } });
      expect(await addFor(user, people.jane.email)).toEqual(TAKEN);
      expect(await listOf(user)).toHaveLength(4);
    });

    it('block no other user while they wait', async () => {
      const [one, another] = [await somebody(), await somebody()];
      const [first, second, third] = [address(), address(), address()];
      for (const email of [first, second, third]) {
        expect(await addFor(one, email)).toMatchObject({ status: 201 });
        expect(await addFor(another, email)).toMatchObject({ status: 201 });
      }
      expect(await createUser(first)).toMatchObject({ status: 201 });
      expect(await changeUser(another.id, second)).toMatchObject({ status: 200, body: { email: second } });
      expect(await addByAdmin(third)).toMatchObject({ status: 201 });
      expect(await addFor(one, third)).toEqual(TAKEN);
    });

    it('are at most twenty, also when they come at once, and end after a day', async () => {
      const user = await somebody();
      const tooMany = 'is one too many that waits for its confirmation (maximum is 20)';
      const answers = await Promise.all(Array.from({ length: 22 }, () => addFor(user, address())));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
      expect(await addFor(user, address())).toEqual({ status: 400, body: { message: { email: [tooMany] } } });
      const at = `/users/${user.id}/emails`;
      const byAdmin = { email: address(), skip_confirmation: true };
      expect(await app.request(principalOf(people.admin), 'POST', at, byAdmin)).toMatchObject({ status: 201 });
      const { id } = (await listOf(user))[0]!;
      later(24 * 60 * 60 * 1000);
      expect(await listOf(user)).toEqual([{ id: expect.any(Number) as number, email: byAdmin.email }]);
      for (const method of ['GET', 'DELETE'] as const)
        expect(await app.request(principalOf(user), method, `/user/emails/${id}`)).toMatchObject({ status: 404 });
      const rows = async () =>
        (await app.testDatabase.query('select from identity.user_emails where user_id = $1', [user.id])).length;
      expect(await rows()).toBe(21);
      await app.get(RemoveEndedAccess).execute({}, { signal: new AbortController().signal });
      expect(await rows()).toBe(1);
      expect(await addFor(user, address())).toMatchObject({ status: 201 });
    });
  });

  it('change places with the main address of their user', async () => {
    const user = await app.get(CreateUser).execute(newUser(`user-${++number}`, { confirmed: true }));
    const email = address();
    const at = `/users/${user.id}/emails`;
    await app.request(principalOf(people.admin), 'POST', at, { email, skip_confirmation: true });
    // The address was confirmed before, so it needs no second confirmation.
    const change = await app.request(principalOf(people.admin), 'PUT', `/users/${user.id}`, { email });
    expect(change).toMatchObject({ status: 200, body: { email } });
    const { body } = await app.request(principalOf(user), 'GET', '/user/emails');
    expect(body).toEqual([{ id: expect.any(Number), email: user.email }]);
    expect(await confirmedAt((body as { id: number }[])[0]!.id)).toEqual(app.clock.time);
  });

  it('do not list the main address, which cannot be deleted', async () => {
    const user = await app.get(CreateUser).execute(newUser(`user-${++number}`));
    expect(await app.request(principalOf(user), 'GET', '/user/emails')).toEqual({ status: 200, body: [] });
    expect(await app.request(principalOf(user), 'DELETE', `/user/emails/${user.id}`)).toMatchObject({ status: 404 });
    expect(await app.request(principalOf(user), 'GET', '/user')).toMatchObject({ body: { email: user.email } });
  });
});
