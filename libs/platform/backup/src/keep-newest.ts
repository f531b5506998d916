import type { BackupTarget } from './backup-target.js';
import { filesOf, partsOf } from './contents-of-snapshot.js';

/**
 * Deletes all snapshots but the newest, then every content that none of those has. May be interrupted: the next run deletes the rest.
 * @returns the number of snapshots that were deleted
 */
export async function keepNewest(target: BackupTarget, count: number): Promise<number> {
  const snapshots = await target.snapshots();
  const used = new Set<string>();
  for (const snapshot of snapshots.slice(-count)) {
    const manifest = await target.manifest(snapshot);
    used.add((await target.head(snapshot)).name);
    for (const { name } of partsOf(manifest)) used.add(name);
    for await (const { name } of filesOf(target, manifest)) used.add(name);
  }
  const outdated = snapshots.slice(0, -count);
  for (const snapshot of outdated) await target.deleteSnapshot(snapshot);
  await target.deleteOthers(used);
  return outdated.length;
}
