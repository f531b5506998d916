import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitProjects } from '../testing/git-projects.js';
import { PageVisits } from '../testing/page-visits.js';
import { RepositoryApp } from '../testing/repository-app.js';
import type { FakeProject } from '../testing/fake-services.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;
let pages: PageVisits;

beforeAll(async () => {
  project = projects.make('public');
  const client = await projects.client(project, projects.master);
  for (const [name, content] of [
    ['a.ts', 'export {};\n'.repeat(3)],
    ['b.rb', 'puts 1\n'],
  ] as const)
    await writeFile(path.join(client.folder, name), content);
  await client.run(['add', '.']);
  await client.run(['commit', '--quiet', '-m', 'Add', '--author', 'Ada & Co <co@example.com>']);
  await client.run(['push', '--quiet', 'origin', 'main']);
  pages = new PageVisits(app, project);
});

describe('the page of contributors', () => {
  it('shows those of the default branch, and its languages, as pictures of the server', async () => {
    const { status, text } = await pages.open('graphs/main');
    expect(status).toBe(200);
    expect(text).toMatch(/aria-label="Languages: TypeScript [\d.]+ %, Ruby [\d.]+ %"><rect x="0" [^>]*fill="#\w{6}"/i);
    expect(text).toMatch(/<strong>Ada &amp; Co<\/strong>\s*<p class="meta">1 commit, lines added: 4, removed: 0/);
    expect(text).not.toContain('@example.com');
    const other = await pages.open('graphs/other');
    expect([other.status, other.location]).toEqual([303, `/${project.fullPath}/-/graphs/main`]);
  });

  it('is empty without commits, and hidden with its project', async () => {
    expect((await new PageVisits(app, projects.make('public')).open('graphs')).text).toContain('is empty');
    const { project: hidden } = await projects.start('private');
    expect((await new PageVisits(app, hidden).open('graphs', projects.stranger)).status).toBe(404);
  });
});
