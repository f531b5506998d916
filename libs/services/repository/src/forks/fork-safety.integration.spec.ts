import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ForkProgressedEvent } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { waitFor, type Git as Client } from '@hearth/testing';
import type { Delivery } from '@hearth/messaging';
import { OnForkRequested } from '../events/on-fork-requested.js';
import { OnProjectCreated } from '../events/on-project-created.js';
import { OnProjectDeleted } from '../events/on-project-deleted.js';
import { Git } from '../git/git.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { MaintenanceLocks, WriteLocks } from '../repositories/write-locks.js';
import { RemoveRepository } from '../repositories/remove-repository.js';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { ForkRepository } from './fork.js';

const USER = 7;

let app: RepositoryApp;
let projects: GitProjects;
let git: Git;

beforeAll(async () => {
  app = await RepositoryApp.start();
  projects = new GitProjects(app);
  git = app.app.get<unknown, Git>(Git, { strict: false });
});

afterAll(() => app?.stop());

const db = () => app.get(Database);
const pathOf = async ({ id }: FakeProject) => (await app.get(RepositoryFacts).path(id))!;
const execute = ({ id }: FakeProject) => app.get(ForkRepository).execute({ projectId: id });
/** Checks that all objects of a repository exist and are sound. */
const soundness = async (project: FakeProject, client: Client) =>
  client.run(['--git-dir', await pathOf(project), 'fsck', '--strict', '--full', '--no-dangling']);

/** Sends the events of a requested fork without starting its copy. */
async function request(source: FakeProject): Promise<FakeProject> {
  const fork = projects.make();
  const created = { projectId: fork.id, creatorId: USER, forkedFromId: source.id };
  const requested = { projectId: fork.id, sourceProjectId: source.id, userId: USER };
  await db().tx((tx) => app.get(OnProjectCreated).handle(created, { tx } as Delivery));
  await db().tx((tx) => app.get(OnForkRequested).handle(requested, { tx } as Delivery));
  return fork;
}

async function forked(source: FakeProject): Promise<FakeProject> {
  const fork = await request(source);
  await execute(fork);
  return fork;
}

async function published({ id }: FakeProject): Promise<string[]> {
  const rows = await db().query<{ data: { state: string; error: string | null } }>(
    'select data from outbox where type = $1 and key = $2 order by id',
    [ForkProgressedEvent.name, String(id)],
  );
  return rows.map(({ data: { state, error } }) => (error === null ? state : `${state}: ${error}`));
}

async function bury(project: FakeProject): Promise<void> {
  app.services.removeProject(project);
  await db().tx((tx) => app.get(OnProjectDeleted).handle({ projectId: project.id }, { tx } as Delivery));
}

/** Commits random bytes, which do not compress. */
function large(client: Client, text: string, bytes: number): Promise<string> {
  return projects.commit(client, text, randomBytes(bytes));
}

const packs = async (project: FakeProject, suffix = '.pack') =>
  (await readdir(path.join(await pathOf(project), 'objects/pack'))).filter((name) => name.endsWith(suffix)).sort();

describe('the source', () => {
  it('that is deleted before the copy makes it fail, and leaves an empty repository', async () => {
    const { project: source } = await projects.start();
    const fork = await request(source);
    await bury(source);
    await execute(fork);
    await execute(fork);
    expect(new Set(await published(fork))).toEqual(
      new Set(['started', 'failed: The project was deleted before it could be copied.']),
    );
    const client = await projects.client(fork, projects.master);
    await client.run(['push', '--quiet', 'origin', 'main']);
  });

  it('that is deleted while it is copied is there until that has ended', async () => {
    const { project: source, client } = await projects.start();
    const refs = await projects.refs(source);
    const fork = await request(source);
    const lock = await app.get(WriteLocks).acquire(source.id);
    const copying = execute(fork);
    await bury(source);
    const removing = app.get(RemoveRepository).execute({ projectId: source.id });
    lock.release();
    await Promise.all([copying, removing]);
    const [, ended] = await published(fork);
    // In either order, there is never half a repository.
    if (ended === 'finished') {
      expect(await projects.refs(fork)).toEqual(refs);
      await soundness(fork, client);
    } else expect(ended).toMatch(/^failed/);
  });

  it('may be force-pushed, repacked, pruned and deleted: the fork keeps all of its objects', async () => {
    const { project: source, client } = await projects.start();
    await large(client, 'large', 2 * 1024 * 1024);
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
    const fork = await forked(source);
    const refs = await projects.refs(fork);
    await client.run(['push', '--quiet', 'origin', ':topic']);
    await client.run(['checkout', '--quiet', '--orphan', 'rewritten']);
    await client.run(['commit', '--quiet', '-m', 'rewritten']);
    await db().query('delete from protected_branches where project_id = $1', [source.id]);
    await client.run(['push', '--quiet', '--force', 'origin', 'rewritten:main']);
    const at = await pathOf(source);
    for (const _ of ['set aside', 'removed']) await git.upkeep.prune(at, 0);
    await client.run(['--git-dir', at, 'reflog', 'expire', '--expire=now', '--all']);
    await client.run(['--git-dir', at, 'gc', '--quiet', '--prune=now']);
    await soundness(fork, client);
    await bury(source);
    await app.get(RemoveRepository).execute({ projectId: source.id });
    expect(existsSync(at)).toBe(false);
    await soundness(fork, client);
    expect(await projects.refs(fork)).toEqual(refs);
    const clone = await app.clientFolder('of-fork');
    await clone.run(['clone', '--quiet', app.remote(fork.fullPath, projects.master), '.']);
    await clone.run(['fsck', '--strict']);
  });

  it('loses nothing by what becomes of the fork', async () => {
    const { project: source, client } = await projects.start();
    await large(client, 'large', 2 * 1024 * 1024);
    await client.run(['push', '--quiet', 'origin', 'main']);
    const fork = await forked(source);
    const at = await pathOf(fork);
    await client.run(['--git-dir', at, 'update-ref', '-d', 'refs/heads/main']);
    await client.run(['--git-dir', at, 'reflog', 'expire', '--expire=now', '--all']);
    await client.run(['--git-dir', at, 'repack', '-adq', '--pack-kept-objects']);
    await bury(fork);
    await app.get(RemoveRepository).execute({ projectId: fork.id });
    await soundness(source, client);
    // The pack is no longer shared, so it is repacked like any other.
    expect(await packs(source, '.keep')).toHaveLength(1);
    await git.upkeep.prune(await pathOf(source), 0);
    expect([await packs(source, '.keep'), (await packs(source)).length]).toEqual([[], 1]);
    await soundness(source, client);
  });

  it('is not repacked while it is copied, nor copied while it is repacked', async () => {
    const { project: source } = await projects.start();
    const fork = await request(source);
    const lock = await app.get(MaintenanceLocks).acquire(source.id);
    let ended = false;
    const copying = execute(fork).then(() => (ended = true));
    await waitFor('the copy to begin', async () => (await published(fork)).length > 0);
    expect([ended, existsSync(await pathOf(fork))]).toEqual([false, false]);
    lock.release();
    await copying;
    expect(await published(fork)).toEqual(['started', 'finished']);
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
        forked(source),
        app.get(MaintenanceLocks).during(source.id, async () => git.upkeep.repack(await pathOf(source))),
      ]);
      forks.push(fork);
    }
    running = false;
    await pushing;
    for (const fork of forks) {
      await soundness(fork, client);
      const left = await readdir(path.join(await pathOf(fork), 'objects'));
      expect(left.filter((name) => name.startsWith('tmp_'))).toEqual([]);
    }
  });
});

describe('a fork that is deleted', () => {
  it('before or while it is copied is not made', async () => {
    const { project: source } = await projects.start();
    const before = await request(source);
    await bury(before);
    await execute(before);
    expect(await published(before)).toEqual([]);
    const meanwhile = await request(source);
    const at = await pathOf(meanwhile);
    const lock = await app.get(WriteLocks).acquire(source.id);
    const copying = execute(meanwhile);
    await waitFor('the copy to begin', async () => (await published(meanwhile)).length > 0);
    await bury(meanwhile);
    const removing = app.get(RemoveRepository).execute({ projectId: meanwhile.id });
    lock.release();
    await Promise.all([copying, removing]);
    expect(await published(meanwhile)).toEqual(['started']);
    expect(existsSync(at)).toBe(false);
  });
});
