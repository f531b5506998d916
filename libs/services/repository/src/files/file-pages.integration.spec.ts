import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitProjects } from '../testing/git-projects.js';
import { PageVisits } from '../testing/page-visits.js';
import { RepositoryApp } from '../testing/repository-app.js';
import type { FakeProject } from '../testing/fake-services.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;
let pages: PageVisits;

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>\n';
const FILES: Record<string, string | Buffer> = {
  'lib/a.ts': 'const a = "<b>";\n\nexport { a };\n',
  'lib/page.html': '<script>alert(1)</script>\n',
  'unknown.xyz': 'x < y & z\r\n',
  'docs/text.md': '# Text\n\n![Logo](../logo.svg) <img src=x onerror=alert(1)>\n',
  'logo.svg': SVG,
  'binary.bin': Buffer.from([1, 0, 2]),
  'large.txt': 'x'.repeat(512 * 1024 + 1),
  empty: '',
  'nb.ipynb': JSON.stringify({
    cells: [
      { cell_type: 'markdown', source: ['# Study\n', '<script>alert(1)</script>'] },
      { cell_type: 'code', source: 'import os', outputs: [{ text: '<b>out</b>' }] },
    ],
  }),
};

beforeAll(async () => {
  project = projects.make('public');
  const client = await projects.client(project, projects.master);
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(path.join(client.folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(client.folder, name), content);
  }
  await client.run(['add', '.']);
  await client.run(['commit', '--quiet', '-m', 'Add files']);
  await client.run(['push', '--quiet', 'origin', 'main', 'HEAD:refs/heads/feature/x']);
  pages = new PageVisits(app, project);
});

const address = (rest: string) => `/${project.fullPath}/-/${rest}`;

describe('the page of a file', () => {
  it('shows highlighted lines with anchors', async () => {
    const { status, text } = await pages.open('blob/feature/x/lib/a.ts');
    expect(status).toBe(200);
    expect(text.match(/<span class="line" id="L\d+">/g)).toHaveLength(3);
    expect(text).toMatch(/id="L1"><a href="#L1"[^>]*><\/a><span class="hljs-keyword">const<\/span>[^]*&lt;b&gt;/);
    expect(text).toContain(`href="${address('raw/feature/x/lib/a.ts')}"`);
    expect(text).toContain('32 bytes');
  });

  it('shows a file without a known language as text', async () => {
    expect((await pages.open('blob/main/unknown.xyz')).text).toContain('</a>x &lt; y &amp; z\n</span>');
    expect((await pages.open('blob/main/empty')).text).not.toContain('class="line"');
  });

  it('renders Markdown, and shows its source with `plain`', async () => {
    const { text } = await pages.open('blob/main/docs/text.md');
    expect(text).toMatch(/<div class="prose"><h1>Text<\/h1>/);
    expect(text).toContain(`src="${address('raw/main/logo.svg')}"`);
    expect(text).not.toContain('onerror');
    const plain = await pages.open('blob/main/docs/text.md?plain=1');
    expect(plain.text).toMatch(/id="L3">[^\n]*onerror/);
    expect(plain.text).not.toContain('<img');
  });

  it('shows a notebook as text, and offers its history, a lasting address and its source', async () => {
    const { text } = await pages.open('blob/feature/x/nb.ipynb');
    expect(text).toMatch(/<div class="prose"><h1>Study<\/h1>[^]*import os[^]*&lt;b&gt;out&lt;\/b&gt;/);
    expect(text).not.toContain('alert(1)');
    expect(text).toContain(`href="${address('commits/feature/x/nb.ipynb')}"`);
    expect(text).toMatch(/\/-\/blob\/[0-9a-f]{40}\/nb\.ipynb"/);
    expect((await pages.open('blob/main/nb.ipynb?plain=1')).text).toContain('alert(1)');
  });

  it.each([
    ['logo.svg', /<img src="[^"]+\/raw\/main\/logo\.svg" alt="logo\.svg">/],
    ['binary.bin', /This file is binary/],
    ['large.txt', /This file is too large to be shown/],
  ])('does not print %s', async (name, shown) => {
    const { text } = await pages.open(`blob/main/${name}`);
    expect(text).toMatch(shown);
    expect(text).not.toContain('class="line"');
  });

  it('redirects a folder to its page', async () => {
    const { status, location } = await pages.open('blob/main/lib');
    expect([status, location]).toEqual([303, address('tree/main/lib')]);
  });

  it('answers 404 for what the commit does not have, and hides a private project', async () => {
    for (const page of ['blob/main/nothing', 'blob/nothing/a', 'raw/main/nothing', 'raw/main/lib', 'raw/nothing'])
      expect([page, (await pages.open(page, projects.reporter)).status]).toEqual([page, 404]);
    const { project: hidden } = await projects.start('private');
    const its = new PageVisits(app, hidden);
    for (const kind of ['blob', 'raw', 'blame']) {
      const page = `${kind}/main/first.txt`;
      expect((await its.open(page)).location).toMatch(/^\/users\/sign_in\?/);
      expect((await its.open(page, projects.stranger)).status).toBe(404);
      expect((await its.open(page, projects.reporter)).status).toBe(200);
    }
    const empty = new PageVisits(app, projects.make('public'));
    expect((await empty.open('blob/main/a')).status).toBe(404);
  });
});

describe('the page of the commits of lines', () => {
  it('shows each commit once beside its lines', async () => {
    const { status, text } = await pages.open('blame/feature/x/lib/a.ts');
    expect(status).toBe(200);
    expect(text.match(/<div class="by">/g)).toHaveLength(1);
    expect(text).toContain('<i data-line="1"></i>const a = &quot;&lt;b&gt;&quot;;\n</span>');
    expect(text).toContain('>Add files</a>');
    for (const name of ['large.txt', 'binary.bin'])
      expect((await pages.open(`blame/main/${name}`)).text).toContain('cannot be shown');
    expect((await pages.open('blame/main/empty')).text).toContain('This file is empty.');
    expect((await pages.open('blame/main/lib')).status).toBe(404);
  });
});

describe('the content of a file for browsers', () => {
  it.each([
    ['lib/page.html', 'text/plain; charset=utf-8'],
    ['logo.svg', 'image/svg+xml'],
    ['binary.bin', 'text/plain; charset=utf-8'],
  ])('never is a page of this origin: %s', async (name, type) => {
    const { status, headers, text } = await pages.open(`raw/main/${name}`);
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      type,
      'nosniff',
    ]);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/);
    expect(text).toBe(FILES[name]!.toString());
    expect(headers.get('content-disposition')).toMatch(/^inline;/);
  });

  it('is saved on request, and not sent again when it is the same', async () => {
    const { headers } = await pages.open('raw/main/large.txt?inline=false');
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''large.txt");
    const again = await pages.open('raw/main/large.txt', undefined, { 'if-none-match': headers.get('etag')! });
    expect(again.status).toBe(304);
  });
});

describe('archives for browsers', () => {
  it('hold the files of a ref with slashes', async () => {
    const { status, headers } = await pages.open(
      `archive/feature/x/${project.fullPath.split('/').at(-1)}-feature-x.zip`,
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(headers.get('content-disposition')).toMatch(/-feature-x-[0-9a-f]{40}\.zip"/);
    for (const path of ['main/a.exe', 'main.zip', 'nothing/a.zip'])
      expect([path, (await pages.open(`archive/${path}`)).status]).toEqual([path, 404]);
  });

  it('are linked from the files', async () => {
    const { text } = await pages.open('tree/feature/x');
    expect(text).toMatch(/href="[^"]*\/-\/archive\/feature\/x\/[^"/]*-feature-x\.tar\.gz" download/);
  });
});
