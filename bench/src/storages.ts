import { STORAGES, copyClones } from './parts/storages/copy-clones.js';
import { copyLag } from './parts/storages/copy-lag.js';
import { copyPushes } from './parts/storages/copy-pushes.js';
import { drainStorage } from './parts/storages/drain-storage.js';
import { idleCopies } from './parts/storages/idle-copies.js';
import { moveUnderLoad } from './parts/storages/move-under-load.js';
import { unitCosts } from './parts/storages/unit-costs.js';
import { Benchmark } from './system/benchmark.js';
import type { Measurement } from './system/measurement.js';
import { StorageSide } from './system/storage-sides.js';

/** Parts that share one Hearth whose repositories have copies. */
const WITH_COPIES = { lag: copyLag, small, idle: idleCopies };

// Copies: the lag, the cost of idle ones, of a push that waits for one, what they take of the clones. Moves: of a large repository under load, of many
// small ones. Costs of one project, change and repository.
await Benchmark.run(async (benchmark) => {
  const results: Measurement[] = [];
  const isAsked = (part: string) => part.startsWith(benchmark.only);
  if ([...Object.keys(WITH_COPIES), 'push'].some(isAsked)) {
    const primary = await StorageSide.start(benchmark, 'primary', { HEARTH_COPIES: '2' });
    results.push(...(await benchmark.parts(WITH_COPIES, primary)));
    if (isAsked('push')) {
      const copy = await StorageSide.start(benchmark, 'copy', { HEARTH_COPIES: '2', HEARTH_ACKNOWLEDGE: 'copy' });
      results.push(...(await benchmark.parts({ push: copyPushes }, primary, copy)));
    }
  }
  if (isAsked('clones')) {
    const side = await StorageSide.start(benchmark, 'clones', {}, STORAGES);
    results.push(...(await benchmark.parts({ clones: copyClones }, side)));
  }
  if (isAsked('move')) {
    // Where the destination has a copy already, little is left to move.
    const alone = await StorageSide.start(benchmark, 'alone', {});
    results.push(...(await benchmark.parts({ move: moveUnderLoad }, alone)));
  }
  return results;
});

async function small(side: StorageSide): Promise<Measurement[]> {
  return [...(await unitCosts(side)), await drainStorage(side)];
}
