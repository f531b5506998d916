import { cloneBurst } from './attacks/clone-burst.js';
import { abuse } from './parts/abuse.js';
import { Benchmark } from './system/benchmark.js';
import { Hearth } from './system/hearth.js';
import type { Measurement } from './system/measurement.js';

// The effect on other users of attacks on a system with its default limits.
await Benchmark.run(async (benchmark) => {
  const results: Measurement[] = [];
  for (const [mode, inWords] of [
    ['single', 'one process'],
    ['split', 'many processes'],
  ] as const) {
    benchmark.progress(`starting Hearth in ${inWords}`);
    // Stopped before the next one starts: attacks take the whole machine.
    const hearth = await Hearth.start(`${benchmark.folder}/${mode}`, mode, {});
    try {
      results.push(...(await abuse(hearth, inWords, benchmark.only, (line) => benchmark.progress(line))));
      if (!'clones'.startsWith(benchmark.only)) continue;
      benchmark.progress(`${inWords}: clones`);
      results.push(...(await cloneBurst(hearth, inWords)));
    } finally {
      await hearth.stop();
    }
  }
  return results;
});
