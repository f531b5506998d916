import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DefaultBranchChangedEvent } from '@hearth/repository-contracts';
import { startJobs, type RunningJobs } from '@hearth/jobs';
import { waitFor } from '@hearth/testing';
import type { Delivery } from '@hearth/messaging';
import { OnForkRequested } from '../events/on-fork-requested.js';
import { Git } from '../git/git.js';
import { RefsProvider } from '../provider/refs.provider.js';
import { PlaceRepository } from '../repositories/place-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { StoragePlacesStore } from '../storages/storage-places.store.js';
import type { FakeProject } from '../testing/fake-services.js';
import { ForkScene } from '../testing/fork-scene.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const USER = 7;

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
const scene = new ForkScene(app, projects);
let git: Git;

beforeAll(() => {
  git = app.get(Git);
});

const record = async ({ id }: FakeProject) => (await app.get(RepositoriesStore).find(scene.db, id))!;
const inodes = async (project: FakeProject) => {
  const folder = path.join(await scene.pathOf(project), 'objects/pack');
  return Promise.all((await scene.packs(project)).map(async (name) => (await stat(path.join(folder, name))).ino));
};

describe('a fork', () => {
  it('has the branches, tags and HEAD of its source, and none of its other refs', async () => {
    const { project: source, client } = await projects.start();
    await client.run(['tag', '-a', '-m', 'text', 'v1']);
    await client.run(['push', '--quiet', 'origin', 'main:a/b', 'v1']);
    const provider = app.get(RefsProvider);
    await provider.syncMergeRequestHead({
      projectId: source.id,
      iid: 1,
      sourceProjectId: source.id,
      sourceBranch: 'main',
    });
    await provider.keepAround({ projectId: source.id, commits: [await client.idOf('main')] });
    const fork = await scene.forked(source);

    expect(await scene.published(fork)).toEqual(['started', 'finished']);
    const refs = await projects.refs(source);
    expect(await projects.refs(fork)).toEqual(refs.filter((line) => !line.includes('merge-requests')));
    expect(await client.lines('--git-dir', await scene.pathOf(fork), 'for-each-ref', 'refs/hearth')).toEqual([]);
    expect(await git.branches.default(await scene.pathOf(fork))).toBe('main');
    const config = (project: FakeProject) =>
      scene.pathOf(project).then((at) => readFile(path.join(at, 'config'), 'utf8'));
    expect(await config(fork)).toBe(await config(source));
    await scene.soundness(fork, client);
  });

  it('begins with a protected default branch, which is published; its refs are not', async () => {
    const { project: source } = await projects.start();
    const fork = await scene.forked(source);
    const { branches } = await app.get(RefsProvider).refProtection({ projectId: fork.id, branches: ['main'] });
    expect(branches).toEqual([{ protected: true, pushLevel: 40, mergeLevel: 40, allowForcePush: false }]);
    const events = await scene.db.query<{ data: object }>('select data from outbox where type = $1 and key = $2', [
      DefaultBranchChangedEvent.name,
      String(fork.id),
    ]);
    expect(events.map(({ data }) => data)).toEqual([
      { projectId: fork.id, sequence: expect.any(Number), defaultBranch: 'main' },
    ]);
    expect(await projects.journal(fork)).toEqual({ states: [], published: [] });
    expect(await record(fork)).toMatchObject({ made: true, started: true });
  });

  it('of one branch has neither the other branches, nor their objects and tags', async () => {
    const { project: source, client } = await projects.start();
    await client.run(['tag', '-a', '-m', 'text', 'v1']);
    await client.run(['push', '--quiet', 'origin', 'main:a/b', 'v1']);
    const other = await projects.commit(client, 'of another branch');
    await client.run(['tag', 'v2']);
    await client.run(['push', '--quiet', 'origin', 'main', 'v2']);
    const fork = await scene.forked(source, 'a/b');
    expect(await scene.published(fork)).toEqual(['started', 'finished']);
    const names = (await projects.refs(fork)).map((line) => line.split('\t')[1]);
    expect(names).toEqual(['HEAD', 'refs/heads/a/b', 'refs/tags/v1', 'refs/tags/v1^{}']);
    expect(await git.branches.default(await scene.pathOf(fork))).toBe('a/b');
    const found = await client.attempt(['--git-dir', await scene.pathOf(fork), 'cat-file', '-e', other]);
    expect(found.code).not.toBe(0);
    await scene.soundness(fork, client);
  });

  it('of a branch that is deleted meanwhile fails', async () => {
    const { project: source } = await projects.start();
    for (const from of [source, projects.make()]) {
      const fork = await scene.forked(from, 'none');
      expect(await scene.published(fork)).toEqual([
        'started',
        'failed: The branch was deleted before it could be copied.',
      ]);
      const client = await projects.client(fork, projects.master);
      await client.run(['push', '--quiet', 'origin', 'main']);
    }
  });

  it('of an empty project is an empty repository, which takes a first push', async () => {
    const source = projects.make();
    const fork = await scene.forked(source);
    expect(await scene.published(fork)).toEqual(['started', 'finished']);
    const made = projects.make();
    await projects.refs(made);
    const other = await scene.forked(made);
    for (const each of [fork, other]) {
      expect(await projects.refs(each)).toEqual([]);
      const client = await projects.client(each, projects.master);
      await client.run(['push', '--quiet', 'origin', 'main']);
      expect((await projects.journal(each)).states).toEqual(['settled']);
    }
  });

  it('is made once, however often that runs', async () => {
    const { project: source } = await projects.start();
    const fork = await scene.request(source);
    await Promise.all([scene.execute(fork), scene.execute(fork), scene.execute(fork)]);
    await scene.execute(fork);
    expect(await scene.published(fork)).toEqual(['started', 'finished']);
  });

  it('shares the files of objects with its source, not one byte copied', async () => {
    const { project: source, client } = await projects.start();
    await scene.large(client, 'large', 2 * 1024 * 1024);
    await client.run(['push', '--quiet', 'origin', 'main']);
    const fork = await scene.forked(source);
    expect(await inodes(fork)).toEqual(await inodes(source));
    // The large pack stays unchanged in both; the small one does not.
    expect([await scene.packs(source, '.keep'), await scene.packs(fork, '.keep')].map((kept) => kept.length)).toEqual([
      1, 1,
    ]);
    for (const each of [source, fork]) await git.upkeep.prune(await scene.pathOf(each), 0);
    const present = await inodes(source);
    expect((await inodes(fork)).filter((inode) => present.includes(inode))).toHaveLength(1);
    expect(await scene.packs(source, '.keep')).toEqual(await scene.packs(fork, '.keep'));
    await scene.soundness(source, client);
    await scene.soundness(fork, client);
  });

  it('goes its own way: pushes to one are not in the other', async () => {
    const { project: source, client } = await projects.start();
    const fork = await scene.forked(source);
    const there = await projects.client(fork, projects.master);
    await there.run(['fetch', '--quiet', 'origin']);
    await there.run(['reset', '--quiet', '--hard', 'origin/main']);
    const tip = await projects.commit(there, 'in the fork');
    await there.run(['push', '--quiet', 'origin', 'main:topic']);
    const here = await projects.commit(client, 'in the source');
    await client.run(['push', '--quiet', 'origin', 'main']);
    expect((await projects.refs(fork)).join()).not.toContain(here);
    expect((await projects.refs(source)).join()).not.toContain(tip);
    const head = await app.get(RefsProvider).syncMergeRequestHead({
      ...{ projectId: source.id, iid: 3, sourceProjectId: fork.id, sourceBranch: 'topic' },
    });
    expect(head).toEqual({ head: tip });
    await scene.soundness(source, client);
  });
});

describe('until it is copied, a fork', () => {
  it('takes neither pushes nor fetches, and reads as empty', async () => {
    const { project: source, client } = await projects.start();
    const fork = await scene.request(source);
    const remote = app.remote(fork.fullPath, projects.master);
    for (const service of ['git-receive-pack', 'git-upload-pack']) {
      const answer = await app.send(`/${fork.fullPath}.git/info/refs?service=${service}`, { as: projects.master });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    }
    const pushed = await client.attempt(['push', '--quiet', remote, 'main']);
    expect(pushed.stderr.toString()).toContain('503');
    const branches = await app.send(`/api/v4/projects/${fork.id}/repository/branches`, { as: projects.master });
    expect([branches.status, await branches.json()]).toEqual([200, []]);
    const created = await app.send(`/api/v4/projects/${fork.id}/repository/branches?branch=a&ref=main`, {
      ...{ method: 'POST', as: projects.master },
    });
    expect([created.status, created.headers.get('retry-after')]).toEqual([503, '1']);
    expect(existsSync(await scene.pathOf(fork))).toBe(false);
    await scene.execute(fork);
    await client.run(['push', '--quiet', remote, 'main:other']);
  });

  it('is on the storage of its source, for any first request', async () => {
    const { project: source } = await projects.start();
    await scene.db.query('update repositories set storage = $2 where project_id = $1', [source.id, 'elsewhere']);
    const places = app.get(StoragePlacesStore);
    const { read } = places;
    places.read = () => Promise.resolve([]);
    try {
      const fork = projects.make();
      app.services.forkSources.set(fork.id, source.id);
      expect(await app.get(PlaceRepository).execute(fork.id)).toMatchObject({
        storage: 'elsewhere',
        forkSourceId: source.id,
        made: false,
      });
      await expect(scene.request(source)).rejects.toThrow(/fork-repository\/elsewhere/);
    } finally {
      places.read = read;
      await scene.db.query('update repositories set storage = $2 where project_id = $1', [source.id, 'here']);
    }
  });

  it('is waited for by its own forks', async () => {
    const { project: source } = await projects.start();
    const fork = await scene.request(source);
    const below = await scene.request(fork);
    await expect(scene.execute(below)).rejects.toMatchObject({ code: 'repository-busy' });
    await scene.execute(fork);
    await scene.execute(below);
    expect(await projects.refs(below)).toEqual(await projects.refs(source));
  });
});

describe('an import that is not finished', () => {
  it('takes no pushes and no writes of the API', async () => {
    const { project, client } = await projects.start();
    await projects.commit(client, 'next');
    project.importing = true;
    const refused = await client.attempt(['push', '--quiet', 'origin', 'main']);
    expect(refused.stderr.toString()).toContain('503');
    const written = await app.send(`/api/v4/projects/${project.id}/repository/branches?branch=a&ref=main`, {
      ...{ method: 'POST', as: projects.master },
    });
    expect(written.status).toBe(503);
    await client.run(['fetch', '--quiet', 'origin']);
    project.importing = false;
    await client.run(['push', '--quiet', 'origin', 'main']);
  });
});

describe('a copy that broke off', () => {
  it.each(['before', 'while', 'after'])('%s the repository was there is made again, and told once', async (when) => {
    const { project: source, client } = await projects.start();
    const fork = await scene.request(source);
    const at = await scene.pathOf(fork);
    if (when === 'while') {
      await mkdir(path.dirname(at), { recursive: true });
      const half = path.join(path.dirname(at), `.${path.basename(at)}.making-0123`);
      await client.run(['clone', '--quiet', '--bare', await scene.pathOf(source), half]);
      await writeFile(path.join(half, 'packed-refs'), 'half');
    }
    if (when === 'after') await git.repositories.ensureClone(at, await scene.pathOf(source));
    await scene.execute(fork);
    expect((await scene.published(fork)).filter((state) => state !== 'started')).toEqual(['finished']);
    expect((await readdir(path.dirname(at))).filter((name) => name.includes('making'))).toEqual([]);
    expect(await projects.refs(fork)).toEqual(await projects.refs(source));
    await scene.soundness(fork, client);
  });
});

describe('the job', () => {
  let jobs: RunningJobs;

  beforeAll(() => {
    jobs = startJobs(app.app);
  });

  afterAll(() => jobs?.stop());

  it('copies what was requested', async () => {
    const { project: source } = await projects.start();
    const fork = await scene.request(source);
    await waitFor('the fork to be finished', async () => (await scene.published(fork)).includes('finished'));
    expect(await projects.refs(fork)).toEqual(await projects.refs(source));
  });

  it('creates nothing for a fork whose source was deleted before the first request', async () => {
    const gone = projects.make();
    const fork = projects.make();
    await projects.refs(fork);
    await scene.bury(gone);
    const requested = { projectId: fork.id, sourceProjectId: gone.id, userId: USER };
    await scene.db.tx((tx) => app.get(OnForkRequested).handle(requested, { tx } as Delivery));
    await waitFor('the fork to fail', async () =>
      (await scene.published(fork)).some((state) => state.startsWith('failed')),
    );
  });
});
