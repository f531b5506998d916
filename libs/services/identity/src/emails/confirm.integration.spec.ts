import { MailServer } from '@hearth/testing';
import { UserUpdatedEvent } from '@hearth/identity-contracts';
import { SendConfirmationJob, SendMainAddressNoticeJob } from '../jobs.js';
import { RemoveEndedAccess } from '../sessions/remove-ended-access.js';
import { SendConfirmation } from './send-confirmation.js';
import { SendMainAddressNotice } from './send-main-address-notice.js';
import type { Mailer } from '../mail/mailer.js';
import { Browser } from '../testing/browser.js';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';
import { UsersStore } from '../users/users.store.js';
import { ConfirmationsStore } from './confirmations.store.js';
import { makeMailer } from '../testing/mailer.js';

const BASE = 'https://git.example.org';
const HOUR = 60 * 60 * 1000;

describe('an address', () => {
  const app = IdentityApp.inBlock();
  const server = new MailServer();
  let mailer: Mailer;
  let worker: SendConfirmation;
  let admin: UserRecord;
  let number = 0;

  beforeAll(async () => {
    await server.start();
    mailer = makeMailer({ smtpUrl: server.url, from: 'Hearth <hearth@example.org>', baseUrl: BASE });
    worker = new SendConfirmation(app.database, app.get(ConfirmationsStore), mailer, app.clock);
    admin = await app.get(CreateUser).execute(newUser('boss', { admin: true, confirmed: true }));
  });
  afterAll(() => server.stop());

  const address = () => `address-${++number}@example.org`;
  const somebody = (given = {}) => app.get(CreateUser).execute(newUser(`user-${++number}`, given));
  const as = (user: UserRecord, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    app.request(principalOf(user), method, path, body);
  const add = async (user: UserRecord, email = address()) => {
    expect(await as(user, 'POST', '/user/emails', { email })).toMatchObject({ status: 201 });
    return email;
  };
  /** Runs the job and returns the token in its mail. */
  async function tokenOf({ id: userId }: UserRecord, email: string): Promise<string> {
    await worker.execute({ userId, email });
    const { to, message } = server.mails.at(-1)!;
    expect(to).toEqual([email]);
    const text = message.replaceAll('=\n', '').replaceAll('=3D', '=');
    return new RegExp(`${BASE}/users/confirmation\\?confirmation_token=([\\w-]+)`).exec(text)![1]!;
  }
  const open = (token: string) =>
    new Browser(app).get(`/users/confirmation?confirmation_token=${encodeURIComponent(token)}`);
  async function confirm(token: string): Promise<number> {
    const browser = new Browser(app);
    await browser.get('/users/sign_in');
    return (await browser.post('/users/confirmation', { confirmation_token: token })).status;
  }
  const added = async (job: string) => {
    const text = `select data from identity_jobs.job where name = $1 order by created_on`;
    const rows = await app.testDatabase.query<{ data: { data: object } }>(text, [job]);
    return rows.map((row) => JSON.stringify(row.data));
  };
  const waiting = async (user: UserRecord) =>
    (await added(SendConfirmationJob.name)).filter((data) => data.includes(`"userId":${user.id}`));
  const record = async ({ id }: UserRecord) => (await app.get(UsersStore).find(app.database, id))!;
  const isConfirmed = async (email: string) => {
    const [row] = await app.testDatabase.query(
      'select confirmed_at is not null as confirmed from identity.user_emails where email = $1',
      [email],
    );
    return row?.['confirmed'];
  };

  it('is confirmed by the button of the page that a mail leads to, once', async () => {
    const user = await somebody({ confirmed: true });
    const email = await add(user);
    expect(await waiting(user)).toEqual([expect.stringContaining(email)]);
    const token = await tokenOf(user, email);
    const page = await open(token);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(page.text).toContain(`value="${token}"`);
    expect(await isConfirmed(email)).toBe(false);
    expect(await confirm(token)).toBe(200);
    expect(await isConfirmed(email)).toBe(true);
    expect(await confirm(token)).toBe(404);
    const stored = await app.testDatabase.query('select * from identity.email_confirmations');
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('becomes the main one when it was asked for as such', async () => {
    const user = await somebody({ confirmed: true });
    const email = address();
    expect(await as(admin, 'PUT', `/users/${user.id}`, { email })).toMatchObject({ body: { email: user.email } });
    expect(await waiting(user)).toEqual([expect.stringContaining(email)]);
    expect(await confirm(await tokenOf(user, email))).toBe(200);
    const changed = await record(user);
    expect(changed).toMatchObject({ email, unconfirmedEmail: null, revision: user.revision + 1 });
    const [event] = await app.testDatabase.query<{ data: object }>(
      'select data from identity.outbox where type = $1 order by id desc limit 1',
      [UserUpdatedEvent.name],
    );
    expect(event!.data).toMatchObject({ userId: user.id, email, revision: changed.revision });
    expect(await as(user, 'GET', '/user')).toMatchObject({ body: { email } });
  });

  it('that was the main one is told that another one is', async () => {
    const user = await somebody({ confirmed: true });
    const change = { email: address(), skip_reconfirmation: true };
    await as(admin, 'PUT', `/users/${user.id}`, change);
    const told = (await added(SendMainAddressNoticeJob.name)).filter((data) =>
      data.includes(`"email":"${user.email}"`),
    );
    expect(told).toHaveLength(1);
    const former = { name: user.name, email: user.email };
    const before = server.mails.length;
    await new SendMainAddressNotice(makeMailer()).execute(former);
    expect(server.mails).toHaveLength(before);
    await new SendMainAddressNotice(mailer).execute(former);
    const { to, message } = server.mails.at(-1)!;
    expect([to, message.includes(BASE), message.includes(change.email)]).toEqual([[user.email], true, false]);
    // An unconfirmed address may be a stranger's.
    const unconfirmed = await somebody();
    await as(admin, 'PUT', `/users/${unconfirmed.id}`, { email: address(), skip_reconfirmation: true });
    expect((await added(SendMainAddressNoticeJob.name)).join()).not.toContain(unconfirmed.email);
  });

  it('of a new user is confirmed, unless an admin did', async () => {
    const user = await somebody();
    expect(user.confirmedAt).toBeNull();
    expect(await waiting(user)).toHaveLength(1);
    expect(await confirm(await tokenOf(user, user.email))).toBe(200);
    expect(await record(user)).toMatchObject({ confirmedAt: app.clock.time, email: user.email });
    expect(await waiting(await somebody({ confirmed: true }))).toEqual([]);
  });

  it('does not become the main one when another user has it by now', async () => {
    const [user, other] = [await somebody({ confirmed: true }), await somebody({ confirmed: true })];
    const email = address();
    await as(admin, 'PUT', `/users/${user.id}`, { email });
    const token = await tokenOf(user, email);
    const beside = { email: email.toUpperCase() };
    expect(await as(admin, 'POST', `/users/${other.id}/emails`, beside)).toMatchObject({ status: 201 });
    expect(await confirm(token)).toBe(404);
    expect(await record(user)).toMatchObject({ email: user.email });
  });

  it('is not confirmed by another token, a late one, or one of an address that is gone', async () => {
    const [user, other] = [await somebody({ confirmed: true }), await somebody()];
    for (const token of ['unknown', 'x'.repeat(43)]) expect(await confirm(token)).toBe(404);
    for (const token of ['', '">', 'x'.repeat(101)]) {
      expect(await confirm(token)).toBe(400);
      expect((await open(token)).status).toBe(400);
    }
    const late = await tokenOf(user, await add(user));
    const late2 = await tokenOf(other, other.email);
    const { time } = app.clock;
    app.clock.time = new Date(time.getTime() + 24 * HOUR);
    expect(await confirm(late)).toBe(404);
    app.clock.time = new Date(time.getTime() + 72 * HOUR);
    expect(await confirm(late2)).toBe(404);
    app.clock.time = time;
    const email = await add(user);
    const gone = await tokenOf(user, email);
    const { body } = await as(user, 'GET', '/user/emails');
    const { id } = (body as { id: number; email: string }[]).find((each) => each.email === email)!;
    await as(user, 'DELETE', `/user/emails/${id}`);
    expect(await confirm(gone)).toBe(404);
  });

  it('leaves no row of a mail that confirms nothing any more', async () => {
    const user = await somebody({ confirmed: true });
    await tokenOf(user, await add(user));
    const { time } = app.clock;
    const mailsAfter = async (milliseconds: number) => {
      app.clock.time = new Date(time.getTime() + milliseconds);
      await app.get(RemoveEndedAccess).execute({}, { signal: new AbortController().signal });
      app.clock.time = time;
      const rows = 'select from identity.email_confirmations where user_id = $1';
      return (await app.testDatabase.query(rows, [user.id])).length;
    };
    expect([await mailsAfter(72 * HOUR - 1), await mailsAfter(72 * HOUR)]).toEqual([1, 0]);
  });

  it('goes to the first of several users who confirms it', async () => {
    const [one, another, third] = [await somebody(), await somebody(), await somebody()];
    const email = address();
    const tokens: string[] = [];
    for (const user of [one, another, third]) tokens.push(await tokenOf(user, await add(user, email)));
    expect((await Promise.all(tokens.map(confirm))).sort()).toEqual([200, 404, 404]);
    const held = 'select user_id from identity.user_emails where email = $1 and ends_at is null';
    expect(await app.testDatabase.query(held, [email])).toHaveLength(1);
  });

  it('that another user has is told so, without a link, and stays with its user', async () => {
    const [user, holder] = [await somebody({ confirmed: true }), await somebody({ confirmed: true })];
    const email = await add(user, holder.email);
    await worker.execute({ userId: user.id, email });
    const { to, message } = server.mails.at(-1)!;
    expect(to).toEqual([email]);
    expect(message).toContain('added to another account');
    for (const hidden of ['confirmation_token', user.username, user.name]) expect(message).not.toContain(hidden);
    const browser = new Browser(app);
    await browser.signIn(user.username, PASSWORD);
    await browser.get('/-/profile/emails/main');
    const fields = { email: holder.email, current_password: PASSWORD };
    expect(await browser.post('/-/profile/emails/main', fields)).toMatchObject({ status: 303 });
    expect(await record(user)).toMatchObject({ email: user.email, unconfirmedEmail: holder.email });
    const before = server.mails.length;
    await worker.execute({ userId: user.id, email });
    expect(server.mails[before]!.message).not.toContain('confirmation_token');
  });

  it('is confirmed once by requests at the same time', async () => {
    const user = await somebody({ confirmed: true });
    const token = await tokenOf(user, await add(user));
    const statuses = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(statuses.sort()).toEqual([200, 404, 404]);
  });

  it('is asked for again when the server refused the mail', async () => {
    const user = await somebody({ confirmed: true });
    const email = await add(user);
    server.refuses = true;
    await expect(worker.execute({ userId: user.id, email })).rejects.toThrow();
    server.refuses = false;
    expect(await confirm(await tokenOf(user, email))).toBe(200);
    const before = server.mails.length;
    await worker.execute({ userId: user.id, email });
    expect(server.mails).toHaveLength(before);
  });

  it('is not asked for without end', async () => {
    const user = await somebody({ confirmed: true });
    const before = server.mails.length;
    const email = await add(user);
    for (let each = 0; each < 22; each++) await worker.execute({ userId: user.id, email });
    expect(server.mails).toHaveLength(before + 20);
    const { time } = app.clock;
    app.clock.time = new Date(time.getTime() + 25 * HOUR);
    await tokenOf(user, await add(user));
    app.clock.time = time;
  });

  it('gets no mail where there is no server, and other readers get none', async () => {
    const user = await somebody({ confirmed: true, name: 'Jane\r\nBcc: all@example.com' });
    const email = await add(user, `"a,b"<c>@example.org`);
    const before = server.mails.length;
    const silent = new SendConfirmation(app.database, app.get(ConfirmationsStore), makeMailer(), app.clock);
    await silent.execute({ userId: user.id, email });
    expect(server.mails).toHaveLength(before);
    await worker.execute({ userId: user.id, email }).catch(() => undefined);
    for (const { to, message } of server.mails.slice(before)) {
      expect(to).toHaveLength(1);
      expect(message).not.toMatch(/^Bcc:/im);
    }
  });
});
