import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '@hearth/testing';
import type { GitSides } from '../transport/git-sides.js';
import type { Hearth } from '../system/hearth.js';
import { median, timed } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';
import { pushOne } from '../transport/transfers.js';

const REFS = 1_096;
const ROUNDS = 20;
/** Upkeep begins a minute after a push. */
const UPKEEP_MS = 5 * 60_000;

/** `git ls-remote` of a repository with many branches, each time after a push of one, before and after upkeep has packed its refs. */
export async function looseRefs(hearth: Hearth, { ours }: GitSides): Promise<Measurement> {
  const tip = await ours.git.text('rev-parse', 'main');
  const branches = Array.from({ length: REFS }, (_, index) => `create refs/heads/many/${index} ${tip}\n`);
  await ours.git.run(['update-ref', '--stdin'], { input: branches.join('') });
  await ours.git.run(['push', '--quiet', ours.url, 'refs/heads/many/*']);
  const listed = async () => {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      // A list of refs that have not moved comes from memory.
      await pushOne(ours);
      const milliseconds = await timed(() => ours.git.run(['ls-remote', '--quiet', ours.url]));
      if (round > 0) times.push(milliseconds);
    }
    return median(times);
  };
  const loose = await listed();
  await waitFor('upkeep to pack the refs', () => isPacked(hearth), { timeoutMs: UPKEEP_MS, intervalMs: 1_000 });
  const packed = await listed();
  return {
    name: `ls-remote of ${REFS} packed refs`,
    unit: 'times its time while they are loose',
    value: packed / loose,
    goal: { atMost: 0.9 },
    detail: `${packed.toFixed(0)} ms against ${loose.toFixed(0)} ms`,
  };
}

async function isPacked({ storages }: Hearth): Promise<boolean> {
  const files = await readdir(storages, { recursive: true });
  for (const file of files.filter((file) => file.endsWith('/packed-refs'))) {
    const text = await readFile(path.join(storages, file), 'utf8');
    if (text.includes(`refs/heads/many/${REFS - 1}\n`)) return true;
  }
  return false;
}
