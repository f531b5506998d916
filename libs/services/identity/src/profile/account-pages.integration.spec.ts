import { gpgKeyText, sshKeyText } from '@hearth/testing';
import { tokenHash } from '@hearth/secrets';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { Browser, type Visit } from '../testing/browser.js';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';

const ACCOUNT = '/-/profile';
/** Fields of the confirmation page. */
const SURE = { confirmed: 'true' };

describe('the pages of an account', () => {
  const app = IdentityApp.inBlock();
  let people = 0;
  let user: UserRecord;
  let browser: Browser;
  let stranger: Browser;
  async function signedIn(): Promise<[UserRecord, Browser]> {
    const made = await app.get(CreateUser).execute(newUser(`jane${++people}`));
    const opened = new Browser(app);
    await opened.signIn(made.username, PASSWORD);
    await opened.get(ACCOUNT);
    return [made, opened];
  }
  beforeAll(async () => {
    [, stranger] = await signedIn();
  });
  beforeEach(async () => {
    [user, browser] = await signedIn();
  });
  const idIn = ({ text }: Visit, path: string) => new RegExp(`action="${path}/(\\w+)/\\w+"`).exec(text)![1]!;

  /** Expects that only its owner can see and remove an added record, and that the page has a notice about each form. */
  async function removes(path: string, verb: string, notice: string): Promise<void> {
    const list = await browser.get(path);
    const remove = `${path}/${idIn(list, path)}/${verb}`;
    expect((await stranger.get(path)).text).not.toContain(remove);
    expect((await stranger.post(remove)).status).toBe(404);
    await browser.get(path);
    const asked = await browser.post(remove);
    expect([asked.status, asked.text.includes(`action="${remove}"`)]).toEqual([200, true]);
    expect((await browser.get(path)).text).toContain(remove);
    const removed = await browser.post(remove, SURE);
    expect(removed).toMatchObject({ status: 303, location: `${path}?done=${notice}` });
    const after = await browser.get(removed.location!);
    expect(after.text).toContain('<p class="done" role="status">');
    expect(after.text).not.toContain(remove);
    expect((await browser.post(remove, SURE)).status).toBe(notice === 'revoked' ? 303 : 404);
  }

  describe('personal access tokens', () => {
    const path = '/-/profile/personal_access_tokens';

    it('show their value once, open the API, and are revoked', async () => {
      const form = { name: 'Robot <b>', 'scopes[]': ['', 'read_user'], expires_at: '2018-03-01' };
      const made = await browser.follow(path, form);
      const value = /id="token">([\w-]+)</.exec(made.text)![1]!;
      expect(made.text).toContain(`curl --header &quot;PRIVATE-TOKEN: ${value}&quot;`);
      const opens = () => app.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(value) });
      expect(await opens()).toMatchObject({ outcome: 'accepted', principal: { userId: user.id } });
      const list = await browser.get(path);
      expect(list.text).toMatch(/Robot &lt;b&gt;[^]*read_user[^]*2018-03-01/);
      expect(list.text).not.toContain(value);
      // A reload shows nothing, and creates no second token.
      const again = await browser.get(`${path}/created`);
      expect([again.status, again.location]).toEqual([303, `${path}?done=shown`]);
      expect((await browser.get(path)).text.match(/Robot &lt;b&gt;<\/strong>/g)).toHaveLength(1);
      await removes(path, 'revoke', 'revoked');
      expect(await opens()).toEqual({ outcome: 'revoked' });
    });

    it('are offered with the name and scopes of a link, also at the address of later releases', async () => {
      const given = 'name=glab&scopes=api%2Cwrite_repository';
      const { status, location } = await browser.get(`/-/user_settings/personal_access_tokens?${given}`);
      expect([status, location]).toEqual([303, `${path}?${given}`]);
      const { text } = await browser.get(location!);
      expect(text).toContain('value="glab"');
      const chosen = [...text.matchAll(/value="(\w+)" checked/g)].map(([, scope]) => scope);
      expect(chosen).toEqual(['api', 'write_repository']);
      expect((await browser.get('/-/user_settings/ssh_keys')).location).toBe(`${ACCOUNT}/keys`);
      for (const at of ['/-/user_settings/profile', '/profile']) expect((await browser.get(at)).location).toBe(ACCOUNT);
    });

    it.each([
      [{}, ['Name can&#39;t be blank', 'Scopes can&#39;t be blank']],
      [{ name: 'x', 'scopes[]': ['', 'sudo'] }, ['Scopes can only contain available scopes']],
      [{ name: 'x', 'scopes[]': ['', 'api'], expires_at: 'tomorrow' }, ['The day of expiry is no date']],
      [{ expires_at: 'tomorrow' }, ['id="name-error"', 'id="scopes-error"', 'id="expires_at-error"']],
    ])('are not made of %j', async (form, failures) => {
      const { status, text } = await browser.post(path, form as unknown as Record<string, string>);
      expect(status).toBe(422);
      for (const failure of failures) expect(text).toContain(failure);
      expect(text).toContain('You have no active token.');
    });

    it('come twenty on a page', async () => {
      for (let i = 1; i <= 21; i++) await browser.post(path, { name: `n${i}`, 'scopes[]': 'api' });
      const first = await browser.get(path);
      expect(first.text.match(/>Revoke</g)).toHaveLength(20);
      const second = await browser.get(/rel="next" href="([^"]+)"/.exec(first.text)![1]!);
      expect(second.text.match(/>Revoke</g)).toHaveLength(1);
      expect(second.text).toContain(`rel="prev" href="${path}?page=1"`);
    });
  });

  it('add and delete SSH keys, which are one user’s only', async () => {
    const path = '/-/profile/keys';
    const wrong = await browser.post(path, { key: 'ssh-rsa x', title: '"><i>' });
    expect([wrong.status, wrong.text.includes('Key is invalid'), wrong.text.includes('"><i>')]).toEqual([
      422,
      true,
      false,
    ]);
    const pem = `-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----`;
    const secret = await browser.post(path, { key: pem, title: 'laptop' });
    expect([secret.status, secret.text.includes('This is a private key')]).toEqual([422, true]);
    expect([secret.text.includes('b3BlbnNzaC1rZXk'), secret.text.includes('value="laptop"')]).toEqual([false, true]);
    const key = { key: sshKeyText(), title: 'laptop' };
    expect(await browser.post(path, key)).toMatchObject({ status: 303, location: `${path}?done=added` });
    await stranger.get(path);
    expect((await stranger.post(path, key)).text).toContain('Fingerprint has already been taken');
    expect((await browser.get(path)).text).toMatch(/laptop[^]*SHA256:/);
    await removes(path, 'delete', 'deleted');
  });

  it('add and delete GPG keys', async () => {
    const path = '/-/profile/gpg_keys';
    expect((await browser.post(path, { key: 'none' })).status).toBe(422);
    const secret = await browser.post(path, { key: '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQdGBF' });
    expect([secret.text.includes('This is a private key'), secret.text.includes('lQdGBF')]).toEqual([true, false]);
    expect(await browser.post(path, { key: await gpgKeyText() })).toMatchObject({ status: 303 });
    await removes(path, 'delete', 'deleted');
  });

  it('add and delete addresses, and show the main one', async () => {
    const path = '/-/profile/emails';
    const taken = await browser.post(path, { email: user.email });
    expect([taken.status, taken.text.includes('E-mail address has already been taken')]).toEqual([422, true]);
    const added = await browser.post(path, { email: ` other-${user.email} ` });
    expect(added).toMatchObject({ status: 303, location: `${path}?done=confirm` });
    const { text } = await browser.get(path);
    expect(text).toMatch(new RegExp(`<strong>${user.email}[^]*other-${user.email}[^]*waits for confirmation`));
    expect(text).toContain('This Hearth sends no mail');
    await removes(path, 'delete', 'deleted');
  });

  it('change the profile as the API shows it', async () => {
    const fields = { name: 'Jané', bio: 'Writes <code>', location: '', organization: 'ACME', skype: 'j' };
    const wrong = await browser.post(ACCOUNT, { ...fields, website_url: 'javascript:alert(1)' });
    expect([wrong.status, wrong.text.includes('Website is not a valid URL')]).toEqual([422, true]);
    const saved = await browser.post(ACCOUNT, { ...fields, website_url: 'https://jane.example' });
    expect(saved).toMatchObject({ status: 303, location: `${ACCOUNT}?done=saved` });
    const { body } = await app.request(principalOf(user), 'GET', '/user');
    expect(body).toMatchObject({
      name: 'Jané',
      bio: 'Writes <code>',
      location: null,
      website_url: 'https://jane.example',
    });
    const page = await browser.get(saved.location!);
    expect(page.text).toContain('value="https://jane.example"');
    expect(page.text).toContain('>Writes &lt;code&gt;</textarea>');
  });

  it('change the password, which ends every session', async () => {
    const path = '/-/profile/password';
    const form = {
      current_password: PASSWORD,
      password: 'another good one',
      password_confirmation: 'another good one',
    };
    for (const [change, text] of [
      [{ current_password: 'wrong' }, 'Current password is wrong'],
      [{ password_confirmation: 'else' }, 'doesn&#39;t match'],
      [{ password: 'short', password_confirmation: 'short' }, 'is too short (minimum is 8 characters)'],
    ] as const) {
      const refused = await browser.post(path, { ...form, ...change });
      expect([refused.status, refused.text.includes(text), refused.text.includes('good')]).toEqual([422, true, false]);
    }
    const both = await browser.post(path, { ...form, current_password: 'wrong', password: 'short' });
    for (const field of ['current_password', 'password', 'password_confirmation'])
      expect(both.text).toContain(`<p id="${field}-error" class="field-error">`);
    expect(both.text.match(/ autofocus/g)).toHaveLength(1);
    const other = new Browser(app);
    await other.signIn(user.username, PASSWORD);
    expect(await browser.post(path, form)).toMatchObject({ status: 303, location: '/users/sign_in?done=password' });
    expect([await browser.principal(), await other.principal()]).toEqual([null, null]);
    expect((await browser.get('/users/sign_in?done=password')).text).toContain('Your password was changed');
    expect((await browser.signIn(user.username, 'another good one')).status).toBe(303);
  });

  it('end single sessions, and all others', async () => {
    const path = '/-/profile/active_sessions';
    const others = [new Browser(app), new Browser(app), new Browser(app)] as const;
    for (const each of others) await each.signIn(user.username, PASSWORD);
    const list = await browser.get(path);
    expect(list.text.match(/>Sign out<\/button>/g)).toHaveLength(4);
    expect(list.text).not.toContain(browser.sessionId);
    const end = `${path}/${idIn(list, path)}/end`;
    expect((await stranger.post(end)).status).toBe(404);
    await browser.get(path);
    expect((await browser.post(end)).text).toContain('>Sign out</button>');
    expect((await Promise.all(others.map((each) => each.principal()))).filter(Boolean)).toHaveLength(3);
    expect(await browser.post(end, SURE)).toMatchObject({ status: 303 });
    expect((await Promise.all(others.map((each) => each.principal()))).filter(Boolean)).toHaveLength(2);
    expect((await browser.post(end)).status).toBe(404);
    expect((await browser.post(`${path}/end_others`)).status).toBe(200);
    expect(await browser.post(`${path}/end_others`, SURE)).toMatchObject({
      status: 303,
      location: `${path}?done=ended`,
    });
    expect((await Promise.all(others.map((each) => each.principal()))).filter(Boolean)).toEqual([]);
    expect(await browser.principal()).not.toBeNull();
  });

  it('refuse every form that no page of theirs has sent', async () => {
    const forms = ['', '/password', '/personal_access_tokens', '/personal_access_tokens/1/revoke'];
    const more = ['/keys', '/keys/1/delete', '/gpg_keys', '/gpg_keys/1/delete', '/emails', '/emails/1/delete'];
    const sessions = ['/active_sessions/00/end', '/active_sessions/end_others'];
    for (const path of [...forms, ...more, ...sessions]) {
      const forged = await browser.post(`${ACCOUNT}${path}`, { authenticity_token: '' });
      expect([path, forged.status]).toEqual([path, 403]);
    }
  });

  it('take no notice of words that they do not know', async () => {
    const { status, text } = await browser.get(`${ACCOUNT}?done=<b>`);
    expect([status, text.includes('role="status"')]).toEqual([200, false]);
  });
});
