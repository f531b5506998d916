import type { Visibility } from '@hearth/contract-kit';
import { PageBrowser } from '@hearth/testing';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const HOSTILE = '<script>alert(1)</script>';

describe('the pages of snippets', () => {
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

  async function newProject(visibility: Visibility = 'public') {
    const name = `project-${++projects}`;
    const id = await seed.project(namespace, name, visibility);
    return { api: `/projects/${id}/snippets`, at: `/-/project/${id}/snippets`, shown: `/user-1/${name}/-/snippets` };
  }
  async function make(path: string, given: object): Promise<number> {
    const { status, body } = await app.request(owner, 'POST', path, given);
    expect(status).toBe(201);
    return body.id as number;
  }

  it('list those of a project that are visible to the caller, and show one with its lines', async () => {
    const { api, at, shown } = await newProject();
    const code = `const one = 1;\n// ${HOSTILE}\n`;
    const open = { title: `Open ${HOSTILE}`, file_name: 'one.js', visibility: 'public', description: '**Why**' };
    const id = await make(api, { ...open, content: code });
    const hidden = await make(api, { title: 'Hidden', file_name: 'two', visibility: 'private', content: 'x' });
    const list = await browser.visit(visitor, at);
    expect(list.status).toBe(200);
    expect(list.text).toContain(`href="${shown}/${id}"`);
    expect(list.text).toContain('Open &lt;script&gt;');
    expect(list.text).not.toMatch(/Hidden|<script>alert/);
    expect((await browser.visit(owner, at)).text).toContain('Hidden');
    const { status, text } = await browser.visit(visitor, `${at}/${id}`);
    expect(status).toBe(200);
    expect(text).toContain('<strong>Why</strong>');
    expect(text).toMatch(/id="L1"[^]*class="hljs-keyword">const<[^]*id="L2"/);
    expect(text).not.toMatch(/id="L3"|<script>alert/);
    expect(text).toContain(`href="${shown}/${id}/raw"`);
    const raw = await browser.visit(visitor, `${at}/${id}/raw`);
    expect([raw.status, raw.text]).toEqual([200, code]);
    for (const page of ['', '/raw']) expect((await browser.visit(visitor, `${at}/${hidden}${page}`)).status).toBe(404);
  });

  it('show a personal one to its author, and to others by its visibility', async () => {
    const given = { title: 'Mine', file_name: 'notes', content: `plain ${HOSTILE}`, description: 'see #1' };
    const open = await make('/snippets', { ...given, visibility: 'internal' });
    const closed = await make('/snippets', { ...given, visibility: 'private' });
    expect((await browser.visit(visitor, `/snippets/${open}/raw`)).text).toBe(given.content);
    expect((await browser.visit(visitor, `/snippets/${closed}/raw`)).status).toBe(404);
    const { status, text } = await browser.visit(visitor, `/snippets/${open}`);
    expect(status).toBe(200);
    expect(text).toMatch(/<h1>Mine<\/h1>[^]*plain &lt;script&gt;/);
    expect(text).toContain('<p>see #1</p>');
    expect((await browser.visit(visitor, `/snippets/${closed}`)).status).toBe(404);
    expect((await browser.visit(owner, `/snippets/${closed}`)).status).toBe(200);
  });

  it('are hidden with the project, and lead anonymous callers to sign-in', async () => {
    const { at } = await newProject('private');
    expect((await browser.visit(visitor, at)).status).toBe(404);
    for (const path of [at, '/snippets/1', '/snippets/1/raw']) {
      const { status, location } = await browser.visit(null, path);
      expect([status, location]).toEqual([303, expect.stringContaining('/users/sign_in?return_to=')]);
    }
  });

  it('list, create, change and delete personal ones by forms', async () => {
    const fields = { title: 'Personal <b>', file_name: 'a.js', content: 'let a;', visibility: 'internal' };
    expect((await browser.visit(owner, '/snippets/new')).text.match(/Private: you alone/g)).toHaveLength(1);
    const made = await browser.send(owner, '/snippets/new', '/snippets', fields);
    expect([made.status, made.location]).toEqual([303, expect.stringMatching(/^\/snippets\/\d+$/)]);
    const one = made.location!;
    expect((await browser.visit(owner, '/dashboard/snippets')).text).toMatch(
      new RegExp(`href="${one}"><strong>Personal &lt;b&gt;`),
    );
    expect((await browser.visit(visitor, '/dashboard/snippets')).text).not.toContain('Personal');
    expect((await browser.visit(owner, one)).text).toContain(`href="${one}/edit"`);
    const refused = await browser.send(owner, `${one}/edit`, one, { ...fields, title: ' ' });
    expect([refused.status, refused.text.includes('id="title-error"')]).toEqual([422, true]);
    const shown = await browser.send(owner, `${one}/edit`, one, { ...fields, visibility: 'private', title: 'Changed' });
    expect([shown.status, shown.location]).toEqual([303, one]);
    expect((await browser.visit(visitor, one)).status).toBe(404);
    await browser.send(owner, `${one}/edit`, one, fields);
    expect((await browser.visit(visitor, one)).text).not.toContain('/edit');
    expect((await browser.visit(visitor, `${one}/edit`)).status).toBe(403);
    for (const [path, sent] of [
      [one, fields],
      [`${one}/delete`, { confirmed: 'true' }],
    ] as const)
      expect((await browser.send(visitor, one, path, sent)).status).toBe(403);
    expect((await browser.send(owner, one, `${one}/delete`, {})).text).toContain('Delete “Personal &lt;b&gt;”?');
    const deleted = await browser.send(owner, one, `${one}/delete`, { confirmed: 'true' });
    expect([deleted.status, deleted.location]).toEqual([303, '/dashboard/snippets']);
    expect((await browser.visit(owner, one)).status).toBe(404);
  });

  it('create, change and delete one of a project by forms', async () => {
    const { at, shown } = await newProject();
    const fields = { title: 'New <b>', file_name: 'a.js', content: 'let a;\r\nlet b;', visibility: 'public' };
    const made = await browser.send(owner, `${at}/new`, at, fields);
    expect([made.status, made.location]).toEqual([303, expect.stringMatching(new RegExp(`^${shown}/\\d+$`))]);
    const one = `${at}/${made.location!.split('/').at(-1)}`;
    const page = (await browser.visit(owner, one)).text;
    expect(page).toContain(`href="${shown}/${one.split('/').at(-1)}/edit"`);
    expect((await browser.visit(owner, `${one}/edit`)).text).toMatch(
      /value="New &lt;b&gt;"[^]*\nlet a;\nlet b;<\/textarea>/,
    );
    const refused = await browser.send(owner, `${one}/edit`, one, { ...fields, title: ' ', content: '<i>' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(/id="title-error"[^]*&lt;i&gt;/)]);
    const changed = await browser.send(owner, `${one}/edit`, one, { ...fields, title: 'Changed' });
    expect([changed.status, changed.location]).toEqual([303, made.location]);
    expect((await browser.visit(visitor, one)).text).not.toContain('/edit');
    for (const form of [`${one}/edit`, `${at}/new`]) expect((await browser.visit(visitor, form)).status).toBe(403);
    const asked = await browser.send(owner, one, `${one}/delete`, {});
    expect(asked.text).toContain('Delete “Changed”?');
    const deleted = await browser.send(owner, one, `${one}/delete`, { confirmed: 'true' });
    expect([deleted.status, deleted.location]).toEqual([303, shown]);
    expect((await browser.visit(owner, one)).status).toBe(404);
  });
});
