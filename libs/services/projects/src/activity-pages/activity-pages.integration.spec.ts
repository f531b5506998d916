import { PageBrowser } from '@hearth/testing';
import type { ProjectId } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the pages of activities', () => {
  const app = ProjectsApp.inBlock();
  const browser = new PageBrowser(app);
  const [owner, visitor] = [user(1), user(2)];
  let open: ProjectId;
  let secret: ProjectId;

  beforeAll(async () => {
    await app.claim(owner);
    await app.claim(visitor);
    const seed = new Seed(app.testDatabase);
    const group = await seed.group('acme', 'public');
    const below = await seed.group('lab', 'public', [group]);
    [open, secret] = [await seed.project(group, 'open', 'public'), await seed.project(below, 'secret', 'private')];
    await seed.namespaceMember(group, owner.userId, 50);
    for (const project of [open, secret]) {
      await app.request(owner, 'POST', `/projects/${project}/issues`, { title: `Fix <b>${project}</b>` });
      await app.request(owner, 'POST', `/projects/${project}/issues/1/notes`, { body: 'See <i>this</i>' });
    }
    await app.testDatabase.query(
      `insert into projects.activity_events (kind, project_id, author_id, created_at, sequence, push)
       values ('push', $1, $2, now(), 1, '{"refType":"branch","ref":"a#b","from":null,"to":"${'a'.repeat(40)}","commitCount":1,"commitTitle":"One"}')`,
      [open, owner.userId],
    );
  });

  it('show what happened in a project', async () => {
    const { status, text } = await browser.visit(visitor, `/-/project/${open}/activity`);
    expect(status).toBe(200);
    expect(text).toMatch(
      /pushed new branch <a href="\/acme\/open\/-\/commits\/a%23b">a#b<\/a> <strong>One<[^]*commented on issue <a href="\/acme\/open\/-\/issues\/1\?note=(\d+)#note_\1">#1<[^]*See &lt;i&gt;this[^]*opened issue <a href="\/acme\/open\/-\/issues\/1">#1<\/a> <strong>Fix &lt;b&gt;/,
    );
    expect((await browser.visit(visitor, `/-/project/${secret}/activity`)).status).toBe(404);
    const anonymous = await browser.visit(null, `/-/project/${open}/activity`);
    expect([anonymous.status, anonymous.text.includes('pushed new'), anonymous.text.includes('opened')]).toEqual([
      ...[200, true, false],
    ]);
  });

  it.each(['/-/group/acme/activity', '/users/user-1/activity'])(
    'show in %s what the caller sees in its projects',
    async (path) => {
      const seen = async (who: typeof owner) => {
        const { status, text } = await browser.visit(who, path);
        return [status, text.includes('/acme/open/-/issues/1'), text.includes('/acme/lab/secret/-/issues/1')];
      };
      expect(await seen(visitor)).toEqual([200, true, false]);
      expect(await seen(owner)).toEqual([200, true, true]);
    },
  );

  it('lead from the address without a dash, and answer 404 for unknown users and groups', async () => {
    const at = (path: string) => `/-/overview?${new URLSearchParams({ path })}`;
    expect((await browser.visit(visitor, at('acme/open/activity'))).location).toBe('/acme/open/-/activity');
    for (const path of ['/users/nobody/activity', '/-/group/nothing/activity'])
      expect((await browser.visit(visitor, path)).status).toBe(404);
  });
});
