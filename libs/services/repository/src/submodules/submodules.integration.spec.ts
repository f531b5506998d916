import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)];

describe('a submodule', () => {
  const app = RepositoryApp.inBlock();
  const projects = new GitProjects(app);

  it('is pointed at another commit by a commit, and nothing else is', async () => {
    const { project, client } = await projects.start();
    await client.run(['update-index', '--add', '--cacheinfo', `160000,${OLD},lib/vendor`]);
    await client.run(['commit', '--quiet', '-m', 'Add a submodule']);
    await client.run(['push', '--quiet', 'origin', 'main']);
    const update = async (path: string, body: object, as = projects.master) => {
      const response = await app.send(
        `/api/v4/projects/${project.id}/repository/submodules/${encodeURIComponent(path)}`,
        { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), as },
      );
      return { status: response.status, body: (await response.json()) as unknown };
    };
    const changed = await update('lib/vendor', { branch: 'main', commit_sha: NEW.toUpperCase() });
    const message = `Update submodule lib/vendor with oid ${NEW}`;
    expect(changed).toMatchObject({ status: 200, body: { message, author_name: 'Name of master' } });
    await client.run(['fetch', '--quiet', 'origin']);
    expect(await client.idOf('origin/main')).toBe((changed.body as { id: string }).id);
    expect(await client.lines('ls-tree', '-r', 'origin/main')).toEqual([
      expect.stringContaining('\tfirst.txt'),
      `160000 commit ${NEW}\tlib/vendor`,
    ]);
    const published = (await projects.journal(project)).published;
    const to = { branch: 'main', commit_sha: NEW };
    for (const [path, body, said] of [
      ['lib/vendor', to, `The submodule lib/vendor is already at ${NEW}`],
      ['first.txt', to, 'Invalid submodule path'],
      ['lib', to, 'Invalid submodule path'],
      ['../lib', to, 'Path cannot include directory traversal'],
      ['lib/vendor', { ...to, commit_sha: 'main' }, 'Invalid parameters'],
      ['lib/vendor', { ...to, branch: 'none' }, 'You can only create or edit files when you are on a branch'],
    ] as const)
      expect(await update(path, body)).toEqual({ status: 400, body: { message: said } });
    expect(await update('lib/vendor', {})).toEqual({
      status: 400,
      body: { error: 'commit_sha is missing, branch is missing' },
    });
    expect((await update('lib/vendor', to, projects.reporter)).status).toBe(403);
    expect((await projects.journal(project)).published).toEqual(published);
  });
});
