import { addedLatency } from './parts/added-latency.js';
import { idleMemory } from './parts/idle-memory.js';
import { projectRead } from './parts/project-read.js';
import { Benchmark } from './system/benchmark.js';

// The cost of the framework: a read, a second process, memory. Figures are ratios or differences of one run.
await Benchmark.run(async (benchmark) => {
  const single = await benchmark.start('single');
  const inOne = await benchmark.parts({
    'idle memory': () => idleMemory(single, 'up', 500),
    'reads of a project': () => projectRead(single),
  });
  const split = await benchmark.start('split');
  const inMany = await benchmark.parts({
    'idle memory': () => idleMemory(split, 'up --split', 2_000),
    'added latency': () => addedLatency(single, split),
  });
  return [...inOne, ...inMany];
});
