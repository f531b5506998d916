import type { Visibility } from '@hearth/contract-kit';
import { PageBrowser } from '@hearth/testing';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const HOSTILE = '<script>alert(1)</script>';

describe('the pages of milestones and labels', () => {
  const app = ProjectsApp.inBlock();
  const browser = new PageBrowser(app);
  const owner = user(1);
  const visitor = user(2);
  let namespace: number;
  let seed: Seed;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    await app.claim(visitor);
    seed = new Seed(app.testDatabase);
  });

  /** A project of the owner, and the addresses of its pages: as endpoints and as users know them. */
  async function newProject(visibility: Visibility = 'public') {
    const name = `project-${++projects}`;
    const id = await seed.project(namespace, name, visibility);
    return { api: `/projects/${id}`, at: `/-/project/${id}`, shown: `/user-1/${name}/-` };
  }
  async function make(path: string, given: object): Promise<number> {
    const { status, body } = await app.request(owner, 'POST', path, given);
    expect(status).toBe(201);
    return body.id as number;
  }

  it('list milestones by state and text', async () => {
    const { api, at, shown } = await newProject();
    await make(`${api}/milestones`, { title: `June ${HOSTILE}`, start_date: '2026-06-01', due_date: '2026-06-30' });
    const may = await make(`${api}/milestones`, { title: 'May' });
    await app.request(owner, 'PUT', `${api}/milestones/${may}`, { state_event: 'close' });
    const titles = async (query: string) => {
      const { status, text } = await browser.visit(visitor, `${at}/milestones?${query}`);
      expect(status).toBe(200);
      return [...text.matchAll(/<strong>(June|May)/g)].map(([, title]) => title);
    };
    expect(await titles('')).toEqual(['June']);
    expect(await titles('state=closed')).toEqual(['May']);
    expect(await titles('state=all')).toEqual(['May', 'June']);
    expect(await titles('state=all&search=jun')).toEqual(['June']);
    const { text } = await browser.visit(visitor, `${at}/milestones`);
    expect(text).toContain('June &lt;script&gt;');
    expect(text).not.toContain(HOSTILE);
    expect(text).toContain(`href="${shown}/milestones/1"`);
    expect(text).toContain('from 2026-06-01 to 2026-06-30');
  });

  it('show a milestone with the progress of the issues that the caller may read', async () => {
    const { api, at, shown } = await newProject();
    const description = `**Plan** ${HOSTILE}`;
    const milestone = await make(`${api}/milestones`, { title: 'Hot & cold', description, due_date: '2026-06-30' });
    const given = { title: 'One', milestone_id: milestone };
    for (const more of [{}, {}, { confidential: true }]) await make(`${api}/issues`, { ...given, ...more });
    await app.request(owner, 'PUT', `${api}/issues/1`, { state_event: 'close' });
    const { status, text } = await browser.visit(owner, `${at}/milestones/1`);
    expect(status).toBe(200);
    expect(text).toMatch(/<h1>Hot &amp; cold<\/h1>[^]*due on 2026-06-30[^]*value="1" max="3"[^]*1 of 3 issues closed/);
    expect(text).toContain(`href="${shown}/issues?state=closed&amp;milestone=Hot+%26+cold"`);
    expect(text).toContain('<strong>Plan</strong>');
    expect(text).not.toContain('<script>alert');
    expect((await browser.visit(visitor, `${at}/milestones/1`)).text).toContain('1 of 2 issues closed');
    expect((await browser.visit(owner, `${at}/milestones/2`)).status).toBe(404);
  });

  it('create, change, close, promote and delete a milestone', async () => {
    const group = await seed.group('planned', 'private');
    await seed.namespaceMember(group, owner.userId, 50);
    const project = await seed.project(group, 'app', 'private', owner.userId);
    const list = `/-/project/${project}/milestones`;
    const send = (form: string, fields: Record<string, string> = {}, from = `${list}/new`) =>
      browser.send(owner, from, form, fields);
    const days = { start_date: '2026-06-01', due_date: '2026-05-01' };
    const refused = await send(list, { title: ' ', description: HOSTILE, ...days });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringMatching(/Title can&#39;t be blank[^]*Due date must be greater than start date/),
    ]);
    expect(refused.text).not.toContain(HOSTILE);
    const created = await send(list, { title: 'June', ...days, due_date: '' });
    expect([created.status, created.location]).toEqual([303, '/planned/app/-/milestones?done=created']);
    expect((await send(list, { title: 'June' })).text).toContain('Title already being used');
    const milestone = async (kind = 'project', id: number = project) =>
      (await app.request(owner, 'GET', `/${kind}s/${id}/milestones`)).body[0];
    expect(await milestone()).toMatchObject({ title: 'June', start_date: '2026-06-01', due_date: null });
    const one = `${list}/1`;
    expect((await browser.visit(owner, `${one}/edit`)).text).toMatch(/value="June"[^]*value="2026-06-01"/);
    expect((await send(`${one}/edit`, { title: 'Summer', start_date: '', description: 'Sun' })).status).toBe(303);
    await send(`${one}/state`, { state_event: 'close' });
    const changed = { title: 'Summer', start_date: null, description: 'Sun', state: 'closed' };
    expect(await milestone()).toMatchObject(changed);
    expect((await browser.visit(owner, one)).text).toMatch(/Reopen milestone[^]*Promote to the group/);
    expect((await send(`${one}/promote`)).text).toContain('Promote the milestone “Summer”?');
    expect((await send(`${one}/promote`, { confirmed: 'true' })).location).toContain('done=promoted');
    expect(await milestone('group', group)).toMatchObject(changed);
    await send(list, { title: 'Autumn' });
    const { iid } = await milestone();
    expect((await send(`${list}/${iid}/delete`)).text).toContain('Delete the milestone “Autumn”?');
    expect((await send(`${list}/${iid}/delete`, { confirmed: 'true' })).location).toContain('done=deleted');
    expect(await milestone()).toBeUndefined();
  });

  it('show and change those of a group, with the issues of its projects', async () => {
    const group = await seed.group('planning', 'public');
    await seed.namespaceMember(group, owner.userId, 50);
    const project = await seed.project(group, 'app', 'public', owner.userId);
    const list = `/-/group/${group}/milestones`;
    const send = (form: string, fields: Record<string, string>) => browser.send(owner, `${list}/new`, form, fields);
    expect((await send(list, { title: 'June' })).location).toBe('/groups/planning/-/milestones?done=created');
    const [{ id }] = (await app.request(owner, 'GET', `/groups/${group}/milestones`)).body;
    await make(`/projects/${project}/issues`, { title: 'One', milestone_id: id });
    expect((await browser.visit(visitor, list)).text).toContain('href="/groups/planning/-/milestones/1"');
    const { text } = await browser.visit(owner, `${list}/1`);
    expect(text).toMatch(/<h1>June<\/h1>[^]*0 of 1 issue closed[^]*Close milestone/);
    expect(text).not.toContain('Promote');
    expect((await send(`${list}/1/edit`, { title: 'July', description: 'Sun' })).status).toBe(303);
    expect((await send(`${list}/1/state`, { state_event: 'close' })).status).toBe(303);
    expect((await app.request(owner, 'GET', `/groups/${group}/milestones`)).body).toEqual([
      expect.objectContaining({ title: 'July', description: 'Sun', state: 'closed' }),
    ]);
    expect((await browser.send(visitor, '/-/profile/notifications', list, { title: 'x' })).status).toBe(403);
    expect((await send(`${list}/1/delete`, { confirmed: 'true' })).location).toContain('done=deleted');
    expect((await browser.visit(owner, `${list}/1`)).status).toBe(404);
  });

  it('take forms of milestones from those who manage them, with a token', async () => {
    const { api, at } = await newProject();
    await make(`${api}/milestones`, { title: 'June' });
    expect((await browser.visit(owner, `${at}/milestones/1`)).text).not.toContain('Promote');
    expect((await browser.visit(visitor, `${at}/milestones/1`)).text).not.toContain('Delete milestone');
    expect((await browser.visit(visitor, `${at}/milestones/new`)).status).toBe(403);
    for (const form of ['', '/1/edit', '/1/state', '/1/promote', '/1/delete']) {
      const path = `${at}/milestones${form}`;
      const fields = { title: 'x', state_event: 'close', confirmed: 'true' };
      expect([form, (await browser.send(visitor, `${at}/issues/new`, path, fields)).status]).toEqual([form, 403]);
      expect([form, (await browser.post(owner, path, fields)).status]).toEqual([form, 403]);
    }
    expect((await app.request(owner, 'GET', `${api}/milestones`)).body).toEqual([
      expect.objectContaining({ title: 'June', state: 'active' }),
    ]);
  });

  it('list labels with their colours and the number of their open issues', async () => {
    const { api, at, shown } = await newProject();
    await make(`${api}/labels`, { name: `hot & ${HOSTILE}`, color: '#FF0000', description: 'Urgent' });
    await make(`${api}/labels`, { name: 'cold', color: '#0000FF' });
    await make(`${api}/issues`, { title: 'One', labels: 'cold' });
    const { status, text } = await browser.visit(visitor, `${at}/labels`);
    expect(status).toBe(200);
    expect(text).toMatch(/fill="#0000FF"[^]*<strong>cold<\/strong>[^]*1 open[^]*fill="#FF0000"[^]*Urgent[^]*0 open/);
    expect(text).toContain(`href="${shown}/issues?label=cold"`);
    expect(text).not.toContain(HOSTILE);
    expect((await browser.visit(visitor, `${at}/labels?search=urg`)).text).not.toContain('<strong>cold');
  });

  it('are hidden with the project, and lead anonymous callers to sign-in', async () => {
    const { at } = await newProject('private');
    for (const path of ['/milestones', '/milestones/1', '/labels']) {
      expect((await browser.visit(visitor, at + path)).status).toBe(404);
      const { status, location } = await browser.visit(null, at + path);
      expect([status, location]).toEqual([303, expect.stringContaining('/users/sign_in?return_to=')]);
    }
  });
});
