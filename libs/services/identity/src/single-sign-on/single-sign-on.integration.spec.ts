import { generateKeyPair } from 'jose';
import { CreateUser } from '../users/create.js';
import { BASE_URL, IdentityApp } from '../testing/identity-app.js';
import { Browser } from '../testing/browser.js';
import { OpenidProvider } from '../testing/openid-provider.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import { SettingsStore } from '../settings/settings.store.js';
import { UpdateSettings } from '../settings/update.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { PasswordFacts } from '../sign-in/password.facts.js';
import { UsersStore } from '../users/users.store.js';
import { Database } from '@hearth/data';
import { recording } from '@hearth/data/testing';
import { SINGLE_SIGN_ON, singleSignOnSettings, type ProviderSettings } from './provider-settings.js';

const CALLBACK = '/users/auth/openid_connect/callback';

describe('single sign-on', () => {
  const openid = new OpenidProvider();
  const defaults = singleSignOnSettings({
    HEARTH_OIDC_ISSUER: 'https://not-yet.example',
    HEARTH_OIDC_CLIENT_ID: OpenidProvider.client.client_id,
    HEARTH_OIDC_CLIENT_SECRET: OpenidProvider.client.client_secret,
    HEARTH_OIDC_NAME: 'Acme',
  });
  const settings = { provider: { ...defaults.provider! }, passwords: true };
  const app = IdentityApp.inBlock(undefined, [{ provider: SINGLE_SIGN_ON, by: settings }]);
  let issuer: string;
  let people = 0;

  beforeAll(async () => {
    issuer = await openid.start(`${BASE_URL}${CALLBACK}`);
    await app.get(CreateUser).execute(newUser('boss', { admin: true }));
  });
  afterAll(() => openid.stop());
  beforeEach(() => {
    set({});
    return allow(true, true);
  });

  function set(changes: Partial<ProviderSettings>, passwords = true) {
    Object.assign(settings.provider, { ...defaults.provider, issuer, ...changes });
    settings.passwords = passwords;
  }

  const allow = (web: boolean, git: boolean) =>
    app.get(UpdateSettings).execute({ passwordsForWeb: web, passwordsForGit: git });
  const overHttp = async (login: string, password = PASSWORD) => {
    const passwordHash = '0'.repeat(64);
    const basic = { kind: 'basic', login, password, passwordHash, clientAddress: '192.0.2.1' } as const;
    return (await app.get(AuthenticateCredential).execute(basic)).outcome;
  };

  /** A person whom the provider knows. */
  function person(claims: Record<string, unknown> = {}) {
    const name = `jane${++people}`;
    openid.people.set(name, {
      preferred_username: name,
      name,
      email: `${name}@example.com`,
      email_verified: true,
      ...claims,
    });
    return name;
  }

  async function toProvider(browser: Browser, back = '/-/profile') {
    const { location } = await browser.get(`/users/auth/openid_connect?return_to=${encodeURIComponent(back)}`);
    return location!;
  }

  async function signIn(subject: string, browser = new Browser(app)) {
    return { browser, visit: await browser.get(await openid.signIn(await toProvider(browser), subject)) };
  }
  const userNamed = async (username: string) => {
    const store = app.get(UsersStore);
    const id = await store.idOf(app.get(Database), username);
    return id === undefined ? null : store.find(app.get(Database), id);
  };

  it('makes an account at the first sign-in, and finds it at the next', async () => {
    const jane = person({ name: 'Jane Doe' });
    const { browser, visit } = await signIn(jane);
    expect([visit.status, visit.location]).toEqual([303, '/-/profile']);
    const principal = await browser.principal();
    expect(principal).toMatchObject({ username: jane, credential: { kind: 'session' } });
    expect(await userNamed(jane)).toMatchObject({
      name: 'Jane Doe',
      email: `${jane}@example.com`,
      confirmedAt: expect.any(Date),
      identities: [{ provider: 'openid_connect', externUid: jane }],
    });
    openid.people.set(jane, { preferred_username: 'renamed', email: 'other@example.com', email_verified: true });
    expect((await (await signIn(jane)).browser.principal())?.userId).toBe(principal!.userId);
    const resets = await app.testDatabase.query(
      `select data from identity_jobs.job where name like '%password-reset%'`,
    );
    expect(resets).toEqual([]);
  });

  it('takes another username where the first one is taken', async () => {
    await app.get(CreateUser).execute(newUser('smith'));
    const { browser } = await signIn(person({ preferred_username: 'Smith' }));
    expect(await browser.principal()).toMatchObject({ username: 'Smith2' });
  });

  it('links an account by its address only where that is allowed', async () => {
    const user = await app.get(CreateUser).execute(newUser('old-hand', { confirmed: true }));
    const subject = person({ email: user.email });
    const refused = await signIn(subject);
    expect([refused.visit.status, await refused.browser.principal()]).toEqual([403, null]);
    expect(refused.visit.text).toContain('An account with your e-mail address exists.');
    set({ linkByEmail: true });
    expect((await (await signIn(subject)).browser.principal())?.userId).toBe(user.id);
    const unconfirmed = await signIn(person({ email: user.email, email_verified: false }));
    expect(unconfirmed.visit.text).toContain('confirmed no e-mail address');
    await app.get(CreateUser).execute(newUser('kim', { email: 'kim@example.com', confirmed: true }));
    const similar = await signIn(person({ email: '\u{212A}im@example.com' }));
    expect([similar.visit.status, await similar.browser.principal()]).toEqual([403, null]);
  });

  it('makes no accounts where admins do', async () => {
    set({ createUsers: false });
    const jane = person();
    expect((await signIn(jane)).visit.status).toBe(403);
    expect(await userNamed(jane)).toBeNull();
    await app.get(CreateUser).execute(newUser(jane, { identity: { provider: 'openid_connect', externUid: jane } }));
    expect(await (await signIn(jane)).browser.principal()).toMatchObject({ username: jane });
  });

  it('gives and takes the rights that groups have', async () => {
    const memberships = [{ claim: 'devs', path: 'acme', level: 30 }];
    set({ adminGroups: ['ops'], memberships });
    const jane = person({ groups: ['ops', 'devs'] });
    expect(await (await signIn(jane)).browser.principal()).toMatchObject({ admin: true });
    openid.people.get(jane)!['groups'] = [];
    const { browser } = await signIn(jane);
    const principal = await browser.principal();
    expect(principal).toMatchObject({ admin: false });
    expect(app.projects.memberships).toEqual(
      [30, null].map((level) => ({ userId: principal!.userId, groups: [{ path: 'acme', level }] })),
    );
  });

  it('blocks who has left the groups that may use Hearth', async () => {
    set({ requiredGroups: ['staff'] });
    const jane = person({ groups: ['staff'] });
    const { browser } = await signIn(jane);
    openid.people.get(jane)!['groups'] = ['alumni'];
    expect((await signIn(jane)).visit.status).toBe(403);
    expect(await userNamed(jane)).toMatchObject({ state: 'blocked' });
    expect(await browser.principal()).toBeNull();
    openid.people.get(jane)!['groups'] = ['staff'];
    expect((await signIn(jane)).visit.text).toContain('Your account is blocked.');
  });

  it('asks for the code of two-factor authentication here', async () => {
    const jane = person();
    await signIn(jane);
    await app.testDatabase.query(
      `update identity.users set two_factor_enabled = true, password_expires_at = '2018-01-01' where username = $1`,
      [jane],
    );
    const { visit, browser } = await signIn(jane);
    expect(visit.location).toBe('/users/sign_in/two_factor?return_to=%2F-%2Fprofile');
    expect([(await browser.get(visit.location!)).status, await browser.principal()]).toEqual([200, null]);
  });

  describe('of an account that exists', () => {
    const PAGE = '/-/profile/single_sign_on';
    const LINK = '/users/auth/openid_connect/link';
    const RIGHT = { current_password: PASSWORD };

    async function signedIn(name: string) {
      await app.get(CreateUser).execute(newUser(name, { confirmed: true }));
      const browser = new Browser(app);
      await browser.signIn(name, PASSWORD);
      await browser.get(PAGE);
      return browser;
    }
    /** Comes back from the provider as a person. */
    async function link(browser: Browser, subject: string) {
      await browser.post(`${PAGE}/link`, RIGHT);
      const { location } = await browser.get(LINK);
      return browser.get(await openid.signIn(location!, subject));
    }

    it('links and unlinks it, with the password asked again', async () => {
      const browser = await signedIn('linker');
      const wrong = await browser.post(`${PAGE}/link`, { current_password: 'wrong' });
      expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('Current password is wrong')]);
      expect((await browser.get(LINK)).location).toBe(PAGE);
      const approved = await browser.post(`${PAGE}/link`, RIGHT);
      expect((await browser.get(approved.location!)).text).toContain(`href="${LINK}">Continue at Acme`);
      const subject = person({ email_verified: false });
      expect((await link(browser, subject)).location).toBe(`${PAGE}?done=linked`);
      expect((await browser.get(PAGE)).text).toContain('Unlink account');
      expect(await (await signIn(subject)).browser.principal()).toMatchObject({ username: 'linker' });
      expect((await browser.post(`${PAGE}/unlink`, { current_password: 'wrong' })).status).toBe(422);
      expect((await browser.post(`${PAGE}/unlink`, RIGHT)).location).toBe(`${PAGE}?done=unlinked`);
      expect((await browser.post(`${PAGE}/unlink`, RIGHT)).status).toBe(404);
      expect((await signIn(subject)).visit.status).toBe(403);
    });

    it('links it to no account of another user, nor of a person who may not use Hearth', async () => {
      const [first, second] = [await signedIn('first'), await signedIn('second')];
      const subject = person();
      await link(first, subject);
      const taken = await link(second, subject);
      expect([taken.status, taken.text]).toEqual([422, expect.stringContaining('Another user is linked')]);
      set({ requiredGroups: ['staff'] });
      expect((await link(second, person())).text).toContain('You are in none of the groups');
      expect((await userNamed('second'))!.identities).toEqual([]);
    });

    it('links it for the session that has asked only', async () => {
      const browser = await signedIn('asker');
      await browser.post(`${PAGE}/link`, RIGHT);
      const answer = await openid.signIn((await browser.get(LINK)).location!, person());
      await browser.get(PAGE);
      await browser.post('/users/sign_out');
      expect((await browser.get(answer)).status).toBe(400);
      expect((await (await signedIn('other')).get(answer)).status).toBe(400);
      expect((await userNamed('asker'))!.identities).toEqual([]);
    });

    it('changes it by a password that opens git alone, but unlinks it only where that would sign in again', async () => {
      const browser = await signedIn('pusher');
      const rename = () => browser.post('/-/profile/account', { username: 'pusher2', ...RIGHT });
      await allow(false, false);
      expect((await rename()).text).toContain('Current password is wrong');
      await allow(false, true);
      expect((await browser.get(PAGE)).text).toContain('Link account');
      expect((await link(browser, person())).location).toBe(`${PAGE}?done=linked`);
      expect((await browser.get(PAGE)).text).not.toContain('name="current_password"');
      expect((await browser.post(`${PAGE}/unlink`, RIGHT)).status).toBe(422);
      expect(await rename()).toMatchObject({ status: 303 });
      expect((await userNamed('pusher2'))!.identities).toHaveLength(1);
      const email = 'pusher2@example.com';
      expect(await browser.post('/-/profile/emails/main', { email, ...RIGHT })).toMatchObject({ status: 303 });
      expect(await browser.post('/-/profile/two_factor_auth/delete', { password: PASSWORD })).toMatchObject({
        status: 303,
      });
      const password = 'another one of mine';
      const change = { password, password_confirmation: password, ...RIGHT };
      expect(await browser.post('/-/profile/password', change)).toMatchObject({ status: 303 });
      expect([await overHttp('pusher2'), await overHttp('pusher2', password)]).toEqual(['unknown', 'accepted']);
    });
  });

  it('takes only the answer to its own request, once', async () => {
    const jane = person();
    const victim = new Browser(app);
    await toProvider(victim);
    const foreign = await openid.signIn(await toProvider(new Browser(app)), jane);
    expect([(await victim.get(foreign)).status, await victim.principal()]).toEqual([502, null]);
    expect((await new Browser(app).get(foreign)).status).toBe(400);
    const browser = new Browser(app);
    const answer = await openid.signIn(await toProvider(browser), jane);
    expect((await browser.get(answer)).status).toBe(303);
    expect((await browser.get(answer)).status).toBe(400);
  });

  describe('at a sign-out there', () => {
    const logOut = (logout_token: string) =>
      new Browser(app).post('/users/auth/openid_connect/backchannel_logout', { logout_token });

    it('ends the sessions of the person', async () => {
      const [jane, other] = [await signIn(person()), await signIn(person())];
      const username = (await jane.browser.principal())!.username;
      expect(await logOut(await openid.logoutToken({ sub: username }))).toMatchObject({ status: 200, text: '{}' });
      expect(await jane.browser.principal()).toBeNull();
      expect(await other.browser.principal()).not.toBeNull();
      const [audited] = await app.testDatabase.query<{ data: object }>(
        `select data from identity.outbox where data ->> 'kind' = 'session.ended' order by id desc limit 1`,
      );
      expect(audited?.data).toMatchObject({ details: { sessions: 1 }, subject: { name: username } });
      expect((await logOut(await openid.logoutToken({ sub: 'not known here' }))).status).toBe(200);
    });

    it('takes only a fresh token of the provider for Hearth that names the person', async () => {
      const { browser } = await signIn(person());
      const sub = (await browser.principal())!.username;
      const { privateKey } = await generateKeyPair('RS256');
      const tokens = [
        openid.logoutToken({ sub }, 'another client'),
        openid.logoutToken({ sub }, undefined, privateKey),
        openid.logoutToken({ sub, nonce: 'of an id_token' }),
        openid.logoutToken({ sub, events: {} }),
        openid.logoutToken({ sub, iat: Math.floor(Date.now() / 1000) - 3600 }),
        openid.logoutToken({ sid: 'a session' }),
        Promise.resolve('no.token'),
      ];
      for (const token of tokens) {
        const { status, text } = await logOut(await token);
        expect([status, JSON.parse(text).error]).toEqual([400, 'invalid_request']);
      }
      expect(await browser.principal()).not.toBeNull();
    });
  });

  it('says so when the provider does not answer, and tries again', async () => {
    const browser = new Browser(app);
    expect((await browser.get(`${CALLBACK}?error=access_denied`)).status).toBe(400);
    await toProvider(browser);
    const denied = await browser.get(`${CALLBACK}?error=access_denied&state=x`);
    expect(denied.text).toContain('Nobody was signed in by Acme. Try again.');
    expect((await signIn(person())).visit.status).toBe(303);
  });

  it('replaces passwords where they are switched off', async () => {
    const user = await app.get(CreateUser).execute(newUser('pat'));
    const browser = new Browser(app);
    const page = async () => (await browser.get('/users/sign_in?return_to=/a%3Fb')).text;
    expect(await page()).toContain('href="/users/auth/openid_connect?return_to=%2Fa%3Fb">Sign in with Acme</a>');
    expect(await page()).toContain('user[password]');
    const onPages = async () => {
      const visitor = new Browser(app);
      await visitor.signIn('pat', PASSWORD);
      const asks = (await visitor.get('/users/password/new')).status === 200;
      return [(await page()).includes('user[password]'), (await visitor.principal()) !== null, asks];
    };
    expect([await onPages(), await overHttp('pat')]).toEqual([[true, true, true], 'accepted']);
    await allow(false, true);
    expect([await onPages(), await overHttp('pat')]).toEqual([[false, false, true], 'accepted']);
    await allow(true, false);
    expect([await onPages(), await overHttp('pat')]).toEqual([[true, true, true], 'unknown']);
    await allow(true, true);
    set({}, false);
    expect([await onPages(), await overHttp('pat')]).toEqual([[false, false, false], 'unknown']);
    expect(await app.request(principalOf(user), 'GET', '/user')).toMatchObject({ status: 200 });
  });

  it('reads once where passwords are accepted', async () => {
    const db = recording(app.database);
    const facts = new PasswordFacts(db as unknown as Database, app.get(SettingsStore), settings);
    await allow(false, true);
    expect([await facts.onPages(), await facts.overHttp(), await facts.anywhere()]).toEqual([false, true, true]);
    await allow(false, false);
    expect(await facts.anywhere()).toBe(false);
    expect(db.statements).toHaveLength(4);
  });
});
