import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sshKeyText } from '@hearth/testing';
import * as client from 'openid-client';
import type { Browser } from 'playwright-core';
import { Visitor, startBrowser } from '../system/visitor.js';
import { hearth } from '../system/hearth.js';
import { AuthenticatorApp, newPerson, remoteUrl, type Person } from '../system/people.js';
import { newProject } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';

describe('the pages in a browser', () => {
  let browser: Browser;
  let person: Person;
  let visitor: Visitor;
  beforeAll(async () => {
    [browser, person] = await Promise.all([startBrowser(), newPerson('pages')]);
    visitor = await Visitor.with(browser);
    await visitor.signIn(person, '/-/profile/personal_access_tokens');
  });
  afterAll(() => browser.close());

  it('lead back from the sign-in', () => {
    expect(new URL(visitor.page.url()).pathname).toBe('/-/profile/personal_access_tokens');
  });

  it('mint a token that git pushes with, also without scripts', async () => {
    const project = await newProject(person, 'by-token');
    const plain = await Visitor.with(browser, { javaScriptEnabled: false });
    await plain.signIn(person, '/-/profile/personal_access_tokens');
    await plain.page.getByLabel('Name').fill('For git');
    await plain.page.locator('input[value=write_repository]').check();
    await plain.press('Create token');
    const token = await plain.page.locator('#token').innerText();
    expect(await plain.page.getByText('Copy token').isVisible()).toBe(false);
    await plain.close();
    const copy = await WorkingCopy.create();
    const remote = remoteUrl(project.path_with_namespace, person.username, token);
    await copy.git.run(['commit', '--quiet', '--allow-empty', '--message', 'first']);
    await copy.git.run(['push', '--quiet', remote, 'HEAD:refs/heads/main']);
    expect(String(await copy.git.run(['ls-remote', remote, 'refs/heads/main']))).toMatch(/refs\/heads\/main/);
    await copy.remove();
  });

  describe('an application', () => {
    let callback: Server;
    let visited: URL[];
    beforeAll(async () => {
      visited = [];
      callback = createServer((request, response) => {
        visited.push(new URL(request.url!, address()));
        response.end('<!doctype html><title>back</title>');
      });
      await new Promise<void>((listening) => callback.listen(0, '127.0.0.1', listening));
    });
    afterAll(() => void callback.close());
    const address = () => `http://127.0.0.1:${(callback.address() as AddressInfo).port}/cb`;

    it('is registered, allowed by its user, acts as them, and is denied by the next', async () => {
      const { page } = visitor;
      await page.goto('/-/profile/applications');
      await page.getByRole('textbox', { name: 'Name' }).fill('Journey');
      await page.getByLabel('Redirect URIs').fill(address());
      await page.locator('input[value=api]').check();
      await visitor.press('Save application');
      const [uid, secret] = await page.locator('dd code').allInnerTexts();
      const server = {
        issuer: hearth.url,
        authorization_endpoint: `${hearth.url}/oauth/authorize`,
        token_endpoint: `${hearth.url}/oauth/token`,
      };
      const configuration = new client.Configuration(server, uid!, {}, client.ClientSecretBasic(secret!));
      client.allowInsecureRequests(configuration);
      const pkceCodeVerifier = client.randomPKCECodeVerifier();
      const expectedState = client.randomState();
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: address(),
        scope: 'api',
        state: expectedState,
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      await page.goto(url.href);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Authorize Journey?');
      expect(await visitor.defects('consent')).toEqual([]);
      await visitor.press('Deny');
      expect(visited.find(({ pathname }) => pathname === '/cb')!.searchParams.get('error')).toBe('access_denied');
      visited.length = 0;
      await page.goto(url.href);
      await visitor.press('Authorize');
      const back = visited.find(({ pathname }) => pathname === '/cb')!;
      const tokens = await client.authorizationCodeGrant(configuration, back, { pkceCodeVerifier, expectedState });
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const { text } = (await hearth.anonymous.send('GET', '/api/v4/user', { headers })).expect(200);
      expect(JSON.parse(text)).toMatchObject({ username: person.username });
      await page.goto('/-/profile/applications');
      expect(await page.getByRole('button', { name: 'Revoke Journey' }).count()).toBe(1);
    });
  });

  it('add a key, tell what is wrong with another, and delete it', async () => {
    const { page } = visitor;
    await page.goto('/-/profile/keys');
    await page.getByLabel('Public key').fill('ssh-ed25519 AAAA');
    await page.getByLabel('Title').fill('laptop');
    await visitor.press('Add key');
    expect(await page.getByRole('alert').innerText()).toContain('Key is invalid');
    expect(await visitor.defects('ssh-keys-refused')).toEqual([]);
    await page.getByLabel('Public key').fill(sshKeyText());
    await visitor.press('Add key');
    expect(await page.getByRole('status').innerText()).toBe('Added.');
    await visitor.press('Delete laptop');
    expect(await visitor.defects('confirm-delete')).toEqual([]);
    await visitor.press('Delete');
    expect(await page.getByText('You have added none.').count()).toBe(1);
  });

  it('turn two-factor authentication on, and ask for a code from then on', async () => {
    const guarded = await newPerson('guarded');
    const first = await Visitor.with(browser);
    await first.signIn(guarded, '/-/profile/two_factor_auth');
    await first.page.getByLabel('Current password').fill(guarded.password);
    await first.press('Set up');
    expect(await first.defects('two-factor-setup')).toEqual([]);
    const app = new AuthenticatorApp(await first.page.locator('code.secret').innerText());
    await first.page.locator('#code').fill(app.nextCode());
    await first.press('Turn on two-factor authentication');
    await first.page.waitForURL('**/codes');
    expect(await first.page.getByText('Two-factor authentication is on').count()).toBe(1);
    expect(await first.defects('recovery-codes')).toEqual([]);
    await first.page.goto('/-/profile/two_factor_auth');
    expect(await first.defects('two-factor-on')).toEqual([]);
    const next = await Visitor.with(browser);
    await next.signIn(guarded, '/-/profile');
    expect(new URL(next.page.url()).pathname).toBe('/users/sign_in/two_factor');
    expect(await next.defects('second-factor')).toEqual([]);
    await next.page.locator('#code').fill(app.nextCode());
    await next.press('Sign in');
    expect(new URL(next.page.url()).pathname).toBe('/-/profile');
    expect([first, next].flatMap(({ complaints }) => complaints)).toEqual([]);
  });

  it('keep a form whose session has ended, and go on with it', async () => {
    const { page } = visitor;
    await page.goto('/-/profile/keys');
    await page.getByLabel('Public key').fill(sshKeyText());
    await page.getByLabel('Title').fill('kept');
    await page.context().clearCookies();
    await visitor.press('Add key');
    expect(await visitor.defects('form-ended')).toEqual([]);
    await page.getByLabel('Username or e-mail address').fill(person.username);
    await page.getByLabel('Password').fill(person.password);
    await visitor.press('Sign in');
    expect(await visitor.defects('form-resumed')).toEqual([]);
    await visitor.press('Send again');
    expect(await page.getByRole('status').innerText()).toBe('Added.');
    expect(await page.getByText('kept').count()).toBe(1);
  });

  it('give a form back that is too old', async () => {
    const { page } = visitor;
    await page.goto('/-/profile');
    await page.getByLabel('Location').fill('Leipzig');
    await page.evaluate('document.querySelector("main input[name=authenticity_token]").value = "old"');
    await visitor.press('Save profile');
    expect(await visitor.defects('form-old')).toEqual([]);
    await visitor.press('Send again');
    expect(await page.getByLabel('Location').inputValue()).toBe('Leipzig');
  });

  it('sign out', async () => {
    await visitor.page.goto('/');
    await visitor.press('Sign out');
    await visitor.page.goto('/-/profile');
    expect(new URL(visitor.page.url()).pathname).toBe('/users/sign_in');
  });
});
