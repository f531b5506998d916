import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { PageBrowser, sshKeyText } from '@hearth/testing';
import type { FakeProject } from '../testing/fake-projects.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';

describe('the page of deploy keys', () => {
  const app = IdentityApp.inBlock();
  const browser = new PageBrowser(app);
  let [boss, master, developer]: Principal[] = [];
  let project: FakeProject;
  let page: string;

  beforeAll(async () => {
    const make = async (name: string, admin = false) =>
      principalOf(await app.get(CreateUser).execute(newUser(name, { admin })));
    [boss, master, developer] = [await make('boss', true), await make('master'), await make('developer')];
  }, 30_000);

  beforeEach(() => {
    const levels = { [master!.userId]: AccessLevel.master, [developer!.userId]: AccessLevel.developer };
    project = app.projects.addProject(levels);
    page = `/-/project/${project.id}/deploy_keys`;
  });

  const send = (form: string, fields: Record<string, string> = {}) => browser.send(master!, page, form, fields);
  const keys = async () =>
    (await app.request(master!, 'GET', `/projects/${project.id}/deploy_keys`)).body as { id: number; title: string }[];

  it('adds, changes and removes keys', async () => {
    const key = sshKeyText();
    const added = await send(page, { title: 'ci <1>', key, expires_at: '2019-01-01', can_push: 'false' });
    expect([added.status, added.location]).toEqual([303, expect.stringContaining('/-/deploy_keys?done=added')]);
    const { id } = (await keys())[0]!;
    expect(await keys()).toEqual([expect.objectContaining({ title: 'ci <1>', key, can_push: false })]);
    expect((await browser.visit(master!, page)).text).toMatch(/ci &lt;1&gt;[^]*Until 2019-01-01/);
    const changed = await send(`${page}/${id}`, { title: 'cd', can_push: 'true' });
    expect(changed.location).toContain('done=saved');
    expect(await keys()).toEqual([expect.objectContaining({ id, title: 'cd', can_push: true })]);
    expect((await send(`${page}/${id}`, { title: ' ' })).text).toContain('Title can&#39;t be blank');
    expect((await send(`${page}/${id}/delete`)).text).toContain('Remove the key “cd”?');
    expect((await send(`${page}/${id}/delete`, { confirmed: 'true' })).location).toContain('done=deleted');
    expect(await keys()).toEqual([]);
    expect((await send(`${page}/${id}`, { can_push: 'true' })).status).toBe(404);
  });

  it('shows what is wrong with a key, and keeps no private one', async () => {
    const refused = await send(page, { title: 'kept <b>', key: 'nothing' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(/Public key is invalid[^]*kept &lt;b/)]);
    expect(refused.text).not.toContain('Fingerprint');
    const secret = '-----BEGIN OPENSSH PRIVATE KEY-----\nsecret';
    const { status, text } = await send(page, { title: 'x', key: secret });
    expect([status, text.includes('private key'), text.includes('secret\n')]).toEqual([422, true, false]);
  });

  it('enables public keys', async () => {
    const { body } = await app.request(boss!, 'POST', '/deploy_keys', { title: 'of all', key: sshKeyText() });
    const { id } = body as { id: number };
    const list = `${page}?public=true`;
    expect((await browser.visit(master!, list)).text).toContain('Enable of all');
    expect((await send(`${page}/${id}/enable`)).location).toContain('done=added');
    expect((await browser.visit(master!, list)).text).toMatch(/of all[^]*<span class="tag">enabled/);
    expect(await keys()).toEqual([expect.objectContaining({ id })]);
    expect((await browser.visit(master!, page)).text).not.toContain('name="title" value="of all"');
    expect((await send(`${page}/${id}`, { title: 'other' })).status).toBe(403);
  });

  it('is for masters, and takes forms with a token only', async () => {
    const statuses = [developer!, null].map(async (who) => (await browser.visit(who, page)).status);
    expect(await Promise.all(statuses)).toEqual([403, 303]);
    for (const form of [page, `${page}/1`, `${page}/1/enable`, `${page}/1/delete`]) {
      const fields = { title: 'x', key: sshKeyText(), confirmed: 'true' };
      expect([form, (await browser.post(master!, form, fields)).status]).toEqual([form, 403]);
    }
    expect(await keys()).toEqual([]);
  });
});
