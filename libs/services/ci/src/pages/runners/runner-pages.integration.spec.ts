import { PageBrowser } from '@hearth/testing';
import { CiApp } from '../../testing/ci-app.js';

const TOKEN = /glrt-[\da-f]{30}/;

describe('the pages of runners', () => {
  const app = CiApp.inBlock();
  const browser = new PageBrowser(app);
  let made = 0;

  function newProject() {
    const project = app.others.addProject({ sharedRunnersEnabled: true });
    const at = `/-/project/${project.card.id}/runners`;
    return { project, at, id: project.card.id, master: app.user(200 + ++made, project, 40) };
  }
  const newAdmin = () => app.user(200 + ++made, undefined, undefined, { admin: true });

  function newGroup() {
    const group = app.others.addGroup();
    const owner = app.user(200 + ++made);
    group.members.set(owner.userId, 50);
    return { who: owner, page: `/-/group/${group.card.id}/runners` };
  }

  const PLACES = {
    project: () => {
      const { master, at } = newProject();
      return { who: master, page: at };
    },
    group: newGroup,
    instance: () => ({ who: newAdmin(), page: '/admin/runners' }),
  };

  it.each(['project', 'group', 'instance'] as const)('create, change and delete a runner of the %s', async (place) => {
    const { who, page } = PLACES[place]();
    const refused = await browser.send(who, page, page, { run_untagged: 'false', tag_list: '', description: '<b>' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(/#tag_list[^]*value="&lt;b&gt;"/)]);

    const fields = { run_untagged: 'false', tag_list: 'ruby, linux', description: 'builder', maximum_timeout: '' };
    const created = await browser.send(who, page, page, fields);
    expect([created.status, created.location]).toEqual([303, expect.stringMatching(/\/runners\/created$/)]);
    const { text } = await browser.visit(who, `${page}/created`);
    const [token = ''] = TOKEN.exec(text) ?? [];
    expect(text).toContain(`gitlab-runner register --non-interactive --url ${app.url} --token ${token}`);
    const verified = await app.request(null, 'POST', '/runners/verify', { token });
    expect(verified.status).toBe(200);
    const { id } = verified.body as { id: number };
    expect((await browser.visit(who, page)).text).toMatch(new RegExp(`/runners/${id}"><strong>builder`));

    const one = `${page}/${id}`;
    const record = async () => (await app.request(who, 'GET', `/runners/${id}`)).body;
    expect((await browser.send(who, page, one, { paused: 'true' })).location).toContain('done=saved');
    expect(await record()).toMatchObject({ paused: true, tag_list: ['ruby', 'linux'], description: 'builder' });
    const changes = { paused: 'false', tag_list: 'go', maximum_timeout: '3600', maintenance_note: 'in the cellar' };
    await browser.send(who, page, one, { ...changes, access_level: 'ref_protected' });
    const after = { paused: false, tag_list: ['go'], maximum_timeout: 3600, access_level: 'ref_protected' };
    expect(await record()).toMatchObject({ ...after, maintenance_note: 'in the cellar' });
    expect((await browser.visit(who, one)).text).toMatch(/value="go"[^]*in the cellar/);

    expect((await browser.send(who, page, `${one}/delete`)).text).toContain('Delete the runner?');
    const deleted = await browser.send(who, page, `${one}/delete`, { confirmed: 'true' });
    expect(deleted.location).toContain('done=deleted');
    expect((await app.request(null, 'POST', '/runners/verify', { token })).status).toBe(403);
    expect((await browser.visit(who, one)).status).toBe(404);
    if (place === 'group') expect((await browser.visit(newGroup().who, page)).status).toBe(404);
  });

  it('enable a runner in another project, and disable it there', async () => {
    const [first, second] = [newProject(), newProject()];
    second.project.members.set(first.master.userId, 40);
    const create = (fields: object) =>
      app.request(first.master, 'POST', '/user/runners', {
        ...{ runner_type: 'project_type', project_id: first.id, description: 'one of both' },
        ...fields,
      });
    const { id } = (await create({})).body as { id: number };
    const { id: locked } = (await create({ locked: true })).body as { id: number };
    const { text } = await browser.visit(first.master, second.at);
    expect([text.includes(`value="${id}"`), text.includes(`value="${locked}"`)]).toEqual([true, false]);
    expect((await browser.visit(first.master, `${second.at}/${id}`)).status).toBe(404);

    const enable = (runner: number) =>
      browser.send(first.master, second.at, `${second.at}/enable`, { runner_id: String(runner) });
    expect((await enable(id)).location).toContain('done=enabled');
    expect((await enable(id)).status).toBe(422);
    expect((await enable(locked)).status).toBe(403);
    expect((await browser.visit(first.master, `${second.at}/${id}`)).text).toContain('Disable in this project');

    const disable = (fields = {}) => browser.send(first.master, second.at, `${second.at}/${id}/disable`, fields);
    expect((await disable()).text).toContain('Disable the runner?');
    expect((await disable({ confirmed: 'true' })).location).toContain('done=disabled');
    expect((await disable({ confirmed: 'true' })).status).toBe(404);
  });

  it('are open to those who manage runners, and take forms with a token only', async () => {
    const { project, at, master } = newProject();
    const { body } = await app.request(null, 'POST', '/runners', { token: `project-${project.card.id}` });
    const [developer, stranger, admin] = [app.user(200 + ++made, project, 30), app.user(200 + ++made), newAdmin()];
    const statusOf = async (who: typeof master | null, page: string) => (await browser.visit(who, page)).status;
    const all = [admin, master, developer, stranger, null];
    const statuses = async (page: string) => Promise.all(all.map((who) => statusOf(who, page)));
    expect(await statuses(at)).toEqual([200, 200, 403, 404, 303]);
    expect(await statuses(`${at}/${body.id}`)).toEqual([200, 200, 403, 404, 303]);
    expect(await statuses('/admin/runners')).toEqual([200, 403, 403, 403, 303]);
    for (const form of [at, `${at}/enable`, ...['', '/delete', '/disable'].map((end) => `${at}/${body.id}${end}`)]) {
      const fields = { runner_id: String(body.id), paused: 'true', confirmed: 'true' };
      expect([form, (await browser.post(master, form, fields)).status]).toEqual([form, 403]);
      expect([form, (await browser.send(developer, '/', form, fields)).status]).toEqual([form, 403]);
    }
  });
});
