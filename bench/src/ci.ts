import { emptyPolls } from './parts/empty-polls.js';
import { jobTakes } from './parts/job-takes.js';
import { largePipelines } from './parts/large-pipelines.js';
import { traceAppends } from './parts/trace-appends.js';
import { Benchmark } from './system/benchmark.js';
import { CiSeed } from './system/ci-seed.js';

// Costs of runners (taking jobs, polling without a result, appending to traces), compared with the bare statements on the same PostgreSQL, and of large pipelines.
await Benchmark.run(async (benchmark) => {
  const hearth = await benchmark.start('single');
  const seed = await CiSeed.open(hearth);
  benchmark.atEnd(() => seed.close());
  return benchmark.parts(
    { takes: jobTakes, polls: emptyPolls, traces: traceAppends, pipelines: largePipelines },
    hearth,
    seed,
  );
});
