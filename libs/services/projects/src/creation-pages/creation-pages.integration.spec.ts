import { PageBrowser } from '@hearth/testing';
import type { Principal } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const HOSTILE = '<script>alert(1)</script>';

describe('the pages that create projects and groups', () => {
  const app = ProjectsApp.inBlock();
  const browser = new PageBrowser(app);
  const founder = user(1, { username: 'founder', canCreateGroup: true });
  const [master, developer, guest] = [user(2, { username: 'master' }), user(3), user(4)];
  let outer: number;
  let inner: number;
  let shown: number;

  beforeAll(async () => {
    const home = await app.claim(founder);
    for (const person of [master, developer, guest]) await app.claim(person);
    const seed = new Seed(app.testDatabase);
    outer = await seed.group('acme', 'public');
    inner = await seed.group('lab', 'public', [outer]);
    for (const [person, level] of [
      [founder, 50],
      [master, 40],
      [developer, 30],
    ] as const)
      await seed.namespaceMember(outer, person.userId, level);
    shown = await seed.project(home, 'shown', 'public', founder.userId);
    await app.testDatabase.query(`update projects.projects set default_branch = 'main' where path = 'shown'`);
  });

  const optionsOf = (text: string, name: string) => {
    const [, options = ''] = new RegExp(`<select id="${name}"[^>]*>(.*?)</select>`).exec(text) ?? [];
    return [...options.matchAll(/<option[^>]*>([^<]*)/g)].map(([, option]) => option);
  };

  it('offer the namespaces that the caller may create in, inherited ones included', async () => {
    const offered = async (who: Principal, page: string, name: string) =>
      optionsOf((await browser.visit(who, page)).text, name);
    expect(await offered(founder, '/projects/new', 'namespace_id')).toEqual(['founder', 'acme', 'acme/lab']);
    expect(await offered(master, `/projects/new?namespace_id=${inner}`, 'namespace_id')).toEqual([
      'acme/lab',
      'master',
      'acme',
    ]);
    expect(await offered(developer, `/projects/new?namespace_id=${outer}`, 'namespace_id')).toEqual([
      developer.username,
    ]);
    expect(await offered(founder, '/groups/new', 'parent_id')).toEqual(['None: a group on top', 'acme', 'acme/lab']);
    expect(await offered(founder, `/-/project/${shown}/forks/new`, 'namespace')).toContain('acme');
    await app.testDatabase.query(
      `update projects.namespaces set subgroup_creation_level = 'maintainer' where id = $1`,
      [inner],
    );
    expect(await offered(master, '/groups/new', 'parent_id')).toEqual(['acme/lab']);
  });

  it('create a project, a group and a fork as the API does', async () => {
    const refused = await browser.send(master, '/projects/new', '/projects/new', {
      ...{ name: HOSTILE, namespace_id: String(inner), visibility: 'private', description: HOSTILE },
    });
    expect([refused.status, refused.text.includes('Name can contain only')]).toEqual([422, true]);
    expect(refused.text).not.toContain(HOSTILE);
    const made = await browser.send(master, '/projects/new', '/projects/new', {
      ...{ name: 'Great Tool', namespace_id: String(inner), visibility: 'internal', initialize_with_readme: 'true' },
    });
    expect([made.status, made.location]).toEqual([303, '/acme/lab/great-tool']);
    const { body } = await app.request(master, 'GET', `/projects/${encodeURIComponent('acme/lab/great-tool')}`);
    expect(body).toMatchObject({ name: 'Great Tool', visibility: 'internal', creator_id: master.userId });

    const group = { name: 'Lab Two', path: 'lab', parent_id: String(outer), visibility: 'private' };
    const taken = await browser.send(founder, '/groups/new', '/groups/new', group);
    expect([taken.status, taken.text.includes('Path has already been taken')]).toEqual([422, true]);
    const subgroup = await browser.send(founder, '/groups/new', '/groups/new', { ...group, path: 'two' });
    expect([subgroup.status, subgroup.location]).toEqual([303, '/groups/acme/two']);
    const top = await browser.send(founder, '/groups/new', '/groups/new', { ...group, path: 'top', parent_id: '' });
    expect(top.location).toBe('/groups/top');

    const form = `/-/project/${shown}/forks/new`;
    const fork = { namespace: String(inner), name: 'Shown', path: 'shown' };
    const copied = await browser.send(master, form, form, fork);
    expect([copied.status, copied.location]).toEqual([303, '/acme/lab/shown']);
    const again = await browser.send(master, form, form, fork);
    expect([again.status, again.text.includes('has already been taken')]).toEqual([422, true]);
  });

  it('star a project, and show who may do what on its page', async () => {
    const page = '/-/overview?path=founder%2Fshown';
    expect((await browser.visit(guest, page)).text).toMatch(/>Star<[^]*\/founder\/shown\/-\/forks\/new/);
    for (let i = 0; i < 2; i++) {
      const { status, location } = await browser.send(guest, page, `/-/project/${shown}/star`);
      expect([status, location]).toEqual([303, '/founder/shown']);
    }
    expect((await browser.visit(guest, page)).text).toContain('>Unstar<');
    await browser.send(guest, page, `/-/project/${shown}/unstar`);
    expect((await browser.visit(guest, page)).text).toContain('>Star<');
    expect((await browser.visit(null, page)).text).not.toMatch(/>Star<|forks\/new/);
    const group = async (who: Principal | null) => (await browser.visit(who, '/-/overview/group?path=acme')).text;
    expect(await group(founder)).toMatch(/New subgroup[^]*New project/);
    expect(await group(master)).not.toContain('New subgroup');
    expect(await group(developer)).not.toContain('New project');
    expect(await group(null)).not.toMatch(/New (?:subgroup|project)/);
  });

  it('are refused to others, and forms without a token are', async () => {
    expect((await browser.visit(guest, '/groups/new')).status).toBe(403);
    for (const page of ['/projects/new', '/groups/new', `/-/project/${shown}/forks/new`]) {
      const { status, location } = await browser.visit(null, page);
      expect([status, location]).toEqual([303, expect.stringContaining('/users/sign_in?return_to=')]);
      expect((await browser.post(founder, page, { name: 'x', path: 'x' })).status).toBe(403);
    }
    const elsewhere = { name: 'x', namespace_id: String(outer), visibility: 'private' };
    const { status, text } = await browser.send(developer, '/projects/new', '/projects/new', elsewhere);
    expect([status, text.includes('Namespace is not valid')]).toEqual([422, true]);
  });

  it('are reached where a list was typed without /-/', async () => {
    const at = async (who: Principal | null, path: string) => {
      const { status, location } = await browser.visit(who, `/-/overview?path=${encodeURIComponent(path)}`);
      return [status, location];
    };
    expect(await at(guest, 'founder/shown/issues')).toEqual([303, '/founder/shown/-/issues']);
    expect(await at(null, 'founder/shown/merge_requests')).toEqual([303, '/founder/shown/-/merge_requests']);
    expect(await at(guest, 'founder/hidden/issues')).toEqual([404, undefined]);
  });
});
