import { PageBrowser } from '@hearth/testing';
import type { Principal } from '@hearth/contract-kit';
import type { MemberSource } from '../members/membership.rules.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the pages of members', () => {
  const app = ProjectsApp.inBlock();
  const browser = new PageBrowser(app);
  const [owner, master, developer, other, stranger] = [user(1), user(2), user(3), user(4), user(5)];
  let seed: Seed;
  let made = 0;

  beforeAll(async () => {
    for (const person of [owner, master, developer, other, stranger]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  /** A group with an owner, and a project in it with a master and a developer. */
  async function newTree(visibility: 'private' | 'public' = 'public') {
    const path = `group-${++made}`;
    const group = await seed.group(path, visibility);
    await seed.namespaceMember(group, owner.userId, 50);
    const project = await seed.project(group, 'app', visibility, owner.userId);
    await seed.projectMember(project, master.userId, 40);
    await seed.projectMember(project, developer.userId, 30);
    return { path, group, project };
  }
  const list = (kind: MemberSource['kind'], id: number, rest = '') => `/-/${kind}/${id}/${kind}_members${rest}`;
  const members = async (kind: MemberSource['kind'], id: number) => {
    const { body } = await app.request(owner, 'GET', `/${kind}s/${id}/members`);
    return (body as { username: string; access_level: number; expires_at: string | null }[]).map(
      ({ username, access_level: level, expires_at: until }) => [username, level, until],
    );
  };

  it('list direct members, and with inherited ones on request', async () => {
    const { project, group } = await newTree();
    const names = async (page: string) =>
      [...(await browser.visit(stranger, page)).text.matchAll(/href="\/[\w-]+"><strong>(User \d)</g)].map(
        ([, name]) => name,
      );
    expect(await names(list('project', project))).toEqual(['User 2', 'User 3']);
    expect(await names(list('project', project, '?inherited=true'))).toEqual(['User 1', 'User 2', 'User 3']);
    expect(await names(list('project', project, '?search=user-3'))).toEqual(['User 3']);
    expect(await names(list('group', group))).toEqual(['User 1']);
    const { text } = await browser.visit(stranger, list('project', project));
    expect(text).toContain('Maintainer');
    expect(text).not.toMatch(/Add a member|>Save<|>Remove<|>Leave|Share with/);
  });

  it.each(['project', 'group'] as const)('add, change and remove members of a %s', async (kind) => {
    const tree = await newTree();
    const id = tree[kind];
    const page = list(kind, id);
    const add = (fields: Record<string, string>) => browser.send(owner, page, page, fields);
    const unknown = await add({ username: 'nobody <b>', access_level: '20' });
    expect([unknown.status, unknown.text]).toEqual([422, expect.stringContaining('There is no user')]);
    const added = await add({ username: `@${other.username}`, access_level: '20', expires_at: '2999-01-02' });
    expect([added.status, added.location]).toEqual([303, expect.stringMatching(/_members\?done=added$/)]);
    expect((await add({ username: other.username, access_level: '20' })).text).toContain('Member already exists');
    expect((await add({ username: stranger.username, access_level: '99' })).text).toContain('is not included');
    expect(await members(kind, id)).toContainEqual([other.username, 20, '2999-01-02']);
    const one = list(kind, id, `/${other.userId}`);
    await browser.send(owner, page, one, { access_level: '30', expires_at: '' });
    expect(await members(kind, id)).toContainEqual([other.username, 30, null]);
    expect((await browser.send(owner, page, `${one}/delete`)).text).toContain('Remove the member?');
    await browser.send(owner, page, `${one}/delete`, { confirmed: 'true' });
    expect((await members(kind, id)).map(([username]) => username)).not.toContain(other.username);
  });

  it('let members leave, but keep the last owner', async () => {
    const { project, group } = await newTree();
    const [page, away] = [list('project', project), list('project', project, `/${developer.userId}/delete`)];
    expect((await browser.visit(developer, page)).text).toContain('Leave project');
    expect((await browser.send(developer, page, away)).text).toContain('Leave the project?');
    expect((await browser.send(developer, page, away, { confirmed: 'true' })).location).toBe('/dashboard/projects');
    const last = list('group', group, `/${owner.userId}/delete`);
    const kept = await browser.send(owner, list('group', group), last, { confirmed: 'true' });
    expect([kept.status, kept.text]).toEqual([422, expect.stringContaining('keeps its last owner')]);
  });

  it.each(['project', 'group'] as const)('ask for access to a %s, and decide on it', async (kind) => {
    const tree = await newTree();
    const id = tree[kind];
    const page = list(kind, id);
    const requests = `/-/${kind}/${id}/access_requests`;
    expect((await browser.visit(other, page)).text).not.toContain('Request access');
    expect((await browser.send(other, page, requests)).status).toBe(403);
    await app.testDatabase.query(
      `update projects.${kind === 'project' ? 'projects' : 'namespaces'} set request_access_enabled = true where id = $1`,
      [id],
    );
    expect((await browser.visit(other, page)).text).toContain('Request access');
    for (const person of [other, stranger]) await browser.send(person, page, requests);
    expect((await browser.visit(other, page)).text).toContain('Withdraw request');
    expect((await browser.visit(other, page)).text).not.toContain('Requests for access');
    expect((await browser.visit(owner, page)).text).toMatch(/Requests for access[^]*User 4[^]*User 5/);
    expect((await browser.send(other, page, `${requests}/${stranger.userId}/deny`)).status).toBe(403);
    await browser.send(owner, page, `${requests}/${other.userId}/approve`, { access_level: '10' });
    expect(await members(kind, id)).toContainEqual([other.username, 10, null]);
    await browser.send(stranger, page, `${requests}/${stranger.userId}/deny`);
    expect((await browser.visit(owner, page)).text).not.toContain('Requests for access');
  });

  it('share a project with a group, and stop it', async () => {
    const { project, path } = await newTree();
    const { group: guests, path: invited } = await newTree('private');
    const [page, links] = [list('project', project), `/-/project/${project}/group_links`];
    const share = (group: string) => browser.send(owner, page, links, { group, group_access: '30' });
    expect((await share('nothing')).text).toContain('no group with this path');
    expect((await share(path)).text).toContain('is in this group');
    expect((await share(invited)).location).toContain('done=shared');
    expect((await browser.visit(owner, page)).text).toMatch(/the role of a developer/);
    expect((await browser.send(owner, page, `${links}/${guests}/delete`)).text).toContain('Stop sharing?');
    await browser.send(owner, page, `${links}/${guests}/delete`, { confirmed: 'true' });
    expect((await browser.visit(owner, page)).text).toContain('is not shared with other groups');
  });

  it('are hidden with the project or group, and their forms are for those who manage members', async () => {
    const { project, group } = await newTree('private');
    const statuses = async (who: Principal | null) => [
      (await browser.visit(who, list('project', project))).status,
      (await browser.visit(who, list('group', group))).status,
    ];
    expect(await statuses(owner)).toEqual([200, 200]);
    expect(await statuses(developer)).toEqual([200, 200]);
    expect(await statuses(stranger)).toEqual([404, 404]);
    expect(await statuses(null)).toEqual([303, 303]);
    const forms = ['', `/${master.userId}`, `/${master.userId}/delete`].map((rest) => list('project', project, rest));
    for (const form of [...forms, `/-/project/${project}/group_links`]) {
      const fields = {
        username: other.username,
        access_level: '10',
        group: 'x',
        group_access: '10',
        confirmed: 'true',
      };
      const by = async (who: Principal) => (await browser.send(who, list('project', project), form, fields)).status;
      expect([form, await by(developer), await by(stranger)]).toEqual([form, 403, 404]);
      expect([form, (await browser.post(owner, form, fields)).status]).toEqual([form, 403]);
    }
  });
});
