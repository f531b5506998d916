import { MailServer } from '@hearth/testing';
import { tokenHash } from '@hearth/secrets';
import { SendPasswordResetJob, SendSignInNoticeJob } from '../jobs.js';
import { RemoveEndedAccess } from '../sessions/remove-ended-access.js';
import { SendPasswordReset } from './send-password-reset.js';
import { SendSignInNotice } from './send-sign-in-notice.js';
import type { Mailer } from '../mail/mailer.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { PasswordFacts } from '../sign-in/password.facts.js';
import { Browser } from '../testing/browser.js';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import { BlockUser } from '../blocking/block.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';
import { MakeResetLink } from './make-link.js';
import { PasswordResetFacts } from './password-reset.facts.js';
import { PasswordResetsStore } from './password-resets.store.js';
import { makeMailer } from '../testing/mailer.js';

const BASE = 'https://git.example.org';
const HOUR = 60 * 60 * 1_000;
const LINK = new RegExp(`${BASE}(/users/password/edit\\?reset_password_token=([\\w-]{43}))`);

describe('a forgotten password', () => {
  const app = IdentityApp.inBlock();
  const server = new MailServer();
  let mailer: Mailer;
  let worker: SendPasswordReset;
  let user: UserRecord;
  let browser: Browser;
  let people = 0;

  beforeAll(async () => {
    await server.start();
    mailer = makeMailer({ smtpUrl: server.url, from: 'Hearth <hearth@example.org>', baseUrl: BASE });
    worker = new SendPasswordReset(
      app.database,
      app.get(PasswordResetsStore),
      mailer,
      app.clock,
      app.get(PasswordFacts),
    );
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    user = await app.get(CreateUser).execute(newUser(`jane${++people}`));
    browser = new Browser(app);
  });

  const later = (milliseconds: number) => (app.clock.time = new Date(app.clock.time.getTime() + milliseconds));
  const jobs = async (name: string) =>
    (
      await app.testDatabase.query<{ data: { data: object } }>(
        'select data from identity_jobs.job where name = $1 order by created_on',
        [name],
      )
    ).map(({ data }) => JSON.stringify(data));
  async function ask(email: string) {
    await browser.get('/users/password/new');
    return browser.post('/users/password', { 'user[email]': email });
  }
  /** Runs the job and returns the link in its mail. */
  async function mailed(asked: { email?: string; userId?: number } = { email: user.email }): Promise<string> {
    await worker.execute(asked);
    const { to, message } = server.mails.at(-1)!;
    expect(to).toEqual([user.email]);
    return LINK.exec(message.replaceAll('=\n', '').replaceAll('=3D', '='))![1]!;
  }
  const tokenOf = (link: string) => link.split('=')[1]!;
  async function choose(link: string, password: string, visitor = browser) {
    await visitor.get('/users/sign_in');
    return visitor.post('/users/password/edit', { reset_password_token: tokenOf(link), 'user[password]': password });
  }
  const enters = async (password: string) => (await new Browser(app).signIn(user.username, password)).status === 303;

  it('is replaced by the page that a mail leads to, once, which ends what the former one has opened', async () => {
    const owner = new Browser(app);
    await owner.signIn(user.username, PASSWORD);
    expect((await ask(user.email.toUpperCase())).text).toContain('If this is the main address of an account');
    expect((await jobs(SendPasswordResetJob.name)).at(-1)).toContain(user.email.toUpperCase());
    const [link, other] = [await mailed({ email: user.email.toUpperCase() }), await mailed()];
    const page = await browser.get(link);
    expect(page).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    });
    expect((await choose(link, 'short')).text).toContain('The new password is too short (minimum is 8 characters).');
    expect(await enters(PASSWORD)).toBe(true);
    expect((await choose(link, 'one of my own')).location).toBe('/users/sign_in?done=password');
    expect([await enters(PASSWORD), await enters('one of my own'), await owner.principal()]).toEqual([
      false,
      true,
      null,
    ]);
    for (const used of [link, other]) {
      expect((await browser.get(used)).status).toBe(404);
      expect((await choose(used, 'another password')).status).toBe(404);
    }
    expect(await enters('one of my own')).toBe(true);
    const stored = await app.testDatabase.query(
      `select (select json_agg(r) from identity.password_resets r)::text || (select json_agg(o) from identity.outbox o)::text as all`,
    );
    expect(JSON.stringify(stored)).not.toContain(tokenOf(link));
  });

  it('is replaced by one of many who use a link at once', async () => {
    const link = await mailed();
    const visitors = [new Browser(app), new Browser(app), new Browser(app)];
    const answers = await Promise.all(visitors.map((visitor, n) => choose(link, `password number ${n}`, visitor)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404]);
  });

  it('is not replaced by a late link, one from before another password, or one of a blocked user', async () => {
    const late = await mailed();
    later(48 * HOUR);
    expect((await browser.get(late)).status).toBe(404);
    const before = await mailed();
    const boss = principalOf(await app.get(CreateUser).execute(newUser(`boss${people}`, { admin: true })));
    await app.request(boss, 'PUT', `/users/${user.id}`, { password: 'given by an admin' });
    expect((await choose(before, 'one of my own')).status).toBe(404);
    const link = await mailed();
    await app.get(BlockUser).execute(user.id, 'blocked');
    expect((await choose(link, 'one of my own')).status).toBe(404);
    for (const link of ['?reset_password_token=', `?reset_password_token=${'x'.repeat(43)}`, ''])
      expect((await browser.get(`/users/password/edit${link}`)).status).toBe(404);
  });

  it('is not replaced by a link that was mailed to a main address of before', async () => {
    const boss = await app.get(CreateUser).execute(newUser(`boss${people}`, { admin: true }));
    const link = await mailed();
    const change = { email: `new-${user.email}`, skip_reconfirmation: true };
    expect(await app.request(principalOf(boss), 'PUT', `/users/${user.id}`, change)).toMatchObject({ status: 200 });
    expect((await choose(link, 'a password of somebody else')).status).toBe(404);
    expect(await enters(PASSWORD)).toBe(true);
  });

  it('leaves no row of a link that no longer counts, also of who never asks again', async () => {
    const remove = () => app.get(RemoveEndedAccess).execute({}, { signal: new AbortController().signal });
    const links = async () =>
      (await app.testDatabase.query('select from identity.password_resets where user_id = $1', [user.id])).length;
    await mailed();
    later(48 * HOUR - 1);
    await remove();
    expect(await links()).toBe(1);
    later(1);
    await remove();
    expect(await links()).toBe(0);
  });

  it('looks the same for every address, and is mailed to active users only', async () => {
    const pages = [await ask('nobody@example.com'), await ask(user.email)].map(({ status, text }) => [
      status,
      text.replaceAll(/value="[^"]*"/g, ''),
    ]);
    expect(pages[0]).toEqual(pages[1]);
    await app.get(BlockUser).execute(user.id, 'blocked');
    const before = server.mails.length;
    for (const email of ['nobody@example.com', user.email]) await worker.execute({ email });
    expect(server.mails).toHaveLength(before);
  });

  it('is limited by address and by network', async () => {
    const before = server.mails.length;
    for (let each = 0; each < 6; each++) await worker.execute({ email: user.email });
    expect(server.mails).toHaveLength(before + 5);
    await browser.get('/users/password/new');
    const statuses: number[] = [];
    for (let each = 0; each < 52; each++)
      statuses.push((await browser.post('/users/password', { 'user[email]': user.email })).status);
    expect([statuses.slice(0, 50).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429]);
    // Requests for another user's links do not block that user's sign-in.
    expect(await enters(PASSWORD)).toBe(true);
    later(HOUR);
  });

  it('is not asked for by a form of another site', async () => {
    await browser.get('/users/password/new');
    const fields = { 'user[email]': user.email };
    expect((await browser.post('/users/password', fields, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await browser.post('/users/password', { ...fields, authenticity_token: 'x' })).status).toBe(403);
  });

  it('waits for an admin where no mail is sent, who hands on a link', async () => {
    const silent = new SendPasswordReset(
      app.database,
      app.get(PasswordResetsStore),
      makeMailer(),
      app.clock,
      app.get(PasswordFacts),
    );
    await silent.execute({ email: user.email });
    const requests = () => app.get(PasswordResetFacts).requests();
    expect((await requests())[0]).toEqual({
      userId: user.id,
      username: user.username,
      name: user.name,
      requestedAt: app.clock.time,
    });
    const link = await app.get(MakeResetLink).execute(user.id);
    expect((await requests()).map(({ userId }) => userId)).not.toContain(user.id);
    expect((await choose(link, 'one of my own')).status).toBe(303);
    expect(await enters('one of my own')).toBe(true);
    await app.get(BlockUser).execute(user.id, 'blocked');
    await expect(app.get(MakeResetLink).execute(user.id)).rejects.toMatchObject({ status: 404 });
  });

  it('is chosen by new users whom an admin gave none', async () => {
    user = await app.get(CreateUser).execute(newUser(`invited${people}`, { password: null }));
    expect((await jobs(SendPasswordResetJob.name)).at(-1)).toContain(`"userId":${user.id}`);
    expect((await choose(await mailed({ userId: user.id }), 'one of my own')).status).toBe(303);
    expect(await enters('one of my own')).toBe(true);
  });

  describe('a sign-in from a new network', () => {
    const from = (clientAddress: string, password = PASSWORD) =>
      app
        .get(AuthenticateCredential)
        .execute({ kind: 'basic', login: user.username, password, passwordHash: tokenHash(password), clientAddress });
    const notices = async () =>
      (await jobs(SendSignInNoticeJob.name)).filter((data) => data.includes(`"userId":${user.id},`));

    it('is told the user, unless it is the first one or failed', async () => {
      await from('192.0.2.1');
      await from('192.0.2.1');
      await from('198.51.100.7', 'wrong');
      expect(await notices()).toEqual([]);
      await from('198.51.100.7');
      await from('198.51.100.7');
      expect(await notices()).toEqual([expect.stringContaining('"clientAddress":"198.51.100.7"')]);
    });

    it('is mailed, where mail is sent', async () => {
      const [before, at] = [server.mails.length, '2018-01-15T10:07:21.123Z'];
      const notice = { userId: user.id, clientAddress: '198.51.100.7', at };
      await new SendSignInNotice(app.database, app.get(PasswordResetsStore), makeMailer()).execute(notice);
      expect(server.mails).toHaveLength(before);
      await new SendSignInNotice(app.database, app.get(PasswordResetsStore), mailer).execute(notice);
      const { to, message } = server.mails.at(-1)!;
      expect(to).toEqual([user.email]);
      expect(message).toContain('198.51.100.7');
    });
  });
});
