import { Browser } from '../testing/browser.js';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import { UserFacts } from '../users/user.facts.js';
import type { UserRecord } from '../users/user.entity.js';

const USERS = '/admin/users';
const SETTINGS = '/admin/application_settings';

describe('the pages of admins', () => {
  const app = IdentityApp.inBlock();
  const admin = new Browser(app);
  let boss: UserRecord;
  let jane: UserRecord;
  beforeAll(async () => {
    boss = await app.get(CreateUser).execute(newUser('boss', { admin: true, confirmed: true }));
    jane = await app.get(CreateUser).execute(newUser('jane', { name: 'Jane <b>' }));
    await admin.signIn('boss', PASSWORD);
    await admin.get('/-/profile');
  });

  it('are for admins only', async () => {
    const browser = new Browser(app);
    await browser.signIn('jane', PASSWORD);
    const { text } = await browser.get('/-/profile');
    expect(text).not.toContain('href="/admin"');
    expect((await admin.get('/-/profile')).text).toContain('href="/admin"');
    for (const path of ['/admin', USERS, `${USERS}/new`, SETTINGS, '/admin/audit_events'])
      expect([path, (await browser.get(path)).status]).toEqual([path, 403]);
    await browser.get('/-/profile');
    for (const path of [USERS, `${USERS}/${boss.id}/block`, `${USERS}/${jane.id}/confirmation_link`, SETTINGS])
      expect([path, (await browser.post(path, formOf(path))).status]).toEqual([path, 403]);
    expect((await app.get(UserFacts).one(boss.id)).state).toBe('active');
  });

  const formOf = (path: string): Record<string, string> => (path === SETTINGS ? settings : {});
  const settings = {
    default_project_visibility: 'internal',
    default_group_visibility: 'public',
    'restricted_visibility_levels[]': 'public',
    default_projects_limit: '7',
    user_default_external: 'true',
  };

  it('list and search users, twenty on a page', async () => {
    for (let i = 1; i <= 21; i++) await app.get(CreateUser).execute(newUser(`extra${i}`));
    const { text } = await admin.get(USERS);
    expect(text).toContain('Jane &lt;b&gt;');
    expect(text).toContain(`href="${USERS}?page=2"`);
    const found = await admin.get(`${USERS}?search=extra`);
    expect([found.text.includes('@extra1 '), found.text.includes('@jane ')]).toEqual([true, false]);
    expect(found.text).toContain(`href="${USERS}?search=extra&amp;page=2"`);
    expect((await admin.get(`${USERS}?search=no-such-user`)).text).toContain('No user matches.');
  });

  it('create users, and show what is wrong', async () => {
    await admin.get(`${USERS}/new`);
    const form = { name: 'New', username: 'jane', email: 'new@example.com', password: PASSWORD };
    const taken = await admin.post(USERS, form);
    expect([taken.status, taken.text.includes('Username has already been taken')]).toEqual([422, true]);
    expect(taken.text).not.toContain(PASSWORD);
    const short = await admin.post(USERS, { ...form, username: 'newcomer', password: 'x' });
    expect([short.status, short.text.includes('Password is too short')]).toEqual([422, true]);
    const made = await admin.post(USERS, { ...form, username: 'newcomer', skip_confirmation: 'true' });
    expect(made).toMatchObject({ status: 303, location: `${USERS}?done=added` });
    const { body } = await app.request(principalOf(boss), 'GET', '/users?username=newcomer');
    expect(body).toMatchObject([{ is_admin: false, email: 'new@example.com', confirmed_at: expect.any(String) }]);
  });

  it('block others and let them in again', async () => {
    await admin.get(USERS);
    expect((await admin.post(`${USERS}/${boss.id}/block`)).status).toBe(403);
    expect((await admin.post(`${USERS}/999999/block`)).status).toBe(404);
    await admin.get(USERS);
    expect(await admin.post(`${USERS}/${jane.id}/block`)).toMatchObject({ status: 303 });
    expect((await app.get(UserFacts).one(jane.id)).state).toBe('blocked');
    expect((await admin.get(USERS)).text).toContain('aria-label="Unblock jane"');
    expect(await admin.post(`${USERS}/${jane.id}/unblock`)).toMatchObject({ status: 303 });
    expect((await app.get(UserFacts).one(jane.id)).state).toBe('active');
  });

  it('say that no mail is sent, and show each link that a mail would have had', async () => {
    const { text } = await admin.get(USERS);
    expect(text).toContain('This Hearth sends no mail');
    expect(text).toContain('jane@example.com is not confirmed');
    const shown = await admin.post(`${USERS}/${jane.id}/confirmation_link`);
    const link = new URL(/id="link">([^<]+)</.exec(shown.text)![1]!.replaceAll('&amp;', '&'));
    const browser = new Browser(app);
    await browser.get(`${link.pathname}${link.search}`);
    const confirmed = await browser.post(link.pathname, Object.fromEntries(link.searchParams));
    expect(confirmed.status).toBe(200);
    expect((await app.get(UserFacts).one(jane.id)).confirmedAt).not.toBeNull();
    await admin.get(USERS);
    expect((await admin.post(`${USERS}/${jane.id}/confirmation_link`)).status).toBe(404);
  });

  it('show a link for a new password to hand on', async () => {
    await admin.get(USERS);
    const shown = await admin.post(`${USERS}/${jane.id}/password_reset_link`);
    const link = new URL(/id="link">([^<]+)</.exec(shown.text)![1]!.replaceAll('&amp;', '&'));
    expect((await new Browser(app).get(`${link.pathname}${link.search}`)).status).toBe(200);
    await admin.get(USERS);
    expect((await admin.post(`${USERS}/999999/password_reset_link`)).status).toBe(404);
  });

  it('change the settings that the API shows', async () => {
    await admin.get(SETTINGS);
    const wrong = await admin.post(SETTINGS, { ...settings, default_projects_limit: '-1' });
    expect([wrong.status, wrong.text.includes('must be greater than or equal to 0')]).toEqual([422, true]);
    expect(await admin.post(SETTINGS, settings)).toMatchObject({ status: 303, location: `${SETTINGS}?done=saved` });
    const { body } = await app.request(principalOf(boss), 'GET', '/application/settings');
    expect(body).toMatchObject({
      default_project_visibility: 'internal',
      default_group_visibility: 'public',
      restricted_visibility_levels: ['public'],
      default_projects_limit: 7,
      user_default_external: true,
      oauth_password_grant_enabled: false,
    });
    expect((await admin.get(SETTINGS)).text).toContain('<option selected>internal</option>');
  });

  it('show the audit trail', async () => {
    await app.testDatabase.query(
      `insert into identity.audit_events (kind, actor_id, subject_type, subject_id, subject_name, details, created_at)
       values ('user.blocked', 1, 'user', 2, '<i>', '{}', now())`,
    );
    const { status, text } = await admin.get('/admin/audit_events');
    expect([status, text.includes('user.blocked'), text.includes('&lt;i&gt;')]).toEqual([200, true, true]);
  });
});
