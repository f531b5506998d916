import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { ProjectId } from '@hearth/contract-kit';
import { Git as Client, makeTemporaryFolder, waitFor, type TemporaryFolder } from '@hearth/testing';
import { journalledHost, type PushStep } from '../testing/journalled-host.js';
import { RepositoryParts } from '../testing/repository-parts.js';
import { TestDatabase } from '../testing/test-database.js';

const OWNER = path.resolve(import.meta.dirname, '../testing/dying-owner.js');
const MOVES = ['refs/heads/master', 'refs/heads/topic', 'refs/tags/v1'];

describe('a process that is killed in the middle of a push', () => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let work: Client;
  let tip: string;
  let projects = 0;

  beforeAll(async () => {
    database = await TestDatabase.make();
    folder = await makeTemporaryFolder('killed');
    work = new Client(path.join(folder.path, 'work'));
    await mkdir(work.folder);
    await work.run(['init', '--quiet', '-b', 'master']);
    await writeFile(path.join(work.folder, 'a.txt'), 'a');
    await work.run(['add', '.']);
    await work.run(['commit', '--quiet', '-m', 'a']);
    tip = await work.idOf('HEAD');
  });

  afterAll(async () => {
    await database?.drop();
    await folder?.remove();
  });

  /** Pushes to an owner that kills itself at the step, which ends the push. */
  async function pushAndDie(projectId: ProjectId, step: PushStep): Promise<void> {
    const owner = spawn(process.execPath, [OWNER, folder.path, String(projectId), step], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(owner, 'exit');
    const [url] = (await once(createInterface(owner.stdout), 'line')) as [string];
    const pushed = await work.attempt(['push', '--quiet', url, ...MOVES.map((ref) => `master:${ref}`)]);
    expect(pushed.code).not.toBe(0);
    expect(await ended).toEqual([null, 'SIGKILL']);
  }

  /** Returns the number of gits that the killed owner left running. */
  async function orphans(repository: string): Promise<number> {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
    return lines.filter((line) => line.includes(repository)).length;
  }

  it.each<{ step: PushStep; moved: number[] }>([
    { step: 'announced', moved: [0] },
    { step: 'in quarantine', moved: [0] },
    { step: 'prepared', moved: [0] },
    { step: 'accepted', moved: [0, 1, 2, 3] },
    { step: 'moved', moved: [3] },
    { step: 'settled', moved: [3] },
  ])('when $step: its successor settles the journal, publishes once and takes the push', async ({ step, moved }) => {
    const projectId = ++projects as ProjectId;
    await pushAndDie(projectId, step);
    const parts = await RepositoryParts.start(database, folder.path);
    try {
      const repository = await parts.ensuring.execute(projectId);
      const client = new Client(repository.path);
      const refs = () => client.lines('for-each-ref', '--format=%(refname)');
      await waitFor('the gits of the dead to end', async () => (await orphans(repository.path)) === 0);
      for (const _ of ['once', 'again']) await parts.recovery.sweep(0);
      const [stand, published, rows] = [await refs(), await parts.published(projectId), await parts.rows(projectId)];
      expect(moved).toContain(stand.length);
      expect(published.map(({ ref, newId }) => [ref, newId])).toEqual(stand.map((ref) => [ref, tip]));
      expect(rows.map(({ state }) => state)).not.toContain('prepared');
      await client.run(['fsck', '--strict', '--full']);
      // The remaining refs can be pushed: no lock and no quarantine is in the way.
      const missing = MOVES.filter((ref) => !stand.includes(ref));
      const { host, url } = await journalledHost(parts, repository);
      if (missing.length > 0) await work.run(['push', '--quiet', url, ...missing.map((ref) => `master:${ref}`)]);
      await host.close();
      expect(await refs()).toEqual(MOVES);
      expect((await parts.published(projectId)).map(({ ref }) => ref).sort()).toEqual(MOVES);
      expect(
        (await readdir(path.join(repository.path, 'objects'))).filter((name) => name.startsWith('tmp_objdir')),
      ).toEqual([]);
    } finally {
      await parts.close();
    }
  });
});
