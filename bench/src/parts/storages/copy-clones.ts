import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '@hearth/testing';
import type { Measurement } from '../../system/measurement.js';
import { parentsOfAll, withDescendants } from '../../system/process-tree.js';
import { endedChildrenSeconds, useOf } from '../../system/process-use.js';
import type { StorageSide } from '../../system/storage-sides.js';
import { makeHistory, type HistorySize } from '../../transport/git-history.js';

/** Storages of the Hearth that this measures. */
export const STORAGES = 4;
const PLACES = [1, 2, 4] as const;
/** Most that the busiest process may have of its processor time without copies; without overhead it would be a half and a quarter. */
const GOALS = { 1: 1, 2: 0.65, 4: 0.4 } as const;
const CLONES = 48;
const AT_ONCE = 8;
const SIZE: HistorySize = { commits: 4_000, bytes: 1_500 };
const LONG_MS = 10 * 60_000;

/**
 * Processor time of the busiest repository process, its gits included, for clones of one repository that is on one, two and four storages. The
 * cores of one machine do not become more with its processes, so that their speed would show nothing.
 */
export async function copyClones(side: StorageSide): Promise<Measurement[]> {
  const { id, url, git } = await side.project();
  const source = await makeHistory(path.join(git.folder, 'history'), SIZE);
  await source.run(['push', '--quiet', url, 'main:refs/heads/history'], { timeoutMs: LONG_MS });
  const results: Measurement[] = [];
  let alone = 0;
  for (const places of PLACES) {
    await side.hearth.update(`/projects/${id}`, { repository_copies: places });
    await hasPlaces(side, id, places);
    // It remembers for a minute where a repository is.
    await side.hearth.restart('gateway');
    const spent = await secondsOfClones(side, url, git.folder, places);
    const busiest = Math.max(...spent);
    alone ||= busiest;
    results.push({
      name: `busiest process for ${CLONES} clones, ${places === 1 ? 'one storage' : `${places} storages`}`,
      unit: 'of its processor time with one',
      value: busiest / alone,
      goal: { atMost: GOALS[places] },
      detail: `${spent.map((seconds) => seconds.toFixed(1)).join(', ')} s of the ${STORAGES} processes`,
    });
  }
  return results;
}

/** Waits until a repository has so many places, and its copies have every change. */
async function hasPlaces({ client }: StorageSide, projectId: number, places: number): Promise<void> {
  const ready = `select from repository.repository_copies where project_id = $1 and is_standing
    having count(*) = $2 and bool_and(behind_since is null and followed >= wanted) is not false`;
  while ((await client.query(ready, [projectId, places - 1])).rowCount !== 1)
    await client.query('select pg_sleep(0.1)');
}

async function secondsOfClones(side: StorageSide, url: string, folder: string, places: number): Promise<number[]> {
  const owners = await side.owners();
  const before = await Promise.all(owners.map(({ pid }) => secondsOf(pid)));
  let next = 0;
  const worker = async () => {
    for (let number = next++; number < CLONES; number = next++) {
      const target = path.join(folder, `clone-${number}`);
      // Clones of other depths are other requests: none is answered from the pack cache.
      const depth = `--depth=${SIZE.commits - places * CLONES - number}`;
      const argv = ['clone', '--quiet', '--bare', '--single-branch', '--branch=history', depth, url, target];
      await new Git(folder).run(argv, { timeoutMs: LONG_MS });
      await rm(target, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const after = await Promise.all(owners.map(({ pid }) => secondsOf(pid)));
  return after.map((seconds, index) => seconds - before[index]!);
}

/** Returns the processor time of a process, of those that it has started, and of their gits that have ended. */
async function secondsOf(pid: number): Promise<number> {
  const pids = [...withDescendants([pid], await parentsOfAll())];
  const each = pids.map(async (one) => {
    const use = await useOf(one).catch(() => ({ userSeconds: 0, systemSeconds: 0 }));
    return use.userSeconds + use.systemSeconds + (await endedChildrenSeconds(one));
  });
  return (await Promise.all(each)).reduce((sum, seconds) => sum + seconds, 0);
}
