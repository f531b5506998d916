import type { Principal } from '@hearth/contract-kit';
import { RecentProjectsQuery } from '@hearth/projects-contracts';
import { FakeIdentity } from '../testing/fake-identity.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const JANE = user(50, { username: 'jane', name: 'Jane <i>' });
const STRANGER = user(51, { username: 'stranger' });
const ADMIN = user(9, { username: 'root', admin: true });

/** A public group with a private subgroup, each with a project, and projects of a user. */
describe('the pages of what a path names', () => {
  const app = ProjectsApp.inBlock();
  beforeAll(async () => {
    const seed = new Seed(app.testDatabase);
    const home = await app.claim(JANE);
    for (const person of [STRANGER, ADMIN]) await app.claim(person);
    const outer = await seed.group('acme', 'public');
    const inner = await seed.group('lab', 'private', [outer]);
    await seed.project(outer, 'shown', 'public');
    await seed.project(inner, 'secret', 'private');
    await seed.project(home, 'mine', 'private', JANE.userId);
    for (let i = 1; i <= 21; i++) await seed.project(home, `open-${i}`, 'public', JANE.userId);
    await seed.namespaceMember(inner, JANE.userId, 30);
    await app.testDatabase.query(`update projects.projects set description = 'A <b>tool</b>' where path = 'shown'`);
  });
  const visit = async (who: Principal | null, url: string) => {
    const { status, headers, body } = await app.fetch(who, url);
    return { status, location: headers['location'], type: headers['content-type'], text: body.toString() };
  };
  const page = (who: Principal | null, path: string) => visit(who, `/-/overview?${new URLSearchParams({ path })}`);

  it('show a project with its description and where to clone it', async () => {
    const { status, type, text } = await page(null, 'ACME/Shown');
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/<h1>shown<\/h1>[^]*A &lt;b&gt;tool&lt;\/b&gt;[^]*git clone http[^ ]*\/acme\/shown\.git</);
    expect(text).toContain('<a href="/acme">acme</a>');
    expect(text).toContain('<a href="/acme/shown/-/issues">Issues</a>');
    expect(text).toContain('Nothing was pushed yet.');
    const steps = (await page(JANE, 'jane/mine')).text;
    expect(steps).toMatch(/git clone (http\S+\/jane\/mine\.git)\ncd mine\ngit [^]*git remote add origin \1\ngit push/);
  });

  it('show the README of a project to callers who may read its code', async () => {
    await app.testDatabase.query(
      `update projects.projects set default_branch = 'master', readme_path = 'docs/README.md' where path = 'shown'`,
    );
    const { text } = await page(null, 'acme/shown');
    expect(text).toMatch(/<em>Text<\/em> of docs\/README\.md[^]*href="\/acme\/shown\/-\/blob\/master\/docs\/more\.md"/);
    expect(text).not.toContain('<script>x');
    const [commit, licence, pipeline] = ['commit/c{40}">Add a<', 'blob/master/LICENSE\\.md"', 'pipelines/7">success<'];
    expect(text).toMatch(new RegExp(`${commit}[^]*${licence}`));
    const seen = await Promise.all([null, STRANGER].map(async (who) => (await page(who, 'acme/shown')).text));
    expect(seen.map((each) => each.includes(pipeline!))).toEqual([false, true]);
    await app.testDatabase.query(
      `update projects.projects set repository_access_level = 'private' where path = 'shown'`,
    );
    expect((await page(null, 'acme/shown')).text).not.toMatch(/<em>Text|Add a|LICENSE/);
  });

  it('show a group with what the caller may see in it, by both of its addresses', async () => {
    for (const url of ['/-/overview?path=acme', '/-/overview/group?path=acme']) {
      const { status, text } = await visit(null, url);
      expect([status, text.includes('/acme/shown'), text.includes('acme/lab')]).toEqual([200, true, false]);
      expect((await visit(JANE, url)).text).toContain('href="/groups/acme/lab"');
    }
    expect((await page(JANE, 'acme/lab')).text).toContain('href="/acme/lab/secret"');
    const searched = (await visit(JANE, '/-/overview/group?path=acme&search=lab')).text;
    expect([searched.includes('/groups/acme/lab'), searched.includes('/acme/shown')]).toEqual([true, false]);
  });

  it('show a user with their projects, twenty on a page', async () => {
    const { status, text } = await page(null, 'Jane');
    expect(status).toBe(200);
    expect(text).toContain('<h1>Jane &lt;i&gt;</h1>');
    expect(text.match(/href="\/jane\/open-/g)).toHaveLength(20);
    expect(text).toContain('rel="next" href="/jane?page=2"');
    expect((await visit(null, '/-/overview?path=jane&page=2')).text.match(/href="\/jane\/open-/g)).toHaveLength(1);
    expect((await visit(JANE, '/-/overview?path=jane&page=2')).text).toContain('/jane/');
  });

  it('show what a user has filled in, and pictures', async () => {
    const profile = { bio: 'Builds <b>', location: '', skype: '', linkedin: '', twitter: 'jane', organization: null };
    const card = {
      id: 50,
      username: 'jane',
      name: 'Jane',
      state: 'active',
      createdAt: new Date().toISOString(),
    } as const;
    const { cards } = app.get(FakeIdentity);
    cards.set(50, { ...card, avatarPath: '/face.png', profile: { ...profile, websiteUrl: 'https://jane.example' } });
    const shown = (await page(null, 'jane')).text;
    expect(shown).toMatch(/src="\/face\.png"[^]*Builds &lt;b&gt;[^]*<a href="https:\/\/jane\.example" rel="nofollow/);
    expect([shown.includes('<dt>Twitter</dt>'), shown.includes('<dt>Location</dt>')]).toEqual([true, false]);
    cards.set(50, { ...card, avatarPath: null, profile: { ...profile, websiteUrl: 'javascript:alert(1)' } });
    expect((await page(null, 'jane')).text).not.toContain('href="javascript:');
    cards.clear();
    for (const [table, path] of [
      ['projects', 'shown'],
      ['namespaces', 'acme'],
    ] as const)
      await app.testDatabase.query(`update projects.${table} set avatar_file = 'a.png' where path = $1`, [path]);
    expect((await page(null, 'acme/shown')).text).toMatch(
      /<img src="\/uploads\/-\/system\/project\/avatar\/\d+\/a\.png"/,
    );
    expect((await page(null, 'acme')).text).toMatch(/<img src="\/uploads\/-\/system\/group\/avatar\/\d+\/a\.png"/);
  });

  it('show no user to anonymous callers where nothing may be public', async () => {
    const { settings } = app.get(FakeIdentity);
    app.get(FakeIdentity).settings = { ...settings, restrictedVisibilities: ['public'] };
    expect((await page(null, 'jane')).status).toBe(303);
    expect((await page(STRANGER, 'jane')).status).toBe(200);
    app.get(FakeIdentity).settings = settings;
  });

  it.each(['issues/1', 'issues/99', 'merge_requests/1', 'snippets/1', 'nothing'])(
    'answer 404 without a sign-in for %s of a public project, which has no page',
    async (rest) => {
      for (const who of [null, STRANGER]) {
        const { status, type, text } = await page(who, `acme/shown/${rest}`);
        expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
        expect(text).toContain('There is no such page');
      }
    },
  );

  it.each([
    'acme/lab',
    'acme/lab/secret',
    'acme/lab/secret/issues/1',
    'acme/lab/nothing/issues/1',
    'acme/nothing/issues/1',
    'jane/mine',
    'nobody',
    'acme/nothing',
    'a/b/c/d',
    'x\0',
  ])('are no answer to whether %j exists', async (path) => {
    const missing = await page(STRANGER, path);
    if (path.includes('\0')) return expect(missing.status).toBe(400);
    expect([missing.status, missing.type]).toEqual([404, 'text/html; charset=utf-8']);
    expect(missing.text).toContain('There is no such page');
    const anonymous = await page(null, path);
    const back = new URLSearchParams({ return_to: `/${path}` });
    expect([anonymous.status, anonymous.location]).toEqual([303, `/users/sign_in?${back}`]);
  });

  it('list one’s projects, the last active first', async () => {
    const { status, text } = await visit(JANE, '/dashboard/projects');
    expect(status).toBe(200);
    expect(text.match(/<li><div><a href/g)).toHaveLength(20);
    expect((await visit(STRANGER, '/dashboard/projects')).text).toContain('None that you can see.');
    expect((await visit(JANE, '/dashboard/groups')).text).toContain('href="/groups/acme/lab"');
    expect((await visit(STRANGER, '/dashboard/groups')).text).toContain('None that you can see.');
    const recent = await app.calls.query(RecentProjectsQuery, {
      user: { id: JANE.userId, admin: false, external: false },
      most: 5,
    });
    expect(recent.projects).toHaveLength(5);
    expect(recent.projects[0]).toMatchObject({ fullPath: expect.stringMatching(/^(jane|acme\/lab)\//) });
  });
});
