import { PageBrowser } from '@hearth/testing';
import { FakeIdentity } from '../testing/fake-identity.js';
import { FakeMergeRequests } from '../testing/fake-merge-requests.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the pages of admins', () => {
  const app = ProjectsApp.inBlock();
  const browser = new PageBrowser(app);
  const [owner, admin] = [user(1), user(2, { admin: true })];

  beforeAll(async () => {
    const home = await app.claim(owner);
    await app.claim(admin);
    const seed = new Seed(app.testDatabase);
    await seed.project(home, 'secret', 'private');
    const group = await seed.group('hidden', 'private');
    await seed.project(group, 'old', 'public');
    await app.testDatabase.query(
      `update projects.projects set archived = path = 'old', repository_size = case path when 'old' then 1536 else 0 end`,
    );
  });

  async function names(path: string): Promise<string[]> {
    const { status, text } = await browser.visit(admin, path);
    expect(status).toBe(200);
    return [...text.matchAll(/<li>\s<div><a href="\/([^"]+)"><strong>/g)].map(([, name]) => name!);
  }

  it('list every project, by text and state, in an order, with its owner and size', async () => {
    expect(await names('/admin/projects?sort=name_asc')).toEqual(['hidden/old', 'user-1/secret']);
    expect(await names('/admin/projects?sort=name_desc&state=active')).toEqual(['user-1/secret']);
    expect(await names('/admin/projects?state=archived&sort=wrong')).toEqual(['hidden/old']);
    expect(await names('/admin/projects?search=secret')).toEqual(['user-1/secret']);
    const { text } = await browser.visit(admin, '/admin/projects?state=archived');
    expect(text).toMatch(/Of <a href="\/groups\/hidden">[^]*1\.5 KiB[^]*href="\/hidden\/old\/-\/edit#delete"/);
    expect((await browser.visit(admin, '/admin/projects?search=none')).text).toContain('No project matches.');
  });

  it('list every group, by text', async () => {
    expect(await names('/admin/groups')).toEqual(['groups/hidden']);
    expect(await names('/admin/groups?search=other')).toEqual([]);
    expect((await browser.visit(admin, '/admin/groups')).text).toContain('projects directly in it have 1.5 KiB');
  });

  it('show the numbers of records', async () => {
    app.get(FakeIdentity).counts = { users: 1_234_567, activeUsers: 1_200, sshKeys: 3 };
    app.get(FakeMergeRequests).counts = { mergeRequests: 12, notes: 999 };
    const { text } = await browser.visit(admin, '/admin/usage');
    expect(text).toMatch(/<dt>Users<\/dt><dd>1,234,567<\/dd>[^]*<dt>Merge requests<\/dt><dd>12<\/dd>/);
  });

  it('show the lag, queues and dead letters of the service, replay and discard these', async () => {
    const at = '/admin/services/projects';
    await app.testDatabase.query(
      `insert into projects.dead_letters (event_id, topic, type, key, data, event_time, handler, error, attempts)
       select gen_random_uuid(), 'identity', 'identity.' || each, each, '{"bio": "tulips"}', now(),
         case each when 'known' then 'OnUserCreated' end, 'Error: no <name>' || chr(10) || 'at x', 4
       from unnest(array['known', 'invalid']) as each`,
    );
    const { text } = await browser.visit(admin, at);
    expect(text).toMatch(/<dd>ready<[^]*identity\.known[^]*Error: no &lt;name&gt;<[^]*Replay projects\/event\/1"/);
    expect(text).not.toMatch(/tulips|at x|Replay projects\/event\/2/);
    const one = await browser.send(admin, at, `${at}/replay`, { letter: 'projects/event/1' });
    expect([one.status, one.location]).toEqual([303, `${at}?done=replayed`]);
    const again = await browser.send(admin, at, `${at}/replay`, { letter: 'projects/event/1' });
    expect([again.status, again.text]).toEqual([422, expect.stringContaining('was replayed before')]);
    expect((await browser.visit(admin, at)).text).not.toContain('identity.known');
    expect((await browser.send(admin, at, `${at}/replay`, {})).status).toBe(422);
    const discard = (fields: object) =>
      browser.send(admin, at, `${at}/discard`, { letter: 'projects/event/2', ...fields });
    expect((await discard({})).text).toContain('Discard projects/event/2?');
    const discarded = await discard({ confirmed: 'true' });
    expect([discarded.status, discarded.location]).toEqual([303, `${at}?done=discarded`]);
    expect((await discard({ confirmed: 'true' })).status).toBe(422);
    expect((await browser.visit(admin, at)).text).toContain('No event or job has used up its attempts.');
    const audited = await app.testDatabase.query<{ data: object }>(
      `select data from projects.outbox where data ->> 'kind' like 'dead_letter.%' order by id`,
    );
    expect(audited.map(({ data }) => data)).toMatchObject(
      [1, 2].map((id) => ({
        kind: id === 1 ? 'dead_letter.replayed' : 'dead_letter.discarded',
        ...{ actorId: admin.userId, details: { letters: [`projects/event/${id}`] } },
      })),
    );
  });

  it('are for admins only', async () => {
    for (const path of ['/admin/projects', '/admin/groups', '/admin/usage', '/admin/services/projects']) {
      expect([path, (await browser.visit(owner, path)).status]).toEqual([path, 403]);
      expect([path, (await browser.visit(null, path)).status]).toEqual([path, 303]);
    }
  });
});
