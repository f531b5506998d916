import { rename } from 'node:fs/promises';
import path from 'node:path';
import { Git, waitFor, type ProjectRecord } from '@hearth/testing';
import { rowsOf } from '../system/database.js';
import { hearth } from '../system/hearth.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject } from '../system/projects.js';
import { repositoriesOnDisk, repositoryName } from '../system/storage.js';
import { WorkingCopy } from '../system/working-copy.js';
import { killProcess, processNamed, waitUntilReady } from './engines.js';
import { randomFor, report } from './suite.js';

const PROJECTS = 4;
const PATIENCE_MS = 120_000;
const AGAIN_MS = 500;
const waiting = { timeoutMs: PATIENCE_MS, intervalMs: 250 };

/** Pushes one commit after the other to a branch, and sends one again until it is acknowledged. */
class Writer {
  /** Tip that was acknowledged. */
  acknowledged = '';
  pushes = 0;
  private stopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly copy: WorkingCopy,
    readonly remote: string,
  ) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
    await this.copy.remove();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const tip = await this.copy.commit(`${this.pushes}.txt`, `${this.pushes}`);
      const pushed = async () =>
        (await this.copy.git.attempt(['push', '--quiet', this.remote, 'HEAD:main'])).code === 0;
      await waitFor(`push ${this.pushes} to ${this.remote}`, pushed, { timeoutMs: PATIENCE_MS, intervalMs: AGAIN_MS });
      this.acknowledged = tip;
      this.pushes += 1;
    }
  }
}

/** Returns the refs of a repository on each storage. */
async function refsOnDisk({ id }: ProjectRecord): Promise<[string, string]> {
  const folders = [...(await repositoriesOnDisk())].filter((folder) => folder.endsWith(`@hashed/${hashed(id)}`));
  expect(folders).toHaveLength(2);
  const refs = folders.map((folder) => new Git(folder).text('for-each-ref', '--format=%(objectname) %(refname)'));
  return (await Promise.all(refs)) as [string, string];
}

function hashed(id: number): string {
  const name = repositoryName(id);
  return path.join(name.slice(0, 2), name.slice(2, 4), name);
}

/** With HEARTH_COPIES=2 and HEARTH_ACKNOWLEDGE=copy: each repository is on both storages. */
describe('a storage whose owner is frozen, and whose files are gone', () => {
  let owner: Person;
  let projects: ProjectRecord[];
  let writers: Writer[];
  const random = randomFor('taking over');

  const storagesOf = async () => {
    const rows = await rowsOf<{ id: string; storage: string }>(
      'select project_id as id, storage from repository.repositories where project_id = any($1)',
      projects.map(({ id }) => id),
    );
    return new Map(rows.map(({ id, storage }) => [Number(id), storage]));
  };

  /** Copies that never followed, or those that lack changes. */
  const copiesWhere = (condition: string) =>
    rowsOf(
      `select 1 from repository.repository_copies where project_id = any($1) and ${condition}`,
      projects.map(({ id }) => id),
    );
  const incomplete = () => copiesWhere('followed = 0');

  const everyWriterGoesOn = async () => {
    const before = writers.map(({ pushes }) => pushes);
    await waitFor(
      'every writer to go on',
      () => Promise.resolve(writers.every(({ pushes }, index) => pushes > before[index]! + 1)),
      waiting,
    );
  };

  beforeAll(async () => {
    owner = await newPerson('survivor');
    projects = [];
    for (let number = 0; number < PROJECTS; number += 1) projects.push(await newProject(owner, `survivor-${number}`));
    writers = await Promise.all(
      projects.map(async ({ path_with_namespace }) => {
        return new Writer(await WorkingCopy.create(), remoteOf(owner, path_with_namespace));
      }),
    );
    for (const writer of writers) writer.start();
  });
  afterAll(() => Promise.all((writers ?? []).map((writer) => writer.stop().catch(() => undefined))));

  it.each(['first', 'second'])('loses nothing that was acknowledged, the %s time', async (time) => {
    await everyWriterGoesOn();
    await waitFor('the first copies', async () => (await incomplete()).length === 0, waiting);
    const [victim, other] = random.between(0, 1) === 0 ? ['1', '2'] : ['2', '1'];
    const { pid } = await processNamed(`repository-${victim}`);
    process.kill(pid, 'SIGSTOP');
    report(`repository-${victim} is frozen`);
    await waitFor(
      'the other storage to take over',
      async () => [...(await storagesOf()).values()].every((storage) => storage === `storage-${other}`),
      waiting,
    );
    report(`storage-${other} has every repository`);
    await everyWriterGoesOn();
    await rename(path.join(hearth.data, 'storages', `storage-${victim}`), path.join(hearth.data, `lost ${time}`));
    // Its supervisor may have done so by now.
    await killProcess(`repository-${victim}`).catch((error: NodeJS.ErrnoException) => expect(error.code).toBe('ESRCH'));
    report(`the files of storage-${victim} are gone, and its owner starts again`);
    await waitUntilReady();
    await waitFor('the copies to be made again', async () => (await incomplete()).length === 0, waiting);
    await everyWriterGoesOn();
  });

  it('has every acknowledged commit in the end, on both storages', async () => {
    await Promise.all(writers.map((writer) => writer.stop()));
    await waitFor(
      'the copies to follow',
      async () => (await copiesWhere('behind_since is not null')).length === 0,
      waiting,
    );
    const total = writers.reduce((sum, { pushes }) => sum + pushes, 0);
    report(`${total} pushes were acknowledged`);
    for (const [index, writer] of writers.entries()) {
      const clone = await WorkingCopy.clone(writer.remote, ['--mirror']);
      expect((await clone.git.attempt(['fsck', '--strict'])).code).toBe(0);
      expect(await clone.git.idOf('refs/heads/main')).toBe(writer.acknowledged);
      expect(await clone.git.text('rev-list', '--count', 'refs/heads/main')).toBe(String(writer.pushes));
      const [refs, copied] = await refsOnDisk(projects[index]!);
      expect(copied).toBe(refs);
      await clone.remove();
    }
  });
});
