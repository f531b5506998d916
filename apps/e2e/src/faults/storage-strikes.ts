import { rename } from 'node:fs/promises';
import path from 'node:path';
import { clock, waitFor } from '@hearth/testing';
import { rowsOf } from '../system/database.js';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { killProcess, processNamed, waitUntilReady } from './engines.js';
import type { Strike } from './plan.js';
import { report } from './suite.js';

const waiting = { timeoutMs: 180_000, intervalMs: 250 };
/** Longer than HEARTH_TAKE_OVER_AFTER of the suite and the looking for silent owners. */
const FROZEN_MS = 16_000;
/** A lease that is renewed every five seconds. */
const SERVED_SECONDS = 10;
let losses = 0;

/** Freezes the owner of a storage beyond its lease, or takes the files of the storage away. */
export async function strikeStorage(victim: string, how: Strike['how']): Promise<void> {
  const storage = victim.replace('repository', 'storage');
  if (how === 'frozen') await freeze(victim);
  else await loseFiles(storage, victim);
}

/**
 * Waits until every process serves its storage, and no copy is behind for long. With two copies of each repository only one storage may be away at a
 * time, and one whose owner was killed may have been taken over too.
 */
export async function waitUntilWhole(): Promise<void> {
  await waitUntilReady();
  const missing = async () => [
    ...(await rowsOf(
      `select storage as "not served" from repository.storage_owners
       where renewed_at < now() - $1::int * interval '1 second'`,
      SERVED_SECONDS,
    )),
    // Journeys make and change copies all the time; those that a strike has left behind are behind for longer, or have lost everything.
    ...(await rowsOf(
      `select project_id as behind, storage from repository.repository_copies
       where is_standing and (behind_since < now() - interval '5 seconds' or followed = 0 and wanted > 1) limit 5`,
    )),
  ];
  const isWhole = async () => {
    const found = await missing();
    if (found.length > 0) throw new Error(JSON.stringify(found));
    return true;
  };
  await waitFor('every copy to follow again', isWhole, waiting);
}

async function freeze(victim: string): Promise<void> {
  const { pid } = await processNamed(victim);
  process.kill(pid, 'SIGSTOP');
  const from = clock();
  await waitFor('the end of the freeze', () => clock() >= from + FROZEN_MS, { timeoutMs: 2 * FROZEN_MS });
  resume(pid);
  report(`${victim} goes on`);
}

/** Its supervisor may have ended it meanwhile. */
function resume(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The process goes on with an empty folder the first time, and starts again with one the second time, in turn. */
async function loseFiles(storage: string, owner: string): Promise<void> {
  await rename(path.join(hearth.data, 'storages', storage), path.join(hearth.data, uniqueName('lost')));
  losses += 1;
  if (losses % 2 === 0) await killProcess(owner);
  const left = async () => {
    const [row] = await rowsOf<{ count: number }>(
      'select count(*)::int as count from repository.repositories where storage = $1 and made_at is not null and deleted_at is null',
      storage,
    );
    if (row!.count > 0) throw new Error(`${row!.count} are still there`);
    return true;
  };
  await waitFor(`the repositories of ${storage} to be taken over`, left, waiting);
  report(`the repositories of ${storage} were taken over`);
}
