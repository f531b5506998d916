import type { ProjectId } from '@hearth/contract-kit';
import { startJobs } from '@hearth/jobs';
import type { Delivery } from '@hearth/messaging';
import { waitFor } from '@hearth/testing';
import { OnProjectCreated } from '../events/on-project-created.js';
import { RepositoryProvider } from '../provider/repository.provider.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

function commit() {
  const { userId, name, email } = projects.master;
  return { readme: '# Grüße\n', author: { userId, name, email }, committedAt: '2018-01-15T10:07:21.000Z' };
}

const initialize = (projectId: ProjectId, branch: string | null) =>
  app.get(RepositoryProvider).initialize({ projectId, branch, commit: commit() });

describe('repository.initialize', () => {
  it('makes one commit with a README on the default branch, however often it is called', async () => {
    const project = projects.make();
    const first = await initialize(project.id, 'trunk');
    expect(first).toEqual({ sequence: expect.any(Number), defaultBranch: 'trunk' });
    const client = await app.clientFolder(`${project.fullPath}-clone`);
    await client.run(['clone', '--quiet', app.remote(project.fullPath, projects.reporter), '.']);
    expect(await client.text('symbolic-ref', 'HEAD')).toBe('refs/heads/trunk');
    expect(await client.lines('log', '--format=%an|%ae|%at|%cn|%B')).toEqual([
      `${projects.master.name}|${projects.master.email}|1516010841|${projects.master.name}|Initial commit`,
    ]);
    expect(await client.lines('ls-tree', '--name-only', 'HEAD')).toEqual(['README.md']);
    expect(await client.text('show', 'HEAD:README.md')).toBe('# Grüße');
    await client.run(['fsck', '--strict']);
    const { published } = await projects.journal(project);
    expect(published).toEqual([['refs/heads/trunk', null, await client.idOf('HEAD')]]);
    const again = await initialize(project.id, 'trunk');
    expect(again.defaultBranch).toBe('trunk');
    expect(again.sequence).toBeGreaterThan(first.sequence);
    expect((await projects.journal(project)).published).toEqual(published);
    const rules = 'select name from protected_branches where project_id = $1';
    expect(await app.database.query(rules, [project.id])).toEqual([{ name: 'trunk' }]);
  });

  it('begins with the usual branch without a valid name', async () => {
    for (const branch of [null, 'a..b'])
      expect((await initialize(projects.make().id, branch)).defaultBranch).toBe('main');
  });

  it('leaves a repository with branches as it is', async () => {
    const { project } = await projects.start();
    const before = await projects.refs(project);
    expect((await initialize(project.id, 'trunk')).defaultBranch).toBe('main');
    expect(await projects.refs(project)).toEqual(before);
  });

  it('happens by the event of a new project too, also after its repository was made', async () => {
    const jobs = startJobs(app.app);
    try {
      for (const isMade of [false, true]) {
        const project = projects.make();
        if (isMade) await projects.refs(project);
        const created = { projectId: project.id, creatorId: 1, firstCommit: commit() };
        await app.database.tx((tx) => app.get(OnProjectCreated).handle(created, { tx } as Delivery));
        await waitFor('the commit', async () => (await projects.journal(project)).published.length > 0);
        expect((await projects.refs(project)).map((line) => line.split('\t')[1])).toEqual(['HEAD', 'refs/heads/main']);
      }
    } finally {
      await jobs.stop();
    }
  });
});
