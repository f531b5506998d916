import { chmod } from 'node:fs/promises';
import { makeTemporaryFolder } from '@hearth/testing';
import { Hearth } from './system/hearth.js';
import { median } from './system/load.js';
import { holds, table, type Measurement } from './system/measurement.js';
import { useOf, type ProcessUse } from './system/process-use.js';

const ENGINES = ['postgres', 'kafka'];
const STARTS = 7;
/** Not counted: the compiled modules of the process are not cached yet. */
const FIRST = 1;
const GOAL_SECONDS = 2;

/** Measures the start of each service process in the split mode: CPU time, which other work on the machine changes less than the duration. */
async function measure(only: string, progress: (line: string) => void): Promise<Measurement[]> {
  const folder = await makeTemporaryFolder('bench');
  // The embedded PostgreSQL of root runs as another user, who needs to pass through the folder.
  await chmod(folder.path, 0o755);
  progress('starting Hearth in many processes');
  const hearth = await Hearth.start(`${folder.path}/split`, 'split');
  try {
    progress('restarting each process eight times');
    return await startTimes(hearth, only);
  } finally {
    await hearth.stop();
    await folder.remove();
  }
}

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

const json = process.argv.includes('--json');
const only = process.argv.indexOf('--only');
const measurements = await measure(only < 0 ? '' : process.argv[only + 1]!, (line) =>
  process.stderr.write(`${line} …\n`),
);
process.stdout.write(json ? `${JSON.stringify(measurements, null, 2)}\n` : `${table(measurements)}\n`);
process.exitCode = measurements.every(holds) ? 0 : 1;
