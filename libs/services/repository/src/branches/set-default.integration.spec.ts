import { DefaultBranchChangedEvent, DefaultBranchMissing } from '@hearth/repository-contracts';
import { ProjectNotFound } from '@hearth/http';
import type { ProjectId } from '@hearth/contract-kit';
import { RepositoryProvider } from '../provider/repository.provider.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

const set = (projectId: ProjectId, branch: string) =>
  app.get(RepositoryProvider).setDefaultBranch({ projectId, branch });
const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error);

/** Returns sequence and default branch of all published events of a project, in their order. */
async function published(projectId: ProjectId): Promise<unknown[]> {
  const rows = await app.database.query<{ data: Record<string, unknown> }>(
    'select data from outbox where key = $1 order by id',
    [String(projectId)],
  );
  return rows.map(({ data }) => [data['sequence'], data['defaultBranch']]);
}

describe('repository.set-default-branch', () => {
  it('points HEAD at the branch, and tells it after what came before', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:trunk']);
    const { sequence } = await set(project.id, 'trunk');
    const clone = await app.clientFolder(`${project.fullPath}-head`);
    await clone.run(['clone', '--quiet', app.remote(project.fullPath, projects.reporter), '.']);
    expect(await clone.text('symbolic-ref', 'HEAD')).toBe('refs/heads/trunk');
    const before = await published(project.id);
    expect(before.at(-1)).toEqual([sequence, 'trunk']);
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
    const after = await published(project.id);
    expect(after.at(-1)).toEqual([expect.any(Number), 'trunk']);
    const sequences = (after as [number, string][]).map(([each]) => each);
    expect(sequences).toEqual(sequences.toSorted((one, two) => one - two));
    expect(new Set(sequences).size).toBe(sequences.length);
  });

  it('is told again when it is repeated', async () => {
    const { project } = await projects.start();
    const first = await set(project.id, 'main');
    const second = await set(project.id, 'main');
    expect(second.sequence).toBeGreaterThan(first.sequence);
    const events = await app.database.query('select id from outbox where type = $1 and key = $2', [
      DefaultBranchChangedEvent.name,
      String(project.id),
    ]);
    expect(events).toHaveLength(2);
  });

  it.each(['nope', 'ma', '-x', 'refs/heads/main', '', 'a..b', 'HEAD'])(
    'refuses %j, which is no branch',
    async (name) => {
      const { project } = await projects.start();
      const error = await outcome(set(project.id, name));
      expect(DefaultBranchMissing.is(error)).toBe(true);
      expect(error).toMatchObject({
        status: 400,
        body: { message: { base: [`Could not change HEAD: branch '${name}' does not exist`] } },
      });
      expect((await published(project.id)).at(-1)).toEqual([expect.any(Number), 'main']);
    },
  );

  it('refuses a branch of an empty repository', async () => {
    expect(DefaultBranchMissing.is(await outcome(set(projects.make().id, 'master')))).toBe(true);
  });

  it('does not find a project that was deleted', async () => {
    const { project } = await projects.start();
    await app.database.tx((tx) => app.get(RepositoriesStore).bury(tx, project.id, 'here'));
    expect(ProjectNotFound.is(await outcome(set(project.id, 'main')))).toBe(true);
  });

  it('waits for pushes of the same moment', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:trunk']);
    await projects.commit(client, 'second');
    await Promise.all([set(project.id, 'trunk'), client.run(['push', '--quiet', 'origin', 'main:topic'])]);
    const [, branch] = (await published(project.id)).at(-1) as [number, string];
    expect(branch).toBe('trunk');
  });
});
