import { PageBrowser } from '@hearth/testing';
import type { Principal } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the pages of settings', () => {
  const app = ProjectsApp.inBlock();
  const browser = new PageBrowser(app);
  const [owner, master, developer, stranger] = [user(1, { canCreateGroup: true }), user(2), user(3), user(4)];
  let seed: Seed;
  let made = 0;

  beforeAll(async () => {
    for (const person of [owner, master, developer, stranger]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  /** A group with an owner, a master and a developer, and a project in it. */
  async function newTree(visibility: 'private' | 'public' = 'public') {
    const path = `group-${++made}`;
    const group = await seed.group(path, visibility);
    for (const [person, level] of [
      [owner, 50],
      [master, 40],
      [developer, 30],
    ] as const)
      await seed.namespaceMember(group, person.userId, level);
    return { path, group, project: await seed.project(group, 'app', visibility, owner.userId) };
  }
  const record = async (kind: 'project' | 'group', id: number) =>
    (await app.request(owner, 'GET', `/${kind}s/${id}`)).body as Record<string, unknown>;
  const at = (kind: 'project' | 'group', id: number, rest = '/edit') => `/-/${kind}/${id}${rest}`;
  const send = (who: Principal, kind: 'project' | 'group', id: number, rest: string, fields: Record<string, string>) =>
    browser.send(who, at(kind, id), at(kind, id, rest), fields);

  it('show the sizes of a project', async () => {
    const { project } = await newTree();
    const sizes = 'repository_size = 1536, lfs_size = 512, artifacts_size = 2097152';
    await app.testDatabase.query(`update projects.projects set ${sizes} where id = $1`, [project]);
    const { text } = await browser.visit(master, at('project', project));
    const shown = [...text.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g)].map(([, label, size]) => [label, size]);
    expect(shown).toEqual([
      ['Repository', '1.5 KiB'],
      ['LFS objects', '512 bytes'],
      ['Artifacts of jobs', '2.0 MiB'],
      ['Together', '2.0 MiB'],
    ]);
  });

  it('change a project, a part with each form', async () => {
    const { path, project } = await newTree();
    const change = (fields: Record<string, string>) => send(owner, 'project', project, '/edit', fields);
    const first = await change({ name: 'New name', description: '', topics: 'one, two,' });
    expect([first.status, first.location]).toEqual([303, `/${path}/app/-/edit?done=saved`]);
    await change({ visibility: 'private', issues_access_level: 'private', lfs_enabled: 'false' });
    await change({ merge_method: 'ff', squash_option: 'always', only_allow_merge_if_pipeline_succeeds: 'true' });
    await change({ ci_config_path: 'ci/build.yml', public_jobs: 'false', merge_pipelines_enabled: 'true' });
    expect(await record('project', project)).toMatchObject({
      ...{ name: 'New name', topics: ['one', 'two'], visibility: 'private', issues_access_level: 'private' },
      ...{ lfs_enabled: false, merge_method: 'ff', squash_option: 'always', ci_config_path: 'ci/build.yml' },
      ...{ only_allow_merge_if_pipeline_succeeds: true, public_jobs: false, description: '' },
      merge_pipelines_enabled: true,
    });
    const refused = await change({ name: '', description: 'kept <b>' });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringMatching(/Name can&#39;t be blank[^]*kept &lt;b/),
    ]);
    const moved = await change({ path: 'moved' });
    expect(moved.location).toBe(`/${path}/moved/-/edit?done=moved`);
    expect((await change({ path: 'edit' })).text).toContain('Path edit is a reserved name');
  });

  it('leave the name, visibility and end of a project to its owners', async () => {
    const { project } = await newTree();
    const { status, text } = await browser.visit(master, at('project', project));
    expect(status).toBe(200);
    expect(text).toContain('Merge method');
    expect(text).not.toMatch(/name="(?:name|visibility|namespace|archived|full_path)"/);
    const forms = [
      ['/edit', { name: 'Mine' }],
      ['/transfer', { namespace: master.username, confirmed: 'true' }],
      ['/archive', { archived: 'true', confirmed: 'true' }],
      ['/delete', { full_path: 'x' }],
    ] as const;
    for (const [form, fields] of forms)
      expect([form, (await send(master, 'project', project, form, fields)).status]).toEqual([form, 403]);
  });

  it('transfer, archive and delete a project once that is confirmed', async () => {
    const { path, project } = await newTree();
    const other = await newTree();
    const target = { namespace: String(other.group) };
    expect((await browser.visit(owner, at('project', project))).text).toContain(`>${other.path}</option>`);
    const asked = await send(owner, 'project', project, '/transfer', target);
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Transfer the project?')]);
    const taken = await send(owner, 'project', project, '/transfer', { ...target, confirmed: 'true' });
    expect([taken.status, taken.text]).toEqual([422, expect.stringContaining('same path')]);
    const home = { namespace: owner.username, confirmed: 'true' };
    const moved = await send(owner, 'project', project, '/transfer', home);
    expect(moved.location).toBe(`/${owner.username}/app/-/edit?done=moved`);

    expect((await send(owner, 'project', project, '/archive', { archived: 'true' })).text).toContain('Archive the');
    await send(owner, 'project', project, '/archive', { archived: 'true', confirmed: 'true' });
    expect(await record('project', project)).toMatchObject({ archived: true });
    await send(owner, 'project', project, '/archive', { archived: 'false' });
    expect(await record('project', project)).toMatchObject({ archived: false });

    const wrong = await send(owner, 'project', project, '/delete', { full_path: `${path}/app` });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('Type the full path')]);
    const gone = await send(owner, 'project', project, '/delete', { full_path: `${owner.username}/app` });
    expect(gone.location).toBe('/dashboard/projects');
    expect((await app.request(owner, 'GET', `/projects/${project}`)).status).toBe(404);
  });

  it('change, transfer and delete a group', async () => {
    const { path, group } = await newTree();
    const other = await newTree();
    const change = (fields: Record<string, string>) => send(owner, 'group', group, '/edit', fields);
    await change({ name: 'Team', description: 'Us', visibility: 'public' });
    await change({ project_creation_level: 'owner', share_with_group_lock: 'true', lfs_enabled: 'false' });
    expect(await record('group', group)).toMatchObject({
      ...{ name: 'Team', description: 'Us', project_creation_level: 'owner', share_with_group_lock: true },
    });
    expect((await change({ path: other.path })).text).toContain('Path has already been taken');
    expect((await change({ path: `${path}-new` })).location).toBe(`/groups/${path}-new/-/edit?done=moved`);
    const target = { group_id: String(other.group) };
    expect((await send(owner, 'group', group, '/transfer', target)).text).toContain('Transfer the group?');
    const inner = `${other.path}/${path}-new`;
    const moved = await send(owner, 'group', group, '/transfer', { ...target, confirmed: 'true' });
    expect(moved.location).toBe(`/groups/${inner}/-/edit?done=moved`);
    expect((await browser.visit(owner, at('group', group))).text).toContain('None: a group on top');
    expect((await send(owner, 'group', group, '/delete', { full_path: path })).status).toBe(422);
    expect((await send(owner, 'group', group, '/delete', { full_path: inner })).location).toBe('/dashboard/groups');
    expect((await app.request(owner, 'GET', `/groups/${group}`)).status).toBe(404);
  });

  it('are open to those who may change them, and take forms with a token only', async () => {
    const { group, project } = await newTree();
    const hidden = await newTree('private');
    const statuses = async (who: Principal | null, tree: typeof hidden) => [
      (await browser.visit(who, at('project', tree.project))).status,
      (await browser.visit(who, at('group', tree.group))).status,
    ];
    expect(await statuses(owner, hidden)).toEqual([200, 200]);
    expect(await statuses(master, hidden)).toEqual([200, 403]);
    expect(await statuses(developer, hidden)).toEqual([403, 403]);
    expect(await statuses(stranger, hidden)).toEqual([404, 404]);
    expect(await statuses(stranger, { ...hidden, group, project })).toEqual([403, 403]);
    expect(await statuses(null, hidden)).toEqual([303, 303]);
    const forms = [
      at('project', project),
      ...['/transfer', '/archive', '/delete', '/avatar/delete'].map((form) => at('project', project, form)),
      at('group', group),
      ...['/transfer', '/delete', '/avatar/delete'].map((form) => at('group', group, form)),
    ];
    for (const form of forms) {
      const { status } = await browser.post(owner, form, { namespace: 'x', archived: 'true', confirmed: 'true' });
      expect([form, status]).toEqual([form, 403]);
    }
  });
});
