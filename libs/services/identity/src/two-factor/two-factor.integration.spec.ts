import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { tokenHash } from '@hearth/secrets';
import { waitFor } from '@hearth/testing';
import { TOTP } from 'otpauth';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { EndUserAccess } from '../sessions/end-access.js';
import { FinishSignIn } from '../sessions/finish-sign-in.js';
import { OpenSession } from '../sessions/open.js';
import { Browser } from '../testing/browser.js';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import { BlockUser } from '../blocking/block.js';
import { CreateUser } from '../users/create.js';
import { hashPassword } from '../users/password-hash.js';
import type { UserRecord } from '../users/user.entity.js';

const PAGE = '/-/profile/two_factor_auth';
const CODE_PATH = '/users/sign_in/two_factor';
const GUESSER = { clientAddress: '203.0.113.1', userAgent: null };

describe('two-factor authentication', () => {
  const app = IdentityApp.inBlock();
  let people = 0;
  let user: UserRecord;
  let browser: Browser;
  let boss: Principal;
  let secret: string;
  let recoveryCodes: string[];

  const later = (milliseconds: number) => (app.clock.time = new Date(app.clock.time.getTime() + milliseconds));
  const code = () => new TOTP({ secret }).generate({ timestamp: app.clock.time.getTime() });
  const codesIn = (text: string) =>
    [...text.matchAll(/<code class="secret">((?:[0-9a-f]{5}-){3}[0-9a-f]{5})<\/code>/g)].map(([, each]) => each!);
  const withPassword = (visitor = browser, returnTo?: string) => visitor.signIn(user.username, PASSWORD, returnTo);
  const enter = (given: string, visitor = browser, fields = {}) =>
    visitor.post(CODE_PATH, { 'user[otp_attempt]': given, ...fields });
  const basic = () => {
    const [login, clientAddress] = [user.username, '192.0.2.1'];
    const credential = {
      kind: 'basic',
      login,
      password: PASSWORD,
      passwordHash: tokenHash(PASSWORD),
      clientAddress,
    } as const;
    return app.get(AuthenticateCredential).execute(credential);
  };

  beforeAll(async () => {
    boss = principalOf(await app.get(CreateUser).execute(newUser('boss', { admin: true })));
  });

  /** Creates a user with two-factor authentication, in a browser that is not signed in. */
  beforeEach(async () => {
    user = await app.get(CreateUser).execute(newUser(`jane${++people}`));
    const owner = new Browser(app);
    await withPassword(owner);
    await owner.get(PAGE);
    const setup = await owner.post(`${PAGE}/secret`, { password: PASSWORD });
    secret = /<code class="secret"[^>]*>([A-Z2-7]{32})<\/code>/.exec(setup.text)![1]!;
    const done = await owner.follow(PAGE, { code: code() });
    expect([done.status, done.text.includes('Two-factor authentication is on')]).toEqual([200, true]);
    recoveryCodes = codesIn(done.text);
    expect(new Set(recoveryCodes).size).toBe(10);
    later(60_000);
    browser = new Browser(app);
  });

  it('takes the password and then the code, each with a new session id', async () => {
    const asked = await withPassword(browser, '/-/profile/applications');
    expect([asked.status, asked.location]).toEqual([303, `${CODE_PATH}?return_to=%2F-%2Fprofile%2Fapplications`]);
    const pending = browser.sessionId;
    expect(await browser.principal()).toBeNull();
    expect((await browser.get(asked.location!)).text).toContain('value="/-/profile/applications"');
    const entered = await enter(code(), browser, { return_to: '/-/profile/applications' });
    expect([entered.status, entered.location]).toEqual([303, '/-/profile/applications']);
    expect(browser.sessionId).not.toBe(pending);
    expect(await browser.principal()).toMatchObject({ userId: user.id, credential: { kind: 'session' } });
    const thief = new Browser(app);
    thief.sessionId = pending;
    expect((await thief.get(CODE_PATH)).location).toMatch(/^\/users\/sign_in\?/);
  });

  it('leads to no other site', async () => {
    await withPassword();
    await browser.get(`${CODE_PATH}?return_to=${encodeURIComponent('//evil.example/')}`);
    expect((await enter(code(), browser, { return_to: '//evil.example/' })).location).toBe('/');
  });

  it('is not passed without the password, nor in another browser', async () => {
    expect((await browser.get(CODE_PATH)).location).toMatch(/^\/users\/sign_in\?/);
    await browser.get('/users/sign_in');
    expect((await enter(code())).location).toMatch(/^\/users\/sign_in\?/);
    await withPassword();
    const planted = new Browser(app);
    planted.sessionId = 'p'.repeat(43);
    await planted.get('/users/sign_in');
    expect((await enter(code(), planted)).location).toMatch(/^\/users\/sign_in\?/);
    expect([await browser.principal(), await planted.principal()]).toEqual([null, null]);
  });

  it('takes each code of the app once, in its time', async () => {
    await withPassword();
    await browser.get(CODE_PATH);
    const good = code();
    expect((await enter('000000')).status).toBe(422);
    expect((await enter(good)).status).toBe(303);
    const other = new Browser(app);
    await withPassword(other);
    await other.get(CODE_PATH);
    expect((await enter(good, other)).status).toBe(422);
    later(90_000);
    const late = code();
    later(60_000);
    expect((await enter(late, other)).status).toBe(422);
    expect((await enter(code(), other)).status).toBe(303);
  });

  it('takes a code from one of many who use it at once', async () => {
    const visitors = [new Browser(app), new Browser(app), new Browser(app)];
    for (const visitor of visitors) {
      await withPassword(visitor);
      await visitor.get(CODE_PATH);
    }
    const answers = await Promise.all(visitors.map((visitor) => enter(code(), visitor)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const [first] = recoveryCodes as [string];
    for (const [given, status] of [
      [first.toUpperCase().replaceAll('-', ' '), 303],
      [first, 422],
    ] as const) {
      const visitor = new Browser(app);
      await withPassword(visitor);
      await visitor.get(CODE_PATH);
      expect((await enter(given, visitor)).status).toBe(status);
    }
    await withPassword();
    await browser.get(CODE_PATH);
    await enter(code());
    expect((await browser.get(PAGE)).text).toContain('<strong>9</strong> recovery codes left');
  });

  it('locks after wrong codes for a growing time, from everywhere, and uses up no code meanwhile', async () => {
    const finishSignIn = app.get(FinishSignIn);
    let networks = 0;
    const enterFrom = async (given: string) => {
      const clientAddress = `203.0.${++networks}.1`;
      return finishSignIn.execute({ clientAddress, userAgent: null, formerId: browser.sessionId! }, given);
    };
    await withPassword();
    for (let each = 0; each < 5; each++) expect(await enterFrom('000000')).toEqual({ outcome: 'wrong' });
    const [first, second] = recoveryCodes as [string, string];
    for (const given of [code(), first])
      expect(await enterFrom(given)).toEqual({ outcome: 'limited', retryAfterSeconds: 30 });
    later(29_999);
    expect(await enterFrom(first)).toEqual({ outcome: 'limited', retryAfterSeconds: 1 });
    later(1);
    expect(await enterFrom('no such code')).toEqual({ outcome: 'wrong' });
    expect(await enterFrom(first)).toEqual({ outcome: 'limited', retryAfterSeconds: 60 });
    await browser.get(CODE_PATH);
    const page = await enter(code());
    expect([page.status, page.text.includes('Try again in 60 seconds')]).toEqual([422, true]);
    later(60_000);
    expect(await enterFrom(first)).toMatchObject({ outcome: 'signed-in' });
    // A right code resets the count.
    await withPassword();
    for (let each = 0; each < 4; each++) expect(await enterFrom('000000')).toEqual({ outcome: 'wrong' });
    expect(await enterFrom(second)).toMatchObject({ outcome: 'signed-in' });
    const kept = await app.testDatabase.query<{ data: { kind: string } }>(
      `select data from identity.outbox where data -> 'subject' ->> 'id' = $1 and data ->> 'kind' = 'two_factor.locked'`,
      [String(user.id)],
    );
    expect(kept).toHaveLength(2);
  });

  it('is counted exactly when many codes come at once', async () => {
    await withPassword();
    const guess = () => app.get(FinishSignIn).execute({ ...GUESSER, formerId: browser.sessionId! }, '000000');
    const outcomes = (await Promise.all(Array.from({ length: 12 }, guess))).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
  });

  it('is neither locked nor limited by attackers without the password', async () => {
    const known = '198.51.100.9';
    const signIn = async (password: string, clientAddress: string) => {
      const judged = await app.get(AuthenticateCredential).password({ login: user.username, password, clientAddress });
      return judged.outcome;
    };
    await withPassword();
    expect(
      await app.get(FinishSignIn).execute({ ...GUESSER, clientAddress: known, formerId: browser.sessionId! }, code()),
    ).toMatchObject({ outcome: 'signed-in' });
    for (let each = 0; each < 60; each++) await signIn('wrong', `203.0.${each}.1`);
    expect([await signIn(PASSWORD, '192.0.2.77'), await signIn(PASSWORD, known)]).toEqual(['limited', 'second-factor']);
    later(30_000);
    const [stored] = await app.testDatabase.query<{ hash: string }>(
      'select password_hash as hash from identity.users where id = $1',
      [user.id],
    );
    const opened = await app.get(OpenSession).execute({
      ...GUESSER,
      clientAddress: known,
      formerId: 'x'.repeat(43),
      ...{ userId: user.id, passwordHash: stored!.hash },
      newPassword: undefined,
      remembered: false,
    });
    const formerId = 'sessionId' in opened ? opened.sessionId : '';
    expect(await app.get(FinishSignIn).execute({ ...GUESSER, clientAddress: known, formerId }, code())).toMatchObject({
      outcome: 'signed-in',
    });
  });

  it('opens nothing where the password is changed between its check and the session', async () => {
    await withPassword();
    await browser.get(CODE_PATH);
    let entering: ReturnType<typeof enter> | undefined;
    await app.get(Database).tx(async (tx) => {
      await tx.query('select from users where id = $1 for no key update', [user.id]);
      entering = enter(code());
      await waitFor('the code to wait', async () => (await app.testDatabase.lockWaits()) > 0);
      await app.get(EndUserAccess).withPassword(tx, user.id, await hashPassword('one of my own'));
    });
    expect((await entering!).location).toMatch(/^\/users\/sign_in\?/);
    expect(await browser.principal()).toBeNull();
  });

  it('has to be passed within ten minutes, by a user who may still sign in', async () => {
    await withPassword();
    await browser.get(CODE_PATH);
    await app.get(BlockUser).execute(user.id, 'blocked');
    expect((await enter(code())).location).toMatch(/^\/users\/sign_in\?/);
    await app.get(BlockUser).execute(user.id, 'active');
    await withPassword();
    later(600_000);
    expect((await browser.get(CODE_PATH)).location).toMatch(/^\/users\/sign_in\?/);
  });

  it('ends what a former password had begun, and keeps a new one for after the code', async () => {
    await withPassword();
    await browser.get(CODE_PATH);
    await app.request(boss, 'PUT', `/users/${user.id}`, { password: 'given by an admin' });
    expect((await enter(code())).location).toMatch(/^\/users\/sign_in\?/);
    await browser.signIn(user.username, 'given by an admin');
    const fields = { 'user[login]': user.username, 'user[password]': 'given by an admin' };
    const chosen = await browser.post('/users/sign_in', { ...fields, new_password: 'one of my own' });
    expect(chosen.location).toMatch(CODE_PATH);
    expect((await new Browser(app).signIn(user.username, 'one of my own')).status).toBe(422);
    await browser.get(CODE_PATH);
    expect((await enter(code())).status).toBe(303);
    expect((await new Browser(app).signIn(user.username, 'one of my own')).location).toMatch(CODE_PATH);
  });

  it('refuses the password to git and to applications, and says what to use', async () => {
    expect(await basic()).toEqual({ outcome: 'second-factor' });
    const form = { grant_type: 'password', username: user.username, password: PASSWORD };
    const granted = await app.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
    expect(granted.statusCode).toBe(400);
    expect(JSON.parse(granted.payload)).toEqual({
      error: 'invalid_grant',
      error_description: expect.stringContaining('use a personal access token') as string,
    });
  });

  it('is shown of its users', async () => {
    const shown = async () =>
      (await app.request(boss, 'GET', `/users/${user.id}`)).body as { two_factor_enabled: boolean };
    expect(await shown()).toMatchObject({ two_factor_enabled: true });
    expect((await app.request(principalOf(user), 'GET', '/user')).body).toMatchObject({ two_factor_enabled: true });
  });

  it('is turned off by its user with the password, not with the session alone', async () => {
    await withPassword();
    await browser.get(CODE_PATH);
    await enter(code());
    await browser.get(PAGE);
    for (const path of ['/delete', '/codes', '/secret'])
      expect((await browser.post(`${PAGE}${path}`, { password: 'wrong' })).status).toBe(422);
    const renewed = codesIn((await browser.follow(`${PAGE}/codes`, { password: PASSWORD })).text);
    expect([renewed.length, renewed.some((each) => recoveryCodes.includes(each))]).toEqual([10, false]);
    await browser.get(PAGE);
    expect((await browser.post(`${PAGE}/secret`, { password: PASSWORD })).location).toBe(PAGE);
    expect((await browser.post(`${PAGE}/delete`, { password: PASSWORD })).location).toBe(PAGE);
    expect((await browser.get(PAGE)).text).toContain('It is <strong>off</strong>');
    expect(await basic()).toMatchObject({ outcome: 'accepted' });
  });

  it('is turned on only with a code of the app', async () => {
    await withPassword();
    await browser.get(CODE_PATH);
    await enter(code());
    await browser.get(PAGE);
    await browser.post(`${PAGE}/delete`, { password: PASSWORD });
    await browser.get(PAGE);
    const setup = await browser.post(`${PAGE}/secret`, { password: PASSWORD });
    expect(setup.text).toMatch(/<div class="qr" role="img" aria-label="QR code of the secret"><svg /);
    expect((await browser.post(PAGE, { code: '000000' })).status).toBe(422);
    expect(await basic()).toMatchObject({ outcome: 'accepted' });
    later(30_000);
    expect((await browser.post(PAGE, { code: code() })).status).toBe(422);
  });

  it('is reset by an admin, for users who are none', async () => {
    const reset = (who: Principal | null, id = user.id) => app.request(who, 'PATCH', `/users/${id}/disable_two_factor`);
    expect(await reset(null)).toMatchObject({ status: 401 });
    expect(await reset(principalOf(user))).toMatchObject({ status: 403 });
    expect(await reset(boss, 999_999)).toMatchObject({ status: 404, body: { message: '404 User Not Found' } });
    expect(await reset(boss, boss.userId)).toMatchObject({ status: 403 });
    expect(await reset(boss)).toMatchObject({ status: 204 });
    expect(await reset(boss)).toMatchObject({
      status: 400,
      body: { message: '400 Bad request - Two-factor authentication is not enabled for this user' },
    });
    expect((await withPassword()).location).toBe('/');
  });

  it('keeps its secrets nowhere in the clear', async () => {
    const [row] = await app.testDatabase.query<{ all: string }>(
      `select (select json_agg(s) from identity.two_factor_secrets s)::text || (select json_agg(c) from identity.two_factor_recovery_codes c)::text
         || (select json_agg(o) from identity.outbox o)::text as all`,
    );
    for (const each of [secret, ...recoveryCodes]) expect(row!.all).not.toContain(each);
  });
});
