import { Browser } from '../system/browser.js';
import { hearth } from '../system/hearth.js';
import { AuthenticatorApp, newPerson, type Person } from '../system/people.js';
import { newProject } from '../system/projects.js';

const PAGE = '/-/profile/two_factor_auth';

describe('two-factor authentication', () => {
  let person: Person;
  let app: AuthenticatorApp;
  beforeAll(async () => {
    person = await newPerson('two-factor');
    const browser = new Browser();
    await browser.signIn(person, PAGE);
    await browser.get(PAGE);
    const setup = (await browser.post(`${PAGE}/secret`, { password: person.password })).expect(200).text;
    app = new AuthenticatorApp(/<code class="secret"[^>]*>([A-Z2-7]{32})<\/code>/.exec(setup)![1]!);
    expect((await browser.follow(PAGE, { code: app.nextCode() })).expect(200).text).toContain(
      'Two-factor authentication is on',
    );
  });

  it('asks a browser for a code after the password', async () => {
    const browser = new Browser();
    const next = await browser.signIn(person, '/-/profile/applications');
    (await browser.get(next)).expect(200);
    const fields = { 'user[otp_attempt]': app.nextCode(), return_to: '/-/profile/applications' };
    const entered = await browser.post('/users/sign_in/two_factor', fields);
    expect(entered.expect(303).headers['location']).toBe('/-/profile/applications');
    (await browser.get('/-/profile/applications')).expect(200);
  });

  it('leaves git and applications to tokens, and says so', async () => {
    const { path_with_namespace: path } = await newProject(person, 'two-factor');
    const refs = (secret: string) =>
      hearth.anonymous.send('GET', `/${path}.git/info/refs`, {
        headers: { authorization: `Basic ${Buffer.from(`${person.username}:${secret}`).toString('base64')}` },
        query: { service: 'git-upload-pack' },
      });
    const refused = await refs(person.password);
    expect([refused.status, refused.text]).toEqual([
      401,
      "HTTP Basic: Access denied\nYou must use a personal access token with 'api' scope for Git over HTTP.\n",
    ]);
    (await refs(person.token)).expect(200);
    expect((await refs('wrong')).text).toBe('HTTP Basic: Access denied');
    const form = { grant_type: 'password', username: person.username, password: person.password };
    expect((await hearth.anonymous.send('POST', '/oauth/token', { form })).expect(400).json()).toMatchObject({
      error: 'invalid_grant',
    });
    expect((await person.api.get('/user')).json()).toMatchObject({ two_factor_enabled: true });
  });
});
