import type { Principal } from '@hearth/contract-kit';
import { PageBrowser } from '@hearth/testing';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the pages of labels', () => {
  const app = ProjectsApp.inBlock();
  const browser = new PageBrowser(app);
  const [owner, reporter, guest] = [user(1), user(2), user(3)];
  let seed: Seed;
  let made = 0;

  beforeAll(async () => {
    for (const person of [owner, reporter, guest]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  async function newTree() {
    const group = await seed.group(`group-${++made}`, 'private');
    await seed.namespaceMember(group, owner.userId, 50);
    await seed.namespaceMember(group, guest.userId, 10);
    const project = await seed.project(group, 'app', 'private', owner.userId);
    await seed.projectMember(project, reporter.userId, 20);
    return { group, project };
  }
  const labels = async (kind: string, id: number) =>
    (await app.request(owner, 'GET', `/${kind}s/${id}/labels`)).body as { id: number }[];

  it.each(['project', 'group'] as const)('create, change and delete a label of a %s', async (kind) => {
    const { [kind]: id } = await newTree();
    const page = `/-/${kind}/${id}/labels`;
    const send = (form: string, fields: Record<string, string> = {}) => browser.send(owner, page, form, fields);
    const refused = await send(page, { name: 'a,<b>', color: 'red' });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringMatching(/Name is invalid[^]*Colour must be a valid color code[^]*value="a,&lt;b/),
    ]);
    const fields = { name: 'bug <1>', color: '#F00', description: 'Wrong' };
    const created = await send(page, { ...fields, ...(kind === 'project' && { priority: '2' }) });
    expect([created.status, created.location]).toEqual([303, expect.stringContaining('/-/labels?done=created')]);
    expect((await send(page, fields)).text).toContain('Label already exists');
    const [label] = await labels(kind, id);
    expect(label).toMatchObject({ ...fields, ...(kind === 'project' && { priority: 2 }) });
    const one = `${page}/${label!.id}`;
    expect((await browser.visit(owner, page)).text).toMatch(/bug &lt;1&gt;[^]*\/edit"/);
    expect((await browser.visit(owner, `${one}/edit`)).text).toMatch(/value="bug &lt;1&gt;"[^]*value="#F00"/);
    expect((await send(one, { name: ' ', color: '#00F' })).text).toContain('Name can&#39;t be blank');
    expect((await send(one, { name: 'flaw', color: '#00F', description: '' })).location).toContain('done=saved');
    expect(await labels(kind, id)).toEqual([
      expect.objectContaining({ name: 'flaw', color: '#00F', description: null }),
    ]);
    expect((await send(`${one}/delete`)).text).toContain('Delete the label “flaw”?');
    expect((await send(`${one}/delete`, { confirmed: 'true' })).location).toContain('done=deleted');
    expect(await labels(kind, id)).toEqual([]);
    expect((await browser.visit(owner, `${one}/edit`)).status).toBe(404);
  });

  it('promote a label of a project to its group', async () => {
    const { group, project } = await newTree();
    const page = `/-/project/${project}/labels`;
    await browser.send(owner, page, page, { name: 'bug', color: '#F00' });
    const [label] = await labels('project', project);
    const form = `${page}/${label!.id}/promote`;
    expect((await browser.visit(owner, `${page}/${label!.id}/edit`)).text).toContain('Promote to the group');
    expect((await browser.send(owner, page, form)).text).toContain('Promote the label “bug”?');
    expect((await browser.send(owner, page, form, { confirmed: 'true' })).location).toContain('done=promoted');
    expect(await labels('group', group)).toEqual([expect.objectContaining({ name: 'bug' })]);
    expect((await browser.visit(owner, page)).text).toMatch(/bug<\/strong> <span class="tag">of a group/);
  });

  it('are changed by those who manage labels, with a token', async () => {
    const { group, project } = await newTree();
    const page = `/-/project/${project}/labels`;
    expect((await browser.visit(reporter, page)).text).toContain('New label');
    expect((await browser.visit(guest, page)).text).not.toContain('New label');
    const { body } = await app.request(owner, 'POST', `/projects/${project}/labels`, { name: 'x', color: '#F00' });
    const ofGroup = await app.request(owner, 'POST', `/groups/${group}/labels`, { name: 'y', color: '#F00' });
    const fields = { name: 'z', color: '#F00', confirmed: 'true' };
    for (const [list, id] of [
      [page, body.id],
      [`/-/group/${group}/labels`, ofGroup.body.id],
    ] as const)
      for (const form of [list, `${list}/${id}`, `${list}/${id}/delete`]) {
        const by = async (who: Principal) => (await browser.send(who, page, form, fields)).status;
        expect([form, await by(guest)]).toEqual([form, 403]);
        expect([form, (await browser.post(owner, form, fields)).status]).toEqual([form, 403]);
      }
    expect((await browser.visit(reporter, `${page}/${body.id}/edit`)).text).not.toContain('Promote');
    const promoted = await browser.send(reporter, page, `${page}/${body.id}/promote`, { confirmed: 'true' });
    expect(promoted.status).toBe(403);
    expect(await labels('project', project)).toHaveLength(2);
  });
});
