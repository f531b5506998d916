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
    for (const path of ['/admin', USERS, `${USERS}/new`, `${USERS}/${jane.id}`, SETTINGS, '/admin/audit_events'])
      expect([path, (await browser.get(path)).status]).toEqual([path, 403]);
    await browser.get('/-/profile');
    const acts = ['block', 'unblock', 'disable_two_factor', 'confirmation_link', 'password_reset_link'];
    for (const path of [USERS, ...acts.map((act) => `${USERS}/${boss.id}/${act}`), SETTINGS])
      expect([path, (await browser.post(path, formOf(path))).status]).toEqual([path, 403]);
    expect((await app.get(UserFacts).one(boss.id)).state).toBe('active');
  });

  const formOf = (path: string): Record<string, string> =>
    path === SETTINGS ? settings : path.endsWith('confirmation_link') ? { email: 'boss@example.com' } : {};
  const settings = {
    default_project_visibility: 'internal',
    default_group_visibility: 'public',
    'restricted_visibility_levels[]': 'public',
    default_projects_limit: '7',
    user_default_external: 'true',
    default_project_creation: 'owner',
    default_branch_name: '',
    password_authentication_enabled_for_web: 'true',
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
    const page = `${USERS}/${jane.id}`;
    expect((await admin.get(page)).text).toContain('>Block</button>');
    const asked = await admin.post(`${page}/block`);
    expect([asked.status, asked.text.includes('(@jane)?</h1>')]).toEqual([200, true]);
    expect((await app.get(UserFacts).one(jane.id)).state).toBe('active');
    const blocked = await admin.post(`${page}/block`, { confirmed: 'true' });
    expect(blocked).toMatchObject({ status: 303, location: `${page}?done=blocked` });
    expect((await app.get(UserFacts).one(jane.id)).state).toBe('blocked');
    expect((await admin.get(`${page}?done=blocked`)).text).toMatch(/Blocked\.[^]*>Unblock<\/button>/);
    expect(await admin.post(`${page}/unblock`)).toMatchObject({ status: 303, location: `${page}?done=unblocked` });
    expect((await app.get(UserFacts).one(jane.id)).state).toBe('active');
    const own = (await admin.get(`${USERS}/${boss.id}`)).text;
    expect([own.includes('>Block</button>'), own.includes('>Unblock</button>')]).toEqual([false, false]);
    expect((await admin.get(`${USERS}/999999`)).status).toBe(404);
  });

  it('say that no mail is sent, and show each link that a mail would have had', async () => {
    const { text } = await admin.get(USERS);
    expect(text).toContain('This Hearth sends no mail');
    expect(text).toContain('jane@example.com is not confirmed');
    await app.request(principalOf(jane), 'POST', '/user/emails', { email: 'beside@example.com' });
    const page = `${USERS}/${jane.id}`;
    expect((await admin.get(page)).text).toMatch(/jane@example.com<\/strong>[^]*beside@example.com<\/strong>/);
    expect((await admin.post(`${page}/confirmation_link`, { email: 'boss@example.com' })).status).toBe(404);
    await admin.get(page);
    const beside = await admin.follow(`${page}/confirmation_link`, { email: 'beside@example.com' });
    expect(beside.text).toContain('<dd>beside@example.com</dd>');
    const shown = await admin.follow(`${page}/confirmation_link`, { email: 'jane@example.com' });
    const link = new URL(/id="link">([^<]+)</.exec(shown.text)![1]!.replaceAll('&amp;', '&'));
    const browser = new Browser(app);
    await browser.get(`${link.pathname}${link.search}`);
    const confirmed = await browser.post(link.pathname, Object.fromEntries(link.searchParams));
    expect(confirmed.status).toBe(200);
    expect((await app.get(UserFacts).one(jane.id)).confirmedAt).not.toBeNull();
    await admin.get(page);
    expect((await admin.post(`${page}/confirmation_link`, { email: 'jane@example.com' })).status).toBe(404);
  });

  it('show a link for a new password to hand on', async () => {
    await admin.get(USERS);
    const shown = await admin.follow(`${USERS}/${jane.id}/password_reset_link`);
    const link = new URL(/id="link">([^<]+)</.exec(shown.text)![1]!.replaceAll('&amp;', '&'));
    expect((await new Browser(app).get(`${link.pathname}${link.search}`)).status).toBe(200);
    await admin.get(USERS);
    expect((await admin.post(`${USERS}/999999/password_reset_link`)).status).toBe(404);
  });

  it('turn off the two-factor authentication of users, but not of admins', async () => {
    const off = async (id: number) => {
      const { text } = await admin.get(`${USERS}/${id}`);
      const { status, location } = await admin.post(`${USERS}/${id}/disable_two_factor`, { confirmed: 'true' });
      return [text.includes('>Turn off two-factor authentication<'), status, location];
    };
    expect(await off(jane.id)).toEqual([false, 400, undefined]);
    const ids = [jane.id, boss.id];
    await app.testDatabase.query('update identity.users set two_factor_enabled = true where id = any ($1)', [ids]);
    expect(await off(jane.id)).toEqual([true, 303, `${USERS}/${jane.id}?done=two-factor-off`]);
    expect(await off(boss.id)).toEqual([false, 403, undefined]);
    const enabled = await Promise.all(ids.map(async (id) => (await app.get(UserFacts).one(id)).twoFactorEnabled));
    expect(enabled).toEqual([false, true]);
    await app.testDatabase.query('update identity.users set two_factor_enabled = false where id = $1', [boss.id]);
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
      ...{ can_create_group: false, default_project_creation: 4, default_branch_name: null },
      oauth_password_grant_enabled: false,
      ...{ password_authentication_enabled_for_web: true, password_authentication_enabled_for_git: false },
    });
    expect((await admin.get(SETTINGS)).text).toContain('<option selected>internal</option>');
  });

  it('show the audit trail', async () => {
    await app.testDatabase.query(
      `insert into identity.audit_events (kind, actor_id, subject_type, subject_id, subject_name, details, created_at)
       values ('user.blocked', $1, 'user', 2, '<i>', '{}', now()), ('user.unblocked', 999999, 'user', 2, 'x', '{}', now())`,
      [boss.id],
    );
    const { status, text } = await admin.get('/admin/audit_events');
    expect([status, text.includes('user.blocked'), text.includes('&lt;i&gt;')]).toEqual([200, true, true]);
    expect(text).toContain(`<a href="${USERS}/${boss.id}">@boss</a>`);
    expect(text).toContain('user 999999, who is gone');
    await app.testDatabase.query(
      `insert into identity.audit_events (kind, actor_id, acting_as_id, subject_type, subject_id, subject_name, details, created_at)
       values ('member.added', $1, $2, 'group', 5, 'team', $3, now()), ('runner.registered', null, null, 'runner', 3, null, $4, now())`,
      [
        ...[boss.id, jane.id, JSON.stringify({ userId: jane.id, accessLevel: 30, expiresAt: null })],
        JSON.stringify({ projectId: 7, projectPath: '<ada>/tool', groupId: 6, ownerId: 999_999, scopes: ['a', 'b'] }),
      ],
    );
    const trail = (await admin.get('/admin/audit_events')).text;
    const [registered, added] = [...trail.matchAll(/<ul class="plain">(.*?)<\/ul>/g)].map(([, list]) => list);
    const link = `<a href="${USERS}/${jane.id}">@jane</a>`;
    expect(added).toBe(`<li>user ${link} (${jane.id})</li><li>access level 30</li>`);
    expect(registered!.split('</li>').map((item) => item.replace('<li>', ''))).toEqual([
      ...['scopes a, b', 'group 6', 'owner user 999999, who is gone', 'project &lt;ada&gt;/tool (7)', ''],
    ]);
    expect(trail).toContain(`@boss</a> as ${link}`);
    const found = async (query: string) => {
      const page = (await admin.get(`/admin/audit_events?${query}`)).text;
      return ['user.blocked', 'user.unblocked'].filter((kind) => page.includes(`<code>${kind}</code></div></td>`));
    };
    expect(await found('kind=user.blocked&actor=&entity_type=&from=&to=')).toEqual(['user.blocked']);
    expect(await found('kind=user.blocked&actor=BOSS&entity_type=User&from=2018-01-01')).toEqual(['user.blocked']);
    for (const none of [
      'kind=user.blocked&actor=jane',
      'actor=nobody-like-this',
      'entity_type=project',
      'to=2018-01-01',
    ])
      expect([none, await found(none)]).toEqual([none, []]);
    const kept = (await admin.get('/admin/audit_events?kind=%22%3E%3Ci%3E')).text;
    expect(kept).toContain('value="&quot;&gt;&lt;i&gt;"');
  });
});
