import { gitReads } from './parts/git-reads.js';
import { gitTransfers } from './parts/git-transfers.js';
import { gitWrites } from './parts/git-writes.js';
import { looseRefs } from './parts/loose-refs.js';
import { packCache } from './parts/pack-cache.js';
import { Benchmark } from './system/benchmark.js';
import { GitSides } from './transport/git-sides.js';
import { LARGE, SMALL } from './transport/git-history.js';

// Reads of git data, clones and pushes, in terms of git itself and of a read of a project's row.
await Benchmark.run(async (benchmark) => {
  const hearth = await benchmark.start('single');
  const size = benchmark.large ? LARGE : SMALL;
  benchmark.progress(`a repository of ${size.commits} commits`);
  const sides = await GitSides.make(hearth, `${benchmark.folder}/git`, size);
  benchmark.atEnd(() => sides.stop());
  const parts = {
    reads: gitReads,
    transfers: gitTransfers,
    writes: gitWrites,
    'pack-cache': packCache,
    refs: looseRefs,
  };
  return benchmark.parts(parts, hearth, sides);
});
