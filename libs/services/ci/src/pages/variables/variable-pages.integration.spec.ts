import { PageBrowser } from '@hearth/testing';
import { CiApp } from '../../testing/ci-app.js';

describe('the pages of variables', () => {
  const app = CiApp.inBlock();
  const browser = new PageBrowser(app);
  let made = 100;

  function newTree() {
    const project = app.others.addProject();
    const group = app.others.addGroup();
    const member = (level: 30 | 40) => {
      const user = app.user(++made, project, level);
      group.members.set(user.userId, level);
      return user;
    };
    return { project: project.card, group: group.card, master: member(40), developer: member(30) };
  }

  it.each(['project', 'group'] as const)('create, change and delete a variable of a %s', async (kind) => {
    const { [kind]: card, master } = newTree();
    const page = `/-/${kind}/${card.id}/variables`;
    const variables = async () => (await app.request(master, 'GET', `/${kind}s/${card.id}/variables`)).body;
    const create = (fields: Record<string, string>) => browser.send(master, page, page, fields);

    const refused = await create({ key: 'A-B', value: 'short', visibility: 'masked' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(/#key[^]*#value[^]*value="A-B"/)]);
    const fields = { key: 'CERTIFICATE', value: 'line 1\r\nline 2', variable_type: 'file', visibility: 'visible' };
    const created = await create({ ...fields, environment_scope: 'live/*', description: '<b>', protected: 'true' });
    expect([created.status, created.location]).toEqual([303, expect.stringMatching(/\/-\/variables\?done=created$/)]);
    const { text } = await browser.visit(master, page);
    expect(text).toMatch(/CERTIFICATE[^]*file[^]*protected[^]*environment live\/\*[^]*&lt;b&gt;/);
    expect(text).not.toContain('line 1');
    const record = { key: 'CERTIFICATE', value: 'line 1\nline 2', variable_type: 'file', protected: true, raw: false };
    expect(await variables()).toMatchObject([record]);

    const one = `${page}/CERTIFICATE`;
    const scope = 'live/*';
    expect((await browser.visit(master, `${one}?scope=live/*`)).text).toContain('line 1\nline 2');
    const changed = { scope, value: 'other', environment_scope: '*', visibility: 'visible', protected: 'false' };
    expect((await browser.send(master, page, one, changed)).location).toContain('done=saved');
    expect(await variables()).toMatchObject([{ value: 'other', environment_scope: '*', protected: false }]);
    expect((await browser.send(master, page, one, changed)).status).toBe(404);

    const gone = { scope: '*' };
    expect((await browser.send(master, page, `${one}/delete`, gone)).text).toContain('name="scope" value="*"');
    const sure = { ...gone, confirmed: 'true' };
    expect((await browser.send(master, page, `${one}/delete`, sure)).location).toContain('done=deleted');
    expect(await variables()).toEqual([]);
  });

  it('never show a hidden value, and keep it when the form has none', async () => {
    const { project, master } = newTree();
    const page = `/-/project/${project.id}/variables`;
    const one = `${page}/TOKEN`;
    await browser.send(master, page, page, { key: 'TOKEN', value: 'abcdefgh12', visibility: 'hidden' });
    const { text } = await browser.visit(master, `${one}?scope=*`);
    expect([text.includes('abcdefgh12'), text.includes('name="visibility"')]).toEqual([false, false]);
    const save = (value: string) =>
      browser.send(master, page, one, { scope: '*', environment_scope: '*', description: 'of the registry', value });
    expect((await save('')).status).toBe(303);
    const [row] = await app.testDatabase.query<{ before: string }>('select value as before from variables');
    expect((await save('short')).status).toBe(422);
    expect((await save('ijklmnop34')).status).toBe(303);
    const { body } = await app.request(master, 'GET', `/projects/${project.id}/variables/TOKEN`);
    expect(body).toMatchObject({ value: null, hidden: true, masked: true, description: 'of the registry' });
    expect(await app.testDatabase.query('select from variables where value = $1', [row!.before])).toEqual([]);
  });

  it('are open to those who manage variables, and take forms with a token only', async () => {
    const { project, group, master, developer } = newTree();
    const stranger = app.user(++made);
    for (const page of [`/-/project/${project.id}/variables`, `/-/group/${group.id}/variables`]) {
      const status = async (who: typeof master | null) => (await browser.visit(who, page)).status;
      const statuses = [await status(master), await status(developer), await status(stranger), await status(null)];
      expect([page, ...statuses]).toEqual([page, 200, 403, 404, 303]);
      expect((await browser.visit(master, page.replace('variables', 'settings/ci_cd'))).status).toBe(303);
      for (const form of [page, `${page}/KEY`, `${page}/KEY/delete`]) {
        const fields = { key: 'KEY', value: 'x', visibility: 'visible', scope: '*', confirmed: 'true' };
        expect([form, (await browser.post(master, form, fields)).status]).toEqual([form, 403]);
        expect([form, (await browser.post(developer, form, fields)).status]).toEqual([form, 403]);
      }
    }
  });
});
