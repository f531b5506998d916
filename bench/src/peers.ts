import { fill, makeSource } from './forges/fill.js';
import { HearthForge } from './forges/hearth-forge.js';
import { startGitea } from './forges/start-gitea.js';
import { forgePages, forgeReads, type Side } from './parts/forges/forge-requests.js';
import { forgeGit, forgeWrites } from './parts/forges/forge-writes.js';
import { Benchmark } from './system/benchmark.js';

// Hearth beside Gitea: the same records in both, requests in turns, on one PostgreSQL.
await Benchmark.run(async (benchmark) => {
  const home = process.env['HEARTH_BENCH_GITEA'];
  if (!home)
    throw new Error(
      "HEARTH_BENCH_GITEA is not set: name the folder of Gitea's program and its templates (bench/README.md says how to make it)",
    );
  const hearth = await benchmark.start('single');
  const source = await makeSource(benchmark.folder);
  const sides: Side[] = [];
  for (const forge of [new HearthForge(hearth), await startGitea(benchmark, home, await hearth.databaseUrl())]) {
    benchmark.progress(`filling ${forge.name}`);
    sides.push([forge, await fill(forge, source)]);
  }
  const [ours, theirs] = sides as [Side, Side];
  return benchmark.parts({
    reads: () => forgeReads(ours, theirs),
    pages: () => forgePages(ours, theirs),
    writes: () => forgeWrites(ours, theirs),
    git: () => forgeGit(ours, theirs, benchmark.folder),
  });
});
