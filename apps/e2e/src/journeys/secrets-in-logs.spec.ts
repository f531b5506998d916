import { Browser } from '../system/browser.js';
import { hearth } from '../system/hearth.js';
import { allLogs } from '../system/log.js';
import { AuthenticatorApp, newPerson, type Person } from '../system/people.js';

const TWO_FACTOR = '/-/profile/two_factor_auth';

/** The suite's system logs as much as possible: every request, and debug messages. */
describe('the logs', () => {
  let person: Person;
  let admin: Browser;
  /** Secrets that open an account, or are part of a sign-in. */
  const secrets: string[] = [];
  const paths: string[] = [];

  beforeAll(async () => {
    person = await newPerson('logged');
    const boss = await newPerson('logged-admin');
    (await hearth.root.put(`/users/${boss.id}`, { admin: true })).expect(200);
    admin = new Browser();
    await admin.signIn(boss, '/admin/users');
    secrets.push(boss.password, person.password, person.token);
  });

  afterEach(async () => {
    const logs = await allLogs();
    expect(paths.filter((path) => !logs.includes(`"path":"${path}"`))).toEqual([]);
    // Digits of a code may also be part of longer numbers.
    const found = secrets.filter((secret) => new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(logs));
    expect(found).toEqual([]);
  });

  /** Returns the link that an admin sees, since the system of the suite sends no mail. */
  async function handed(kind: string, fields: Record<string, string> = {}): Promise<URL> {
    await admin.get(`/admin/users/${person.id}`);
    const { text } = (await admin.follow(`/admin/users/${person.id}/${kind}`, fields)).expect(200);
    const link = new URL(/id="link">([^<]+)</.exec(text)![1]!);
    secrets.push(...link.searchParams.values());
    paths.push(link.pathname);
    return link;
  }

  async function enterCode(code: string): Promise<number> {
    const browser = new Browser();
    await browser.get(await browser.signIn(person, '/-/profile'));
    paths.push('/users/sign_in/two_factor');
    secrets.push(code);
    return (await browser.post('/users/sign_in/two_factor', { 'user[otp_attempt]': code })).status;
  }

  it('have neither the tokens of links for a new password, nor passwords', async () => {
    const link = await handed('password_reset_link');
    const [token] = [...link.searchParams.values()];
    const browser = new Browser();
    (await browser.get(`${link.pathname}${link.search}`)).expect(200);
    const choose = (password: string) => {
      secrets.push(password);
      return browser.post(link.pathname, { reset_password_token: token!, 'user[password]': password });
    };
    (await choose('shorty')).expect(422);
    (await choose(`chosen-${person.password}`)).expect(303);
    (await browser.get(`${link.pathname}${link.search}`)).expect(404);
    Object.assign(person, { password: `chosen-${person.password}` });
  });

  it('have no tokens of links that confirm an address', async () => {
    const email = `beside-${person.email}`;
    (await person.api.post('/user/emails', { email })).expect(201);
    const link = await handed('confirmation_link', { email });
    const browser = new Browser();
    (await browser.get(`${link.pathname}${link.search}`)).expect(200);
    const fields = Object.fromEntries(link.searchParams);
    (await browser.post(link.pathname, fields)).expect(200);
    (await browser.post(link.pathname, fields)).expect(404);
  });

  it('have neither secrets, codes nor recovery codes of two-factor authentication', async () => {
    const browser = new Browser();
    await browser.signIn(person, TWO_FACTOR);
    await browser.get(TWO_FACTOR);
    paths.push(TWO_FACTOR);
    const setup = (await browser.post(`${TWO_FACTOR}/secret`, { password: person.password })).expect(200).text;
    const secret = /<code class="secret"[^>]*>([A-Z2-7]{32})<\/code>/.exec(setup)![1]!;
    const app = new AuthenticatorApp(secret);
    const code = app.nextCode();
    secrets.push(secret, code, 'a-wrong-code');
    (await browser.post(TWO_FACTOR, { code: 'a-wrong-code' })).expect(422);
    const { text } = (await browser.follow(TWO_FACTOR, { code })).expect(200);
    const recovery = [...text.matchAll(/<code class="secret">([^<]+)<\/code>/g)].map(([, each]) => each!);
    expect(recovery).toHaveLength(10);
    secrets.push(...recovery);
    expect(await enterCode('another-wrong-code')).toBe(422);
    expect(await enterCode(recovery[0]!)).toBe(303);
    expect(await enterCode(app.nextCode())).toBe(303);
  });
});
