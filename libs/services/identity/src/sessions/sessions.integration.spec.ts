import { Database } from '@hearth/data';
import { sshKeyText, waitFor } from '@hearth/testing';
import { EndUserAccess } from './end-access.js';
import { RemoveEndedAccess } from './remove-ended-access.js';
import { CreateUser } from '../users/create.js';
import { hashPassword } from '../users/password-hash.js';
import type { UserRecord } from '../users/user.entity.js';
import { BlockUser } from '../blocking/block.js';
import { Browser } from '../testing/browser.js';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import type { Principal } from '@hearth/contract-kit';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('sessions', () => {
  const app = IdentityApp.inBlock();
  let people = 0;
  let user: UserRecord;
  let browser: Browser;
  let boss: Principal;
  beforeAll(async () => {
    boss = principalOf(await app.get(CreateUser).execute(newUser('boss', { admin: true })));
  });
  const later = (milliseconds: number) => (app.clock.time = new Date(app.clock.time.getTime() + milliseconds));
  const sessions = async () =>
    (
      await app.testDatabase.query<{ n: number }>(
        'select count(*)::int as n from identity.sessions where user_id = $1',
        [user.id],
      )
    )[0]!.n;

  beforeEach(async () => {
    user = await app.get(CreateUser).execute(newUser(`jane${++people}`));
    browser = new Browser(app);
  });

  it('sign in by name or address, with a new id, and back to where the browser came from', async () => {
    await browser.get('/users/sign_in');
    const before = browser.sessionId;
    const entered = await browser.signIn(user.email.toUpperCase(), PASSWORD, '/-/profile/applications?page=2');
    expect([entered.status, entered.location]).toEqual([303, '/-/profile/applications?page=2']);
    expect(browser.sessionId).not.toBe(before);
    expect(await browser.principal()).toMatchObject({ userId: user.id, credential: { kind: 'session', scopes: [] } });
    expect((await browser.get('/')).text).toContain(`Signed in as <strong>The jane${people}</strong>`);
    const [stored] = await app.testDatabase.query('select * from identity.sessions where user_id = $1', [user.id]);
    expect(JSON.stringify(stored)).not.toContain(browser.sessionId);
    const [{ times }] = (await app.testDatabase.query(
      'select array[last_sign_in_at, current_sign_in_at, last_activity_on] as times from identity.users where id = $1',
      [user.id],
    )) as [{ times: unknown[] }];
    expect(times).not.toContain(null);
  });

  it('end with the browser, or are remembered for two weeks, with the code of a second factor too', async () => {
    const signIn = async (more: Record<string, string>) => {
      const visitor = new Browser(app);
      await visitor.get('/users/sign_in');
      const fields = { 'user[login]': user.username, 'user[password]': PASSWORD, ...more };
      const { headers } = await visitor.post('/users/sign_in', fields);
      return { visitor, cookie: String(headers['set-cookie']) };
    };
    const plain = await signIn({});
    const remembered = await signIn({ 'user[remember_me]': '1' });
    expect(plain.cookie).not.toMatch(/Max-Age|Expires/);
    expect(remembered.cookie).toContain('Max-Age=1209600');
    expect((await new Browser(app).get('/users/sign_in')).text).toContain('name="user[remember_me]" value="1">');
    later(6 * DAY);
    await remembered.visitor.principal();
    later(7 * DAY + 23 * 60 * MINUTE);
    expect([await plain.visitor.principal(), await remembered.visitor.principal()]).toEqual([
      null,
      expect.objectContaining({ userId: user.id }),
    ]);
    later(60 * MINUTE);
    expect(await remembered.visitor.principal()).toBeNull();
  });

  it('promise no mail for a forgotten password where none is sent', async () => {
    const form = await browser.get('/users/password/new');
    expect([form.text.includes('sends no mail'), form.text.includes('Mail me')]).toEqual([true, false]);
    const asked = await browser.post('/users/password', { 'user[email]': 'nobody@example.com' });
    expect([asked.text.includes('ask an administrator'), asked.text.includes('on its way')]).toEqual([true, false]);
  });

  it('lead to no other site', async () => {
    expect((await browser.signIn(user.username, PASSWORD, '//evil.example/')).location).toBe('/');
  });

  it('open with nothing but the password of an active user', async () => {
    const wrong = await browser.signIn(user.username, 'wrong');
    expect([wrong.status, wrong.text.includes('Invalid login or password.')]).toEqual([422, true]);
    expect((await browser.signIn('nobody-like-this', PASSWORD)).status).toBe(422);
    await app.get(BlockUser).execute(user.id, 'blocked');
    expect((await browser.signIn(user.username, PASSWORD)).status).toBe(422);
    expect(await browser.principal()).toBeNull();
  });

  it('escape what they print', async () => {
    const { text } = await browser.signIn('"><script>alert(1)</script>', 'x');
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(text).not.toContain('<script>');
  });

  it('are not opened by a planted cookie', async () => {
    const planted = 'p'.repeat(43);
    browser.sessionId = planted;
    await browser.signIn(user.username, PASSWORD);
    const attacker = new Browser(app);
    attacker.sessionId = planted;
    expect(await attacker.principal()).toBeNull();
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['without a token', { authenticity_token: '' }, {}],
    ['with the token of another browser', { authenticity_token: 'x'.repeat(43) }, {}],
    ['from another origin', {}, { origin: 'https://evil.example' }],
    ['from another site', {}, { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('refuse a form %s, sign-in included', async (_, fields, headers) => {
    await browser.get('/users/sign_in');
    const login = { 'user[login]': user.username, 'user[password]': PASSWORD };
    const forged = await browser.post('/users/sign_in', { ...login, ...fields }, headers);
    expect([forged.status, forged.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    await browser.signIn(user.username, PASSWORD);
    await browser.get('/');
    expect((await browser.post('/users/sign_out', fields, headers)).status).toBe(403);
    expect(await browser.principal()).not.toBeNull();
  });

  describe('give a form back', () => {
    const KEYS = '/-/profile/keys';
    /** Returns the value of a hidden field of a page with a kept form. */
    const hidden = (text: string, name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`)
        .exec(text)?.[1]
        ?.replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&');

    it('that comes after the session has ended, and goes on with it after the sign-in', async () => {
      await browser.signIn(user.username, PASSWORD);
      await browser.get(KEYS);
      later(8 * DAY);
      const typed = { key: sshKeyText(), title: 'lap "top" <b>' };
      const ended = await browser.post(KEYS, typed);
      expect([ended.status, ended.text.includes('<h1>Your session has ended</h1>')]).toEqual([401, true]);
      const login = { 'user[login]': user.username, kept: hidden(ended.text, 'kept')! };
      const wrong = await browser.post('/users/sign_in', { ...login, 'user[password]': 'wrong' });
      expect([wrong.status, hidden(wrong.text, 'kept')]).toEqual([422, login.kept]);
      const resumed = await browser.post('/users/sign_in', { ...login, 'user[password]': PASSWORD });
      expect([resumed.status, resumed.text.includes('lap &quot;top&quot; &lt;b&gt;')]).toEqual([200, true]);
      expect(resumed.text).toContain(`action="${KEYS}"`);
      const again = { key: hidden(resumed.text, 'key')!, title: hidden(resumed.text, 'title')! };
      expect(again).toEqual(typed);
      expect(await browser.post(KEYS, again)).toMatchObject({ status: 303, location: `${KEYS}?done=added` });
    });

    it('of a former session of the browser, without passwords and private keys', async () => {
      await browser.signIn(user.username, PASSWORD);
      await browser.get('/-/profile/password');
      const { csrfToken } = browser;
      await browser.signIn(user.username, PASSWORD);
      await browser.get('/');
      const stale = { authenticity_token: csrfToken };
      const fields = { current_password: PASSWORD, password: 'a new secret', password_confirmation: 'a new secret' };
      const old = await browser.post('/-/profile/password', { ...stale, ...fields });
      expect([old.status, old.text.includes('<h1>This form is too old</h1>')]).toEqual([403, true]);
      expect([old.text.includes(PASSWORD), old.text.includes('a new secret')]).toEqual([false, false]);
      for (const name of Object.keys(fields)) expect(old.text).toContain(`name="${name}" type="password"`);
      const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow';
      const secret = await browser.post(KEYS, { ...stale, key, title: 'kept' });
      expect([secret.text.includes('MIIEow'), hidden(secret.text, 'title')]).toEqual([false, 'kept']);
    });

    it.each([
      ...['/-/profile', '/-/profile/account', '/-/profile/password', '/-/profile/emails', '/-/profile/emails/main'],
      ...['/-/profile/personal_access_tokens', '/-/profile/applications', KEYS, '/-/profile/gpg_keys'],
      ...['/-/profile/two_factor_auth', '/admin/users/new', '/admin/application_settings', '/users/password/new'],
    ])('with the labels of its page: %s', async (path) => {
      await app.testDatabase.query('update identity.users set admin = true where id = $1', [user.id]);
      await browser.signIn(user.username, PASSWORD);
      const { text } = await browser.get(path);
      const [, action, form] = /<form method="post" action="([^"]+)"(?! class="plain")[^>]*>(.*?)<\/form>/s.exec(
        text.slice(text.indexOf('id="content"')),
      )!;
      const fields = [...form!.matchAll(/<label for="([^"]+)">(.*?)<\/label>/g)].flatMap(([, id, label]) => {
        const [tag] = new RegExp(`<[a-z]+ id="${id}"[^>]*>`).exec(form!)!;
        return tag.includes('type="file"') ? [] : [{ name: /name="([^"]+)"/.exec(tag)![1]!, label }];
      });
      expect(fields.length).toBeGreaterThan(0);
      const typed = Object.fromEntries(fields.map(({ name }) => [name, 'typed']));
      const old = await browser.post(action!, { authenticity_token: 'old', ...typed });
      expect([old.status, old.text.includes('<h1>This form is too old</h1>')]).toEqual([403, true]);
      const labels = old.text.matchAll(/<(?:dt|label for="asked-\d+")>(.*?)<\/(?:dt|label)>/g);
      expect([...labels].map(([, label]) => label).sort()).toEqual(fields.map(({ label }) => label).sort());
    });

    it('only to users who can have opened its page, and never one that is a decision', async () => {
      const typed = { 'user[login]': 'planted', authenticity_token: 'x' };
      const other = await new Browser(app).post('/users/sign_in', typed, { origin: 'null' });
      expect([other.status, other.text.includes('planted')]).toEqual([403, false]);
      const consent = await browser.post('/oauth/authorize', { client_id: 'c'.repeat(64) });
      expect([consent.status, consent.text.includes('cccc')]).toEqual([401, false]);
    });
  });

  it('end when the user signs out, on the server too', async () => {
    await browser.signIn(user.username, PASSWORD);
    await browser.get('/');
    const { sessionId } = browser;
    expect(await browser.post('/users/sign_out')).toMatchObject({ status: 303, location: '/' });
    expect(browser.sessionId).toBeUndefined();
    browser.sessionId = sessionId;
    expect(await browser.principal()).toBeNull();
  });

  it('end after seven days without a request, and after thirty in any case', async () => {
    await browser.signIn(user.username, PASSWORD);
    for (let day = 6; day < 30; day += 6) {
      later(6 * DAY);
      expect(await browser.principal()).not.toBeNull();
    }
    later(6 * DAY);
    expect(await browser.principal()).toBeNull();
    await browser.signIn(user.username, PASSWORD);
    later(7 * DAY);
    expect(await browser.principal()).toBeNull();
  });

  it('rest while their user is blocked', async () => {
    await browser.signIn(user.username, PASSWORD);
    await app.get(BlockUser).execute(user.id, 'blocked');
    expect(await browser.principal()).toBeNull();
    await app.get(BlockUser).execute(user.id, 'active');
    expect(await browser.principal()).not.toBeNull();
  });

  it('end with the password that opened them, and a password set by an admin has to be replaced', async () => {
    await browser.signIn(user.username, PASSWORD);
    await app.request(boss, 'PUT', `/users/${user.id}`, { password: 'given by an admin' });
    expect(await browser.principal()).toBeNull();
    const asked = await browser.signIn(user.username, 'given by an admin');
    expect([asked.status, asked.text.includes('Choose a new password')]).toEqual([200, true]);
    expect(await browser.principal()).toBeNull();
    const fields = { 'user[login]': user.username, 'user[password]': 'given by an admin' };
    const short = await browser.post('/users/sign_in', { ...fields, new_password: 'short' });
    expect([short.status, short.text.includes('is too short (minimum is 8 characters)')]).toEqual([422, true]);
    expect(await browser.post('/users/sign_in', { ...fields, new_password: 'one of my own' })).toMatchObject({
      status: 303,
    });
    expect(await browser.principal()).not.toBeNull();
    expect((await new Browser(app).signIn(user.username, 'given by an admin')).status).toBe(422);
    expect((await new Browser(app).signIn(user.username, 'one of my own')).status).toBe(303);
  });

  it('are not opened with a password that is changed between its check and the session', async () => {
    let signingIn: ReturnType<Browser['signIn']> | undefined;
    await browser.get('/users/sign_in');
    await app.get(Database).tx(async (tx) => {
      await tx.query('select from users where id = $1 for no key update', [user.id]);
      signingIn = browser.signIn(user.username, PASSWORD);
      await waitFor('the sign-in to wait', async () => (await app.testDatabase.lockWaits()) > 0);
      await app.get(EndUserAccess).withPassword(tx, user.id, await hashPassword('one of my own'));
    });
    expect((await signingIn!).status).toBe(422);
    expect([await browser.principal(), await sessions()]).toEqual([null, 0]);
  });

  it('are removed by a job once they have ended', async () => {
    await browser.signIn(user.username, PASSWORD);
    const signal = new AbortController().signal;
    await app.get(RemoveEndedAccess).execute({}, { signal });
    expect(await sessions()).toBe(1);
    later(8 * DAY);
    await app.get(RemoveEndedAccess).execute({}, { signal });
    expect(await sessions()).toBe(0);
  });

  it('are a hundred of one user at most', async () => {
    await app.testDatabase.query(
      `insert into identity.sessions (id_hash, user_id, client_address, created_at, seen_at, idle_at, ends_at)
       select sha256(i::text::bytea), $1, '', $2, $2, $2, $2 from generate_series(1, 100) i`,
      [user.id, new Date(0)],
    );
    await browser.signIn(user.username, PASSWORD);
    expect(await sessions()).toBe(100);
    expect(await browser.principal()).not.toBeNull();
  });

  it('have pages that no other site can frame, read or be named to', async () => {
    const { headers } = await browser.get('/users/sign_in');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'set-cookie': expect.stringMatching(/^hearth_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    });
  });
});
