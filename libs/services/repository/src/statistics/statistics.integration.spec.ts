import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { StatisticsMeasuredEvent } from '@hearth/repository-contracts';
import type { EventDataOf, ProjectId } from '@hearth/contract-kit';
import { startJobs, type RunningJobs } from '@hearth/jobs';
import { waitFor } from '@hearth/testing';
import type { Delivery } from '@hearth/messaging';
import { OnDefaultBranchChanged } from '../events/on-default-branch-changed.js';
import { OnRefUpdated } from '../events/on-ref-updated.js';
import { Git } from '../git/git.js';
import type { BranchName } from '../git/refs/ref-name.js';
import { EnsureRepository } from '../repositories/ensure-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { MeasureStatistics } from './measure.js';

type Measured = EventDataOf<typeof StatisticsMeasuredEvent>;

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let jobs: RunningJobs | undefined;

afterAll(() => jobs?.stop());

const measure = (projectId: ProjectId) => app.get(MeasureStatistics).execute({ projectId });
const git = () => app.get(Git);
const pathOf = (projectId: ProjectId) => app.get(Storages).pathOf('here', projectId);

async function published(projectId: ProjectId): Promise<Measured[]> {
  const rows = await app.database.query<{ data: Measured }>(
    'select data from outbox where type = $1 and key = $2 order by id',
    [StatisticsMeasuredEvent.name, String(projectId)],
  );
  return rows.map(({ data }) => data);
}

async function waiting(projectId: ProjectId): Promise<number> {
  const [row] = await app.database.query<{ count: number }>(
    `select count(*)::int from repository_jobs.job where name = 'measure-repository/here' and singleton_key = $1`,
    [String(projectId)],
  );
  return row!.count;
}

const hear = {
  refUpdated: (projectId: ProjectId) => {
    const occurredAt = new Date().toISOString();
    const origin = { pushId: randomUUID(), via: 'http' as const, userId: 1 };
    const change = { sequence: 1, ...origin, ref: 'refs/heads/x', oldId: null, newId: null, defaultBranch: null };
    return app.database.tx((tx) =>
      app.get(OnRefUpdated).handle({ projectId, occurredAt, ...change }, { tx } as Delivery),
    );
  },
  defaultBranchChanged: (projectId: ProjectId) =>
    app.database.tx((tx) =>
      app.get(OnDefaultBranchChanged).handle({ projectId, sequence: 2, defaultBranch: 'main' }, { tx } as Delivery),
    ),
};

describe('a measurement', () => {
  it('tells the commits of the default branch and the bytes on disk', async () => {
    const { project, client } = await projects.start();
    await measure(project.id);
    const [first] = await published(project.id);
    expect(first).toEqual({
      projectId: project.id,
      sequence: 1,
      commitCount: 1,
      repositorySize: await git().repositories.size(pathOf(project.id)),
      readme: { branch: 'main', path: null },
    });
    await projects.commit(client, 'second');
    await projects.commit(client, 'third');
    await client.run(['push', '--quiet', 'origin', 'main', 'main~1:refs/heads/other']);
    await measure(project.id);
    const [, second] = await published(project.id);
    expect(second).toMatchObject({ sequence: 2, commitCount: 3 });
    expect(second!.repositorySize).toBeGreaterThan(first!.repositorySize);
    await git().refsWriter.setHead(pathOf(project.id), 'other' as BranchName);
    await measure(project.id);
    expect((await published(project.id))[2]).toMatchObject({ sequence: 3, commitCount: 2 });
  });

  it('tells where the README of the default branch is, also when nothing else has changed', async () => {
    const { project, client } = await projects.start();
    const readme = async () => {
      await measure(project.id);
      return (await published(project.id)).at(-1)!.readme;
    };
    expect(await readme()).toEqual({ branch: 'main', path: null });
    await client.run(['checkout', '--quiet', '-b', 'docs/new']);
    await mkdir(`${client.folder}/readme`);
    await writeFile(`${client.folder}/readme/README.md`, 'below');
    await writeFile(`${client.folder}/readme.rst`, 'here');
    await client.run(['add', '.']);
    await projects.commit(client, 'with a README');
    await client.run(['push', '--quiet', 'origin', 'docs/new', 'main:refs/heads/same']);
    expect(await readme()).toEqual({ branch: 'main', path: null });
    await git().refsWriter.setHead(pathOf(project.id), 'same' as BranchName);
    expect(await readme()).toEqual({ branch: 'same', path: null });
    await git().refsWriter.setHead(pathOf(project.id), 'docs/new' as BranchName);
    expect(await readme()).toEqual({ branch: 'docs/new', path: 'readme.rst' });
  });

  it('tells nothing where nothing has changed', async () => {
    const { project } = await projects.start();
    await measure(project.id);
    await measure(project.id);
    expect(await published(project.id)).toHaveLength(1);
  });

  it('of an empty repository has no commits', async () => {
    const { id } = projects.make();
    await app.get(EnsureRepository).execute(id);
    await measure(id);
    expect(await published(id)).toMatchObject([{ sequence: 1, commitCount: 0, readme: null }]);
  });

  it('is not made of a repository that is not there, or of a deleted project', async () => {
    const { id } = projects.make();
    await measure(id);
    const { project } = await projects.start();
    const bury = app.get(RepositoriesStore);
    await app.database.tx((tx) => bury.bury(tx, project.id, 'here'));
    await measure(project.id);
    await hear.refUpdated(project.id);
    expect([...(await published(id)), ...(await published(project.id))]).toEqual([]);
    expect(await waiting(project.id)).toBe(0);
  });
});

describe('changes of a repository', () => {
  it('are measured once for all that come until then', async () => {
    const { project } = await projects.start();
    for (let change = 0; change < 5; change++) await hear.refUpdated(project.id);
    await hear.defaultBranchChanged(project.id);
    expect(await waiting(project.id)).toBe(1);
    jobs = startJobs(app.app);
    await waitFor('the measurement', async () => (await published(project.id)).length > 0);
    expect(await published(project.id)).toMatchObject([{ sequence: 1, commitCount: 1 }]);
  }, 30_000);
});
