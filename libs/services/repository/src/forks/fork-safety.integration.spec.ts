import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '@hearth/testing';
import { Git } from '../git/git.js';
import { MaintenanceLocks, WriteLocks } from '../repositories/write-locks.js';
import { RemoveRepository } from '../repositories/remove-repository.js';
import type { FakeProject } from '../testing/fake-services.js';
import { ForkScene } from '../testing/fork-scene.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
const scene = new ForkScene(app, projects);
let git: Git;

beforeAll(() => {
  git = app.get(Git);
});

describe('the source', () => {
  it('that is deleted before the copy makes it fail, and leaves an empty repository', async () => {
    const { project: source } = await projects.start();
    const fork = await scene.request(source);
    await scene.bury(source);
    await scene.execute(fork);
    await scene.execute(fork);
    expect(new Set(await scene.published(fork))).toEqual(
      new Set(['started', 'failed: The project was deleted before it could be copied.']),
    );
    const client = await projects.client(fork, projects.master);
    await client.run(['push', '--quiet', 'origin', 'main']);
  });

  it('that is deleted while it is copied is there until that has ended', async () => {
    const { project: source, client } = await projects.start();
    const refs = await projects.refs(source);
    const fork = await scene.request(source);
    const lock = await app.get(WriteLocks).acquire(source.id);
    const copying = scene.execute(fork);
    await scene.bury(source);
    const removing = app.get(RemoveRepository).execute({ projectId: source.id });
    lock.release();
    await Promise.all([copying, removing]);
    const [, ended] = await scene.published(fork);
    // In either order, there is never half a repository.
    if (ended === 'finished') {
      expect(await projects.refs(fork)).toEqual(refs);
      await scene.soundness(fork, client);
    } else expect(ended).toMatch(/^failed/);
  });

  it('may be force-pushed, repacked, pruned and deleted: the fork keeps all of its objects', async () => {
    const { project: source, client } = await projects.start();
    await scene.large(client, 'large', 2 * 1024 * 1024);
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
    const fork = await scene.forked(source);
    const refs = await projects.refs(fork);
    await client.run(['push', '--quiet', 'origin', ':topic']);
    await client.run(['checkout', '--quiet', '--orphan', 'rewritten']);
    await client.run(['commit', '--quiet', '-m', 'rewritten']);
    await scene.db.query('delete from protected_branches where project_id = $1', [source.id]);
    await client.run(['push', '--quiet', '--force', 'origin', 'rewritten:main']);
    const at = await scene.pathOf(source);
    for (const _ of ['set aside', 'removed']) await git.upkeep.prune(at, 0);
    await client.run(['--git-dir', at, 'reflog', 'expire', '--expire=now', '--all']);
    await client.run(['--git-dir', at, 'gc', '--quiet', '--prune=now']);
    await scene.soundness(fork, client);
    await scene.bury(source);
    await app.get(RemoveRepository).execute({ projectId: source.id });
    expect(existsSync(at)).toBe(false);
    await scene.soundness(fork, client);
    expect(await projects.refs(fork)).toEqual(refs);
    const clone = await app.clientFolder('of-fork');
    await clone.run(['clone', '--quiet', app.remote(fork.fullPath, projects.master), '.']);
    await clone.run(['fsck', '--strict']);
  });

  it('loses nothing by what becomes of the fork', async () => {
    const { project: source, client } = await projects.start();
    await scene.large(client, 'large', 2 * 1024 * 1024);
    await client.run(['push', '--quiet', 'origin', 'main']);
    const fork = await scene.forked(source);
    const at = await scene.pathOf(fork);
    await client.run(['--git-dir', at, 'update-ref', '-d', 'refs/heads/main']);
    await client.run(['--git-dir', at, 'reflog', 'expire', '--expire=now', '--all']);
    await client.run(['--git-dir', at, 'repack', '-adq', '--pack-kept-objects']);
    await scene.bury(fork);
    await app.get(RemoveRepository).execute({ projectId: fork.id });
    await scene.soundness(source, client);
    // The pack is no longer shared, so it is repacked like any other.
    expect(await scene.packs(source, '.keep')).toHaveLength(1);
    await git.upkeep.prune(await scene.pathOf(source), 0);
    expect([await scene.packs(source, '.keep'), (await scene.packs(source)).length]).toEqual([[], 1]);
    await scene.soundness(source, client);
  });

  it('is not repacked while it is copied, nor copied while it is repacked', async () => {
    const { project: source } = await projects.start();
    const fork = await scene.request(source);
    const lock = await app.get(MaintenanceLocks).acquire(source.id);
    let ended = false;
    const copying = scene.execute(fork).then(() => (ended = true));
    await waitFor('the copy to begin', async () => (await scene.published(fork)).length > 0);
    expect([ended, existsSync(await scene.pathOf(fork))]).toEqual([false, false]);
    lock.release();
    await copying;
    expect(await scene.published(fork)).toEqual(['started', 'finished']);
  });

  it('may be pushed to and repacked all the time', async () => {
    const { project: source, client } = await projects.start();
    let running = true;
    const pushing = (async () => {
      for (let index = 0; running; index++) {
        await projects.commit(client, `c${index}`);
        await client.run(['push', '--quiet', 'origin', 'main']);
      }
    })();
    const forks: FakeProject[] = [];
    for (let index = 0; index < 8; index++) {
      const [fork] = await Promise.all([
        scene.forked(source),
        app.get(MaintenanceLocks).during(source.id, async () => git.upkeep.repack(await scene.pathOf(source))),
      ]);
      forks.push(fork);
    }
    running = false;
    await pushing;
    for (const fork of forks) {
      await scene.soundness(fork, client);
      const left = await readdir(path.join(await scene.pathOf(fork), 'objects'));
      expect(left.filter((name) => name.startsWith('tmp_'))).toEqual([]);
    }
  });
});

describe('a fork that is deleted', () => {
  it('before or while it is copied is not made', async () => {
    const { project: source } = await projects.start();
    const before = await scene.request(source);
    await scene.bury(before);
    await scene.execute(before);
    expect(await scene.published(before)).toEqual([]);
    const meanwhile = await scene.request(source);
    const at = await scene.pathOf(meanwhile);
    const lock = await app.get(WriteLocks).acquire(source.id);
    const copying = scene.execute(meanwhile);
    await waitFor('the copy to begin', async () => (await scene.published(meanwhile)).length > 0);
    await scene.bury(meanwhile);
    const removing = app.get(RemoveRepository).execute({ projectId: meanwhile.id });
    lock.release();
    await Promise.all([copying, removing]);
    expect(await scene.published(meanwhile)).toEqual(['started']);
    expect(existsSync(at)).toBe(false);
  });
});
