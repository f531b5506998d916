import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Principal } from '@hearth/contract-kit';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

describe('templates of a project', () => {
  const app = RepositoryApp.inBlock();
  const projects = new GitProjects(app);

  async function read({ id }: FakeProject, end: string, as: Principal = projects.reporter): Promise<[number, unknown]> {
    const response = await app.send(`/api/v4/projects/${id}/templates/${end}`, { as });
    return [response.status, await response.json()];
  }

  it('are the Markdown files of two folders of the default branch', async () => {
    const { project, client } = await projects.start();
    const files = {
      'issue_templates/Bug.md': '## Steps\n',
      'issue_templates/Ünï code.md': 'ü',
      'issue_templates/notes.txt': 'no template',
      'issue_templates/deep/Other.md': 'below',
      'issue_templates/Huge.md': 'x'.repeat(1024 * 1024 + 1),
      'merge_request_templates/Default.md': '## What\n',
    };
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(client.folder, '.gitlab', name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await client.run(['add', '.']);
    await client.run(['commit', '--quiet', '-m', 'templates']);
    await client.run(['push', '--quiet', 'origin', 'main']);
    const names = (...all: string[]) => all.map((name) => ({ key: name, name }));
    expect(await read(project, 'issues')).toEqual([200, names('Bug', 'Huge', 'Ünï code')]);
    expect(await read(project, 'issues?per_page=1&page=3')).toEqual([200, names('Ünï code')]);
    expect(await read(project, 'issues/Bug')).toEqual([200, { name: 'Bug', content: '## Steps\n' }]);
    expect(await read(project, `issues/${encodeURIComponent('Ünï code')}`)).toMatchObject([200, { content: 'ü' }]);
    expect(await read(project, 'merge_requests')).toEqual([200, names('Default')]);
    expect(await read(project, 'merge_requests/Default')).toMatchObject([200, { content: '## What\n' }]);
    const missing = [404, { message: '404 Template Not Found' }];
    for (const name of ['Huge', 'Other', 'deep%2FOther', '..%2Fmerge_request_templates%2FDefault', 'bug'])
      expect(await read(project, `issues/${name}`)).toEqual(missing);
    expect((await read(project, 'issues', projects.stranger))[0]).toBe(404);
  });

  it('are none without a commit', async () => {
    const project = projects.make();
    expect(await read(project, 'issues')).toEqual([200, []]);
    expect((await read(project, 'issues/Bug'))[0]).toBe(404);
  });
});
