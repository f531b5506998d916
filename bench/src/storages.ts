import { copyLag } from './parts/storages/copy-lag.js';
import { copyPushes } from './parts/storages/copy-pushes.js';
import { drainStorage } from './parts/storages/drain-storage.js';
import { idleCopies } from './parts/storages/idle-copies.js';
import { moveUnderLoad } from './parts/storages/move-under-load.js';
import { unitCosts } from './parts/storages/unit-costs.js';
import { Benchmark } from './system/benchmark.js';
import type { Measurement } from './system/measurement.js';
import { StorageSide } from './system/storage-sides.js';

// Copies: the lag, the cost of idle ones, of a push that waits for one. Moves: of a large repository under load, of many small ones. Costs of one
// project, change and repository.
await Benchmark.run(async (benchmark) => {
  const results: Measurement[] = [];
  const primary = await StorageSide.start(benchmark, 'primary', { HEARTH_COPIES: '2' });
  results.push(...(await benchmark.parts({ lag: copyLag, small, idle: idleCopies }, primary)));
  if ('push'.startsWith(benchmark.only)) {
    const copy = await StorageSide.start(benchmark, 'copy', { HEARTH_COPIES: '2', HEARTH_ACKNOWLEDGE: 'copy' });
    results.push(...(await benchmark.parts({ push: copyPushes }, primary, copy)));
  }
  if ('move'.startsWith(benchmark.only)) {
    // Where the destination has a copy already, little is left to move.
    const alone = await StorageSide.start(benchmark, 'alone', {});
    results.push(...(await benchmark.parts({ move: moveUnderLoad }, alone)));
  }
  return results;
});

async function small(side: StorageSide): Promise<Measurement[]> {
  return [...(await unitCosts(side)), await drainStorage(side)];
}
