import { existsSync, readFileSync } from 'node:fs';
import type { ProjectId } from '@hearth/contract-kit';
import { LocateQuery } from '@hearth/repository-contracts';
import { startJobs, type RunningJobs } from '@hearth/jobs';
import { Git as Client, confirms, waitFor } from '@hearth/testing';
import type { Delivery } from '@hearth/messaging';
import { SetDefaultBranch } from '../branches/set-default.js';
import { OnProjectCreated } from '../events/on-project-created.js';
import { OnProjectDeleted } from '../events/on-project-deleted.js';
import { OnUserDeleted } from '../events/on-user-deleted.js';
import { RepositoryProvider } from '../provider/repository.provider.js';
import { EnsureRepository } from '../repositories/ensure-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';
import { GHOST_ID } from './fake-services.js';
import { RepositoryApp } from './repository-app.js';

const app = RepositoryApp.inBlock();
let jobs: RunningJobs;
let projects = 0;

beforeAll(() => {
  jobs = startJobs(app.app);
});

afterAll(() => jobs?.stop());

const next = () => ++projects as ProjectId;
const pathOf = (projectId: ProjectId) => app.get(Storages).pathOf('here', projectId);

const react = {
  created: (projectId: ProjectId) =>
    app.database.tx((tx) => app.get(OnProjectCreated).handle({ projectId, creatorId: 1 }, { tx } as Delivery)),
  deleted: (projectId: ProjectId) =>
    app.database.tx((tx) => app.get(OnProjectDeleted).handle({ projectId }, { tx } as Delivery)),
};

describe('a user who was deleted', () => {
  it('is no longer the author of comments on commits', async () => {
    const projectId = next();
    await app.get(EnsureRepository).execute(projectId);
    const db = app.database;
    await db.query(
      `insert into commit_comments (project_id, commit_id, author_id, note) values ($1, 'c', 77, 'of nobody')`,
      [projectId],
    );
    await db.tx((tx) =>
      app.get(OnUserDeleted).handle({ userId: 77, hardDelete: false, ghostId: GHOST_ID }, { tx } as Delivery),
    );
    const author = 'select author_id as id from commit_comments where project_id = $1';
    await waitFor('the ghost', async () => (await db.query<{ id: number }>(author, [projectId]))[0]?.id === GHOST_ID);
  });
});

describe('a project that was created', () => {
  it('gets its repository', async () => {
    const projectId = next();
    await react.created(projectId);
    await waitFor('the repository', () => existsSync(`${pathOf(projectId)}/HEAD`));
    await react.created(projectId);
    const located = await app.get(RepositoryProvider).locate(LocateQuery.input.parse({ projectId }));
    expect(located).toEqual({ storage: 'here', copies: [], readOnly: false });
  });
});

describe('a project that was created with a default branch', () => {
  const head = (projectId: ProjectId) => readFileSync(`${pathOf(projectId)}/HEAD`, 'utf8').trim();
  const created = (projectId: ProjectId, defaultBranch: string) =>
    app.database.tx((tx) =>
      app.get(OnProjectCreated).handle({ projectId, creatorId: 1, defaultBranch }, { tx } as Delivery),
    );

  it('begins with it, also when its repository was made before', async () => {
    const [fresh, made] = [next(), next()];
    await app.get(EnsureRepository).execute(made);
    for (const projectId of [fresh, made]) {
      await created(projectId, 'trunk');
      await waitFor(
        'HEAD',
        () => existsSync(`${pathOf(projectId)}/HEAD`) && head(projectId) === 'ref: refs/heads/trunk',
      );
    }
  });

  it('keeps what it has when it is not empty any more, and when the name is none', async () => {
    const projectId = next();
    const { path } = await app.get(EnsureRepository).execute(projectId);
    const client = new Client(path);
    await client.run([
      'update-ref',
      'refs/heads/master',
      await client.text('commit-tree', '-m', 'x', await client.text('mktree')),
    ]);
    await app.get(SetDefaultBranch).begin({ projectId, branch: 'trunk' });
    const empty = next();
    await app.get(SetDefaultBranch).begin({ projectId: empty, branch: 'a..b' });
    await app.get(EnsureRepository).execute(empty);
    expect([head(projectId), head(empty)]).toEqual(['ref: refs/heads/master', 'ref: refs/heads/master']);
  });
});

describe('a project that was deleted', () => {
  it('is one that projects does not have any more', async () => {
    const project = app.services.addProject('ada/kept');
    const isGone = () => confirms(app, OnProjectDeleted, { projectId: project.id });
    expect(await isGone()).toBe(false);
    app.services.removeProject(project);
    expect(await isGone()).toBe(true);
  });

  it('loses its repository', async () => {
    const projectId = next();
    await react.created(projectId);
    await waitFor('the repository', () => existsSync(`${pathOf(projectId)}/HEAD`));
    await react.deleted(projectId);
    await waitFor('its end', () => !existsSync(pathOf(projectId)));
  });

  it('gets none afterwards, whichever event comes first', async () => {
    const projectId = next();
    await react.deleted(projectId);
    await react.created(projectId);
    const record = await app.get(RepositoriesStore).find(app.database, projectId);
    expect(record).toMatchObject({ deleted: true, made: false });
    const later = next();
    await react.created(later);
    await waitFor('the repository of another project', () => existsSync(`${pathOf(later)}/HEAD`));
    expect(existsSync(pathOf(projectId))).toBe(false);
  });
});
