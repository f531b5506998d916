import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Git as Client } from '@hearth/testing';
import { GitProjects } from '../testing/git-projects.js';
import { PageVisits } from '../testing/page-visits.js';
import { RepositoryApp } from '../testing/repository-app.js';
import type { FakeProject } from '../testing/fake-services.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;
let client: Client;
let pages: PageVisits;

/** Two branches of which one is the beginning of a path of the other, hostile names, a README with a relative link. */
beforeAll(async () => {
  project = projects.make('public');
  client = await projects.client(project, projects.master);
  const files = {
    'lib/deep/a.ts': 'export {};\n',
    'lib/<b>&.txt': 'x\n',
    'lib/100%?#.txt': 'x\n',
    'README.md': '# About <script>alert(1)</script>\n\nSee [the library](lib/deep/a.ts).\n',
    'docs/readme.txt': 'No <b>markup</b>.\n',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.join(client.folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(client.folder, name), content);
  }
  await client.run(['add', '.']);
  await client.run(['commit', '--quiet', '-m', 'Add <i>files</i>']);
  await client.run(['push', '--quiet', 'origin', 'main', 'HEAD:refs/heads/feature/x', 'HEAD~1:refs/tags/v1']);
  pages = new PageVisits(app, project);
});

const address = (rest: string) => `/${project.fullPath}/-/${rest}`;

describe('the page of a folder', () => {
  it('shows the default branch: folders first, the newest commit and the README', async () => {
    const { status, text, headers } = await pages.open('tree');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const names = [...text.matchAll(/<tr class="\w+"><td><a href="([^"]+)">/g)].map(([, href]) => href);
    expect(names).toEqual(
      ['tree/main/docs', 'tree/main/lib', 'blob/main/README.md', 'blob/main/first.txt'].map(address),
    );
    expect(text).toContain('Add &lt;i&gt;files&lt;/i&gt;</a>');
    expect(text).toContain(`<a href="${address('blob/main/lib/deep/a.ts')}">the library</a>`);
    expect(text).not.toContain('<script>alert');
    const last = [...text.matchAll(/<td><a href="[^"]+\/commit\/\w+">(.+?)<\/a><\/td><td><time/g)].map(
      ([, title]) => title,
    );
    expect(last).toEqual([...Array<string>(3).fill('Add &lt;i&gt;files&lt;/i&gt;'), 'first']);
    expect(text).toMatch(/<option selected>main<\/option>[^]*<optgroup label="Tags">\s*<option>v1</);
  });

  it('finds a ref with slashes, a tag and an id', async () => {
    const tip = await client.idOf('HEAD');
    for (const ref of ['feature/x', tip, tip.slice(0, 8), 'HEAD']) {
      const { status, text } = await pages.open(`tree/${ref}/lib`);
      expect([ref, status]).toEqual([ref, 200]);
      expect(text).toContain(`href="${address(`tree/${ref}/lib/deep`)}"`);
    }
    expect((await pages.open('tree/v1')).text).not.toContain('README.md');
    expect((await pages.open('tree/v1/lib')).status).toBe(404);
  });

  it('escapes names, and encodes them in addresses', async () => {
    const { text } = await pages.open('tree/main/lib');
    expect(text).toContain(`<a href="${address('blob/main/lib/%3Cb%3E%26.txt')}">&lt;b&gt;&amp;.txt</a>`);
    expect(text).toContain(`href="${address('blob/main/lib/100%25%3F%23.txt')}"`);
    expect(text.match(/>Add &lt;i&gt;files&lt;\/i&gt;<\/a><\/td>/g)).toHaveLength(3);
    expect((await pages.open('tree/main/docs')).text).toContain('No &lt;b&gt;markup&lt;/b&gt;.');
  });

  it('redirects a file to its page, and the menu of refs to the same path', async () => {
    const file = await pages.open('tree/main/lib/deep/a.ts');
    expect([file.status, file.location]).toEqual([303, address('blob/main/lib/deep/a.ts')]);
    const base = `/-/project/${project.id}/refs/switch?destination=tree`;
    const chosen = await app.send(`${base}&ref=feature%2Fx&path=lib%2F..%2F%2Fevil`);
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, address('tree/feature/x/lib/..//evil')]);
    expect((await app.send(`${base}x&ref=main`)).status).toBe(400);
  });

  it('answers 404 for what the commit does not have', async () => {
    for (const page of ['tree/nothing', 'tree/main/nothing', 'tree/main/../x', 'tree/refs/hearth/x']) {
      const { status, text } = await pages.open(page, projects.reporter);
      expect([page, status]).toEqual([page, 404]);
      expect(text).toContain('There is no such page');
    }
  });

  it('hides a private project', async () => {
    const { project: hidden } = await projects.start('private');
    const its = new PageVisits(app, hidden);
    const anonymous = await its.open('tree/main');
    const back = new URLSearchParams({ return_to: `/${hidden.fullPath}/-/tree/main` });
    expect([anonymous.status, anonymous.location]).toEqual([303, `/users/sign_in?${back}`]);
    expect((await its.open('tree/main', projects.stranger)).status).toBe(404);
    expect((await its.open('tree/main', projects.reporter)).status).toBe(200);
  });

  it('shows the steps to push to an empty repository', async () => {
    const its = new PageVisits(app, projects.make('public'));
    for (const page of ['tree', 'tree/HEAD', 'tree/main/x']) {
      expect((await its.open(page, projects.developer)).text).toMatch(
        /is empty<\/h1>[^]*git remote add origin http\S+\.git\ngit push/,
      );
      expect((await its.open(page)).text).not.toContain('git push');
    }
  });
});

describe('the page that finds files', () => {
  const paths = async (page: string) => {
    const { status, text } = await pages.open(page);
    expect([page, status]).toEqual([page, 200]);
    return [...text.matchAll(/<li><div><a href="([^"]+)">/g)].map(([, href]) => href);
  };

  it('lists those whose paths have all words, in whatever case', async () => {
    expect(await paths('find_file/feature/x')).toHaveLength(6);
    expect(await paths('find_file/main?search=LIB+a.t')).toEqual([address('blob/main/lib/deep/a.ts')]);
    expect(await paths('find_file/main?search=%3Cb')).toEqual([address('blob/main/lib/%3Cb%3E%26.txt')]);
    expect((await pages.open('find_file/main?search=nothing')).text).toContain('There are no such files.');
  });

  it('answers 404 for folders and unknown refs, and hides a private project', async () => {
    for (const page of ['find_file/main/lib', 'find_file/nothing'])
      expect((await pages.open(page, projects.reporter)).status).toBe(404);
    const { project: hidden } = await projects.start('private');
    expect((await new PageVisits(app, hidden).open('find_file/main', projects.stranger)).status).toBe(404);
  });
});
