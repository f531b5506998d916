import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Git } from '../git/git.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

describe('the languages of a repository', () => {
  const app = RepositoryApp.inBlock();
  const projects = new GitProjects(app);

  async function languages(id: number, as: Principal = projects.reporter): Promise<[number, unknown]> {
    const response = await app.send(`/api/v4/projects/${id}/languages`, { as });
    return [response.status, await response.json()];
  }

  it('are measured by bytes on the default branch, once for a commit', async () => {
    const { project, client } = await projects.start();
    expect(await languages(project.id)).toEqual([200, {}]);
    await mkdir(path.join(client.folder, 'node_modules'));
    const files = { 'a.go': 300, 'b.py': 100, 'ü b.py': 100, 'README.md': 900, 'node_modules/x.js': 900 };
    for (const [name, bytes] of Object.entries(files))
      await writeFile(path.join(client.folder, name), 'x'.repeat(bytes));
    await symlink('a.go', path.join(client.folder, 'link.rb'));
    await client.run(['add', '.']);
    await client.run(['commit', '--quiet', '-m', 'files']);
    await client.run(['push', '--quiet', 'origin', 'main', 'main:refs/heads/other']);
    const reads = jest.spyOn(app.get(Git).fileSizes, 'each');
    for (const _ of [1, 2]) {
      const [status, shares] = await languages(project.id);
      expect([status, Object.entries(shares as object)]).toEqual([
        200,
        [
          ['Go', 60],
          ['Python', 40],
        ],
      ]);
    }
    expect(reads).toHaveBeenCalledTimes(1);
    expect((await languages(project.id, projects.stranger))[0]).toBe(404);
  });

  it('are none without a repository', async () => {
    expect(await languages(projects.make().id)).toEqual([200, {}]);
  });

  it('are those of the first files of an enormous repository', async () => {
    const { project, client } = await projects.start();
    await writeFile(path.join(client.folder, 'a.go'), 'x');
    await projects.commit(client, 'z');
    await client.run(['push', '--quiet', 'origin', 'main']);
    const git = app.get(Git);
    const found: string[] = [];
    const repository = (await app.get(RepositoryFacts).path(project.id as ProjectId))!;
    const tip = (await git.branches.find(repository, (await git.branches.default(repository))!))!.tip;
    await git.fileSizes.each(repository, tip, { most: 2, timeoutMs: 10_000 }, (name) => found.push(name));
    expect(found).toEqual(['a.go', 'first.txt']);
  });
});
