import { PageBrowser } from '@hearth/testing';
import type { Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const HOSTILE = '<script>alert(1)</script>';

describe('the pages of issues', () => {
  const app = ProjectsApp.inBlock();
  const browser = new PageBrowser(app);
  const [owner, reporter, guest, outsider] = [user(1), user(2), user(3), user(4)];
  let namespace: number;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    for (const person of [reporter, guest, outsider]) await app.claim(person);
  });

  async function newProject(visibility: Visibility = 'public'): Promise<ProjectId> {
    const seed = new Seed(app.testDatabase);
    const project = await seed.project(namespace, `project-${++projects}`, visibility);
    await seed.projectMember(project, reporter.userId, 20);
    await seed.projectMember(project, guest.userId, 10);
    return project;
  }
  const api = (project: ProjectId, rest = '') => `/projects/${project}/issues${rest}`;
  const pages = (project: ProjectId, rest = '') => `/-/project/${project}/issues${rest}`;
  const opened = async (project: ProjectId, fields: object, by: Principal = reporter) =>
    (await app.request(by, 'POST', api(project), fields)).body as { iid: number };

  it('list those in a state, found by text, people, label and milestone', async () => {
    const project = await newProject();
    const { id: milestone_id } = (
      await app.request(owner, 'POST', `/projects/${project}/milestones`, { title: 'First & last' })
    ).body;
    const door = { title: `Door ${HOSTILE}`, labels: 'hot', milestone_id, assignee_ids: [guest.userId] };
    const { iid } = await opened(project, door);
    const window = await opened(project, { title: 'Window' }, owner);
    await app.request(owner, 'PUT', api(project, `/${window.iid}`), { state_event: 'close' });
    const titles = async (query: string) => {
      const { status, text } = await browser.visit(outsider, pages(project, `?${query}`));
      expect(status).toBe(200);
      return [...text.matchAll(/<strong>(Door|Window)/g)].map(([, title]) => title);
    };
    expect(await titles('')).toEqual(['Door']);
    expect(await titles('state=closed')).toEqual(['Window']);
    expect(await titles('state=all')).toEqual(['Window', 'Door']);
    expect(await titles('state=all&search=wind')).toEqual(['Window']);
    expect(await titles(`state=all&author=${reporter.username}`)).toEqual(['Door']);
    expect(await titles(`assignee=${guest.username}`)).toEqual(['Door']);
    expect(await titles('label=hot')).toEqual(['Door']);
    expect(await titles('state=all&milestone=First+%26+last')).toEqual(['Door']);
    expect(await titles('state=all&milestone=Second')).toEqual([]);
    const { text } = await browser.visit(outsider, pages(project));
    expect(text).toContain('Door &lt;script&gt;');
    expect(text).not.toContain(HOSTILE);
    expect(text).toMatch(new RegExp(`href="/[^"]+/-/issues/${iid}"`));
  });

  it('show the texts of one, its people and threads in order', async () => {
    const project = await newProject();
    const { iid } = await opened(project, {
      title: `Fix ${HOSTILE}`,
      description: `**bold** ${HOSTILE} !12`,
      labels: 'a & b',
    });
    const { body: alone } = await app.request(guest, 'POST', api(project, `/${iid}/notes`), {
      body: `First ${HOSTILE}`,
    });
    const { body: thread } = await app.request(guest, 'POST', api(project, `/${iid}/discussions`), {
      body: '_Second_',
    });
    await app.request(owner, 'POST', api(project, `/${iid}/discussions/${thread.id}/notes`), { body: 'Third' });
    await app.request(reporter, 'PUT', api(project, `/${iid}`), { title: 'Other title' });
    const { status, text } = await browser.visit(outsider, pages(project, `/${iid}`));
    expect(status).toBe(200);
    expect(text).toMatch(/<strong>bold<\/strong>.*href="\/[^"]+\/-\/merge_requests\/12"/);
    expect(text).toContain('a &amp; b</a>');
    expect(text).toContain(`id="note_${alone.id}"`);
    expect(text).toMatch(/First[^]*<em>Second<\/em>[^]*Third[^]*class="happened"[^]*changed title/);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toMatch(/>Edit<|Close issue|Resolve thread/);
  });

  it('are hidden with the project and its issues, and lead callers without an account to sign-in', async () => {
    const hidden = await newProject('private');
    const { iid } = await opened(hidden, { title: 'Secret' });
    for (const page of ['', `/${iid}`, '/new', `/${iid}/edit`]) {
      expect([page, (await browser.visit(outsider, pages(hidden, page))).status]).toEqual([page, 404]);
      const { status, location } = await browser.visit(null, pages(hidden, page));
      expect([status, location]).toEqual([303, expect.stringContaining('/users/sign_in?return_to=')]);
    }
    const open = await newProject();
    const { iid: secret } = await opened(open, { title: 'Secret', confidential: true });
    expect((await browser.visit(guest, pages(open, `/${secret}`))).status).toBe(404);
    expect((await browser.visit(guest, pages(open))).text).not.toContain('Secret');
    expect((await browser.visit(reporter, pages(open))).text).toContain('Secret');
    expect((await browser.visit(owner, pages(open, '/99'))).status).toBe(404);
  });

  it('open, edit, close and reopen an issue', async () => {
    const project = await newProject();
    const given = 'issue%5Btitle%5D=Crash&issue%5Bdescription%5D=Steps&issue%5Bconfidential%5D=true';
    const filled = await browser.visit(reporter, pages(project, `/new?${given}`));
    expect(filled.text).toMatch(/value="Crash"[^]*>Steps<[^]*name="confidential"[^>]* checked/);
    const form = pages(project, '/new');
    const refused = await browser.send(guest, form, pages(project), { title: '', description: HOSTILE });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Title can&#39;t be blank')]);
    expect(refused.text).toContain('&lt;script&gt;');
    const made = await browser.send(guest, form, pages(project), {
      title: 'New',
      description: 'text',
      confidential: 'true',
    });
    expect([made.status, made.location]).toEqual([303, expect.stringMatching(/\/-\/issues\/\d+$/)]);
    const at = `/${made.location!.split('/').at(-1)}`;
    const read = async () => (await app.request(owner, 'GET', api(project, at))).body;
    expect(await read()).toMatchObject({ title: 'New', confidential: true, author: { username: guest.username } });
    const edited = await browser.send(guest, pages(project, `${at}/edit`), pages(project, `${at}/edit`), {
      ...{ title: 'Newer', description: '' },
    });
    expect([edited.status, edited.location]).toEqual([303, expect.stringContaining('done=saved')]);
    expect(await read()).toMatchObject({ title: 'Newer', confidential: false });
    await browser.send(guest, pages(project, at), pages(project, `${at}/state`), { state_event: 'close' });
    expect(await read()).toMatchObject({ state: 'closed' });
    await browser.send(guest, pages(project, at), pages(project, `${at}/state`), { state_event: 'reopen' });
    expect(await read()).toMatchObject({ state: 'opened' });
    expect((await browser.visit(outsider, pages(project, `${at}/edit`))).status).toBe(403);
    expect(
      (await browser.send(outsider, pages(project, at), pages(project, `${at}/state`), { state_event: 'close' }))
        .status,
    ).toBe(403);
    expect((await browser.post(guest, pages(project, `${at}/state`), { state_event: 'close' })).status).toBe(403);
    expect(await read()).toMatchObject({ state: 'opened' });
  });

  it('change and delete own comments', async () => {
    const project = await newProject();
    const { iid } = await opened(project, { title: 'Door' });
    const at = pages(project, `/${iid}`);
    const { body: note } = await app.request(guest, 'POST', api(project, `/${iid}/notes`), { body: 'Tpyo' });
    const edit = `${at}/notes/${note.id}/edit`;
    expect((await browser.visit(guest, at)).text).toContain(`/notes/${note.id}/edit?page=1`);
    expect((await browser.visit(reporter, at)).text).not.toContain('/edit?page=1');
    expect((await browser.visit(reporter, edit)).status).toBe(403);
    const saved = await browser.send(guest, edit, edit, { body: 'Typo', page: '1' });
    expect(saved.location).toMatch(new RegExp(`/-/issues/${iid}\\?page=1#note_${note.id}$`));
    expect((await browser.visit(reporter, at)).text).toContain('Typo');
    const deletion = `${at}/notes/${note.id}/delete`;
    expect((await browser.send(reporter, at, deletion, { page: '1', confirmed: 'true' })).status).toBe(403);
    expect((await browser.send(guest, at, deletion, { page: '1' })).text).toContain('Delete comment?');
    expect((await browser.send(guest, at, deletion, { page: '1', confirmed: 'true' })).status).toBe(303);
    expect((await browser.visit(reporter, at)).text).not.toContain('Typo');
  });

  it('plan an issue by labels, assignees, milestone and day, for users who manage issues', async () => {
    const project = await newProject();
    const { body: milestone } = await app.request(owner, 'POST', `/projects/${project}/milestones`, { title: 'M <1>' });
    const form = pages(project, '/new');
    expect((await browser.visit(reporter, form)).text).toContain('M &lt;1&gt;</option>');
    expect((await browser.visit(guest, form)).text).not.toContain('name="labels"');
    const given = { title: 'Plan', description: '', labels: 'hot, cold , ', assignees: `@${guest.username}` };
    const planned = { ...given, milestone_id: String(milestone.id), due_date: '2030-01-31' };
    const made = await browser.send(reporter, form, pages(project), planned);
    const at = `/${made.location!.split('/').at(-1)}`;
    const read = async () => (await app.request(owner, 'GET', api(project, at))).body;
    expect(await read()).toMatchObject({
      ...{ labels: ['cold', 'hot'], assignees: [{ username: guest.username }], due_date: '2030-01-31' },
      milestone: { title: 'M <1>' },
    });
    const edit = pages(project, `${at}/edit`);
    const shown = (await browser.visit(reporter, edit)).text;
    expect(shown).toMatch(
      /value="cold, hot"[^]*value="user-3"[^]*<option value="\d+" selected>M[^]*value="2030-01-31"/,
    );
    for (const [wrong, text] of [
      [{ assignees: 'nobody' }, 'Assignees include no user nobody'],
      [{ due_date: 'soon' }, 'Due date is no day'],
    ] as const) {
      const refused = await browser.send(reporter, edit, edit, { ...planned, ...wrong });
      expect([refused.status, refused.text.includes(text)]).toEqual([422, true]);
    }
    // The form of a user who does not manage issues has no plan, and leaves it as it is.
    await browser.send(guest, edit, edit, { title: 'Plan', description: 'text' });
    expect(await read()).toMatchObject({ labels: ['cold', 'hot'], due_date: '2030-01-31', description: 'text' });
    await browser.send(reporter, edit, edit, { title: 'Plan', description: '', labels: '', assignees: '' });
    expect(await read()).toMatchObject({ labels: [], assignees: [], milestone: null, due_date: null });
  });

  it('tick the tasks of a description, unless it has changed', async () => {
    const project = await newProject();
    const { iid } = await opened(project, { title: 'Tasks', description: 'Do:\n\n- [ ] one "<i>"\n- [x] two' });
    const at = pages(project, `/${iid}`);
    const { text } = await browser.visit(reporter, at);
    const [, version = ''] = /name="version" value="(\w+)"/.exec(text)!;
    expect(text).toMatch(/<button [^>]*form="tasks"[^>]*value="2"[^>]*aria-checked="false"[^>]*aria-label="one [^>]*>/);
    const tick = (who: Principal, task: number) =>
      browser.send(who, at, `${at}/tasks`, { task: String(task), version });
    expect((await browser.visit(outsider, at)).text).not.toContain('form="tasks"');
    expect((await tick(outsider, 2)).status).toBe(403);
    expect((await tick(reporter, 2)).status).toBe(303);
    const { body } = await app.request(owner, 'GET', api(project, `/${iid}`));
    expect(body.description).toBe('Do:\n\n- [x] one "<i>"\n- [x] two');
    const refused = await tick(reporter, 3);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('has changed since')]);
  });

  it('show the page of the threads that has a note', async () => {
    const project = await newProject();
    const { iid } = await opened(project, { title: 'Long' });
    const [last] = await app.testDatabase.query<{ id: number }>(
      `with written as (
         insert into notes (issue_id, project_id, author_id, body)
         select i.id, i.project_id, $3, 'Note ' || n from issues i, generate_series(1, 60) n
         where i.project_id = $1 and i.iid = $2 returning id)
       select max(id) as id from written`,
      [project, iid, owner.userId],
    );
    const show = async (note: number) => (await browser.visit(owner, pages(project, `/${iid}?note=${note}`))).text;
    expect(await show(last!.id)).toContain(`id="note_${last!.id}"`);
    expect(await show(last!.id + 1)).toContain('Note 1<');
  });

  it('comment and reply, keep the text of what is refused, and carry out quick actions', async () => {
    const project = await newProject();
    const { iid } = await opened(project, { title: 'Talk', discussion_locked: true });
    const at = pages(project, `/${iid}`);
    expect((await browser.visit(outsider, at)).text).toContain('The discussion is locked');
    const written = await browser.send(guest, at, `${at}/notes`, { body: 'Hello', thread: 'true', page: '1' });
    expect([written.status, written.location]).toEqual([303, expect.stringMatching(/\?page=1#note_\d+$/)]);
    const [thread] = (await app.request(owner, 'GET', api(project, `/${iid}/discussions`))).body;
    await browser.send(reporter, at, `${at}/notes`, { body: 'Yes', discussion_id: thread.id, page: '1' });
    const [{ notes }] = (await app.request(owner, 'GET', api(project, `/${iid}/discussions`))).body;
    expect(notes.map(({ body }: { body: string }) => body)).toEqual(['Hello', 'Yes']);
    const blank = await browser.send(guest, at, `${at}/notes`, { body: ' ', page: '1' });
    expect([blank.status, blank.text]).toEqual([422, expect.stringContaining('Write a comment first.')]);
    const locked = await browser.send(guest, at, `${at}/notes`, { body: 'x' });
    expect(locked.status).toBe(303);
    const closed = await browser.send(reporter, at, `${at}/notes`, { body: '/close' });
    expect(closed.location).toContain('done=actions');
    expect((await app.request(owner, 'GET', api(project, `/${iid}`))).body.state).toBe('closed');
  });
});
