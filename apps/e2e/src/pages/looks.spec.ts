import { gpgKeyText, sshKeyText } from '@hearth/testing';
import type { Browser } from 'playwright-core';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';
import { newProject } from '../system/projects.js';
import { Visitor, startBrowser } from '../system/visitor.js';

/** A picture of one pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAKM7EgAAACwAAAAAAQABAAACAkQBADs=', 'base64');

/** Checks filled pages: lists have rows, forms have failures. The explorer of the API is left out: its page is Swagger UI's. */
describe('no page has defects, on a telephone and on a desk, dark and light:', () => {
  let browser: Browser;
  let person: Person;
  let admin: Person;
  /** An anonymous browser, a user's and an admin's. */
  let [anonymous, visitor, boss]: Visitor[] = [];
  const paths = { group: '', project: '', user: '', admin: '' };

  beforeAll(async () => {
    [browser, person, admin] = await Promise.all([startBrowser(), newPerson('looks'), newPerson('looks-admin')]);
    (await hearth.root.put(`/users/${admin.id}`, { admin: true })).expect(200);
    [anonymous, visitor, boss] = await Promise.all([1, 2, 3].map(() => Visitor.with(browser)));
    await visitor!.signIn(person);
    await boss!.signIn(admin);
    const path = uniqueName('looked');
    const group = { name: `Group ${path}`, path, visibility: 'public', description: 'Looked at by everybody.' };
    (await person.api.post('/groups', group)).expect(201);
    const project = await newProject(person, 'looked-at', 'public');
    Object.assign(paths, { group: `/groups/${group.path}`, user: `/${person.username}` });
    Object.assign(paths, { project: `/${project.path_with_namespace}`, admin: `/admin/users/${person.id}` });
  });
  afterAll(() => browser.close());
  afterEach(() => expect([anonymous, visitor, boss].flatMap((each) => each!.complaints)).toEqual([]));

  /** Checks the page that is open. */
  async function look(at: Visitor, name: string, heading: string | RegExp): Promise<void> {
    expect(await at.page.getByRole('heading', { level: 1 }).innerText()).toMatch(heading);
    expect(await at.defects(name)).toEqual([]);
  }
  async function open(at: Visitor, path: string, name: string, heading: string | RegExp): Promise<void> {
    await at.page.goto(path);
    await look(at, name, heading);
  }

  it.each<[string, () => string, string | RegExp]>([
    ['start', () => '/', 'A home for git repositories'],
    ['sign-in', () => '/users/sign_in', 'Sign in'],
    ['forgotten-password', () => '/users/password/new', 'Forgotten password'],
    ['lost-link', () => `/users/password/edit?reset_password_token=${'x'.repeat(43)}`, 'link'],
    ['public-project', () => paths.project, /looked-at/],
    ['public-group', () => paths.group, /^Group looked/],
    ['missing', () => '/users/nothing/here', 'There is no such page'],
  ])('%s, signed out', (name, path, heading) => open(anonymous!, path(), name, heading));

  it('fill a screen that is narrow but no telephone, or stand in its middle', async () => {
    const { page } = anonymous!;
    for (const width of [480, 640, 767, 800]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/users/sign_in');
      const { x, width: taken } = (await page.locator('main').boundingBox())!;
      expect([width, Math.round(width - taken - 2 * x)]).toEqual([width, 0]);
    }
  });

  it('those of a link for a new password, and of a password that an admin gave', async () => {
    await open(boss!, '/admin/users/new', 'admin-new-user', 'New user');
    await open(boss!, paths.admin, 'admin-user', 'looks of the suite');
    await boss!.press('Block');
    await look(boss!, 'admin-block', /^Block looks of the suite/);
    await boss!.page.goto(paths.admin);
    await boss!.press('Show link');
    await look(boss!, 'admin-reset-link', 'Link for a new password');
    await anonymous!.page.goto(await boss!.page.locator('#link').innerText());
    await look(anonymous!, 'reset-password', 'Choose a new password');
    await anonymous!.page.goto('/users/password/new');
    await anonymous!.page.getByLabel('E-mail address').fill(person.email);
    await anonymous!.press('Ask for a link');
    await look(anonymous!, 'reset-asked', 'Forgotten password');
    const given = await newPerson('looks-given');
    (await hearth.root.put(`/users/${given.id}`, { password: 'given by an admin' })).expect(200);
    await anonymous!.signIn({ ...given, password: 'given by an admin' });
    await look(anonymous!, 'new-password', 'Choose a new password');
    await anonymous!.signIn({ ...given, password: 'wrong' });
    await look(anonymous!, 'sign-in-refused', 'Sign in');
  });

  it('those of addresses that wait for their confirmation', async () => {
    const email = `other-${person.email}`;
    await visitor!.page.goto('/-/profile/emails');
    await visitor!.page.getByLabel('E-mail address').fill(email);
    await visitor!.press('Add address');
    await look(visitor!, 'emails', 'E-mail addresses');
    await open(visitor!, '/-/profile/emails/main', 'main-email', 'Main e-mail address');
    await visitor!.page.getByLabel('New e-mail address').fill(`main-${person.email}`);
    await visitor!.page.getByLabel('Current password').fill(person.password);
    await visitor!.press('Change address');
    expect(await visitor!.page.getByRole('status').innerText()).toContain('once it is confirmed');
    await look(visitor!, 'emails-main-waits', 'E-mail addresses');
    await open(boss!, paths.admin, 'admin-user-waits', 'looks of the suite');
    await boss!.press(`Show link for ${email}`);
    await look(boss!, 'admin-confirmation-link', 'Confirmation link');
    await anonymous!.page.goto(await boss!.page.locator('#link').innerText());
    await look(anonymous!, 'confirm-email', 'Confirm your e-mail address');
    await anonymous!.press('Confirm');
    await look(anonymous!, 'email-confirmed', 'Your e-mail address is confirmed');
  });

  it('those of oneself, with a picture and another username', async () => {
    const { page } = visitor!;
    await page.goto('/-/profile');
    await page.getByLabel('Picture').setInputFiles({ name: 'face.gif', mimeType: 'image/gif', buffer: PICTURE });
    await page.getByLabel('About you').fill('Likes pages that say what they mean.');
    await page.getByLabel('Organization').fill('ACME');
    await page.getByLabel('Website').fill('https://looks.example');
    await visitor!.press('Save profile');
    expect(await page.getByRole('status').innerText()).toBe('Saved.');
    expect(await page.evaluate<number>('document.querySelector(\'img[alt="Your picture"]\').naturalWidth')).toBe(1);
    await look(visitor!, 'profile', 'Profile');
    await page.getByLabel('Name', { exact: true }).fill(' ');
    await page.getByLabel('Website').fill('ftp://jane.example');
    await visitor!.press('Save profile');
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('name');
    await look(visitor!, 'profile-refused', 'Profile');
    await open(visitor!, '/-/profile/account', 'username', 'Username');
    await page.getByLabel('Username').fill(`${person.username}-renamed`);
    await page.getByLabel('Current password').fill(person.password);
    await visitor!.press('Change username');
    expect(await page.getByRole('status').innerText()).toBe('Saved.');
    await open(visitor!, `${paths.user}-renamed`, 'user', /looks of the suite/);
    const [, name] = paths.project.slice(1).split('/');
    await open(visitor!, `${paths.user}-renamed/${name}`, 'project', /looked-at/);
  });

  it('those that show something once', async () => {
    const { page } = visitor!;
    await page.goto('/-/profile/personal_access_tokens');
    await page.getByLabel('Name').fill('For git');
    await page.locator('input[value=api]').check();
    await visitor!.press('Create token');
    await look(visitor!, 'token-value', 'Token created');
    await page.goto('/-/profile/applications');
    await page.getByRole('textbox', { name: 'Name' }).fill('An application');
    await page.getByLabel('Redirect URIs').fill('https://app.example/callback');
    await page.locator('input[value=api]').check();
    await visitor!.press('Save application');
    await look(visitor!, 'application-secret', 'Application registered');
    await page.goto('/-/profile/applications');
    await page.getByRole('link', { name: 'An application' }).click();
    await look(visitor!, 'application', 'An application');
    for (const [path, text] of [
      ['keys', sshKeyText()],
      ['gpg_keys', await gpgKeyText()],
    ] as const) {
      await page.goto(`/-/profile/${path}`);
      await page.getByLabel('Public key').fill(text);
      if (path === 'keys') await page.getByLabel('Title').fill('laptop');
      await visitor!.press('Add key');
    }
  });

  it.each<[string, string, string | RegExp]>([
    ['home', '/', /^Welcome/],
    ['own-projects', '/dashboard/projects', 'Your projects'],
    ['own-groups', '/dashboard/groups', 'Your groups'],
    ['tokens', '/-/profile/personal_access_tokens', 'Personal access tokens'],
    ['applications', '/-/profile/applications', 'Applications'],
    ['ssh-keys', '/-/profile/keys', 'SSH keys'],
    ['gpg-keys', '/-/profile/gpg_keys', 'GPG keys'],
    ['password', '/-/profile/password', 'Password'],
    ['two-factor', '/-/profile/two_factor_auth', 'Two-factor authentication'],
    ['sessions', '/-/profile/active_sessions', 'Sessions'],
    ['unknown-application', '/oauth/authorize?client_id=none&response_type=code', 'Unknown application'],
    ['not-allowed', '/admin/users', 'This is not allowed'],
    ['missing-signed-in', '/-/profile/nothing', 'There is no such page'],
  ])('%s, of a user', (name, path, heading) => open(visitor!, path, name, heading));

  it.each<[string, string, string]>([
    ['admin-users', '/admin/users', 'Users'],
    ['admin-nobody-found', '/admin/users?search=nobody-is-called-so', 'Users'],
    ['admin-projects', '/admin/projects', 'Projects'],
    ['admin-groups', '/admin/groups', 'Groups'],
    ['admin-usage', '/admin/usage', 'Usage'],
    ['admin-runners', '/admin/runners', 'Runners'],
    ['admin-storages', '/admin/storages', 'Storages'],
    ['admin-service', '/admin/services/repository', 'Service repository'],
    ['admin-settings', '/admin/application_settings', 'Settings'],
    ['admin-audit', '/admin/audit_events', 'Audit events'],
  ])('%s, of an admin', (name, path, heading) => open(boss!, path, name, heading));

  it('sends no referrer: addresses of links hold tokens', async () => {
    const referrers = (await Promise.all([anonymous, visitor, boss].map((each) => each!.referrers()))).flat();
    expect(referrers.length).toBeGreaterThan(100);
    expect(referrers.filter((each) => each !== undefined)).toEqual([]);
  });
});
