import { Benchmark } from './system/benchmark.js';
import type { Hearth } from './system/hearth.js';
import { median } from './system/load.js';
import type { Measurement } from './system/measurement.js';
import { useOf, type ProcessUse } from './system/process-use.js';

const ENGINES = ['postgres', 'kafka'];
const STARTS = 7;
/** Not counted: the compiled modules of the process are not cached yet. */
const FIRST = 1;
const GOAL_SECONDS = 2;

// The start of each service process in the split mode: CPU time, which other work on the machine changes less than the duration.
await Benchmark.run(async (benchmark) => {
  const hearth = await benchmark.start('split');
  benchmark.progress('restarting each process eight times');
  return startTimes(hearth, benchmark.only);
});

/**
 * Restarts each service process of a Hearth several times, one after the other, and reads its CPU time once it is ready.
 * @param only the beginning of the names of those to measure
 */
async function startTimes(hearth: Hearth, only: string): Promise<Measurement[]> {
  const named = (await hearth.processes()).filter(({ name }) => !ENGINES.includes(name) && name.startsWith(only));
  const uses = new Map<string, ProcessUse[]>(named.map(({ name }) => [name, []]));
  // In turns, so that all meet the machine in the same minutes.
  for (let start = 0; start < FIRST + STARTS; start++) {
    for (const [name, ofName] of uses) {
      const use = await afterRestart(hearth, name);
      if (start >= FIRST) ofName.push(use);
    }
  }
  return [...uses].map(([name, ofName]) => measurementOf(name, ofName));
}

async function afterRestart(hearth: Hearth, name: string): Promise<ProcessUse> {
  await hearth.restart(name);
  return useOf((await hearth.processes()).find((each) => each.name === name)!.pid);
}

function measurementOf(name: string, uses: readonly ProcessUse[]): Measurement {
  const seconds = uses.map((use) => use.userSeconds + use.systemSeconds);
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)];
  const ofSystem = median(uses.map(({ systemSeconds }) => systemSeconds));
  const megabytes = median(uses.map((use) => use.megabytes));
  return {
    name: `CPU time until ready, ${name}`,
    unit: 's',
    value: median(seconds),
    goal: { atMost: GOAL_SECONDS },
    detail: `${least.toFixed(2)} to ${most.toFixed(2)} s in ${uses.length} starts, ${ofSystem.toFixed(2)} s of it system; ${megabytes.toFixed(0)} MB resident`,
  };
}
