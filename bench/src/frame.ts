import { chmod } from 'node:fs/promises';
import { makeTemporaryFolder } from '@hearth/testing';
import { holds, table, type Measurement } from './system/measurement.js';
import { addedLatency } from './parts/added-latency.js';
import { gitTransport } from './parts/git-transport.js';
import { idleMemory } from './parts/idle-memory.js';
import { projectRead } from './parts/project-read.js';
import { Hearth } from './system/hearth.js';

/** Measures the cost of the framework: a read, a second process, git over HTTP, memory. Figures are ratios or differences of one run. */
async function measure(progress: (line: string) => void): Promise<Measurement[]> {
  const folder = await makeTemporaryFolder('bench');
  // The embedded PostgreSQL of root runs as another user, who needs to pass through the folder.
  await chmod(folder.path, 0o755);
  const results: Measurement[] = [];
  const add = async (what: string, part: Promise<Measurement | Measurement[]>) => {
    progress(what);
    results.push(...[await part].flat());
  };
  progress('starting Hearth in one process');
  const single = await Hearth.start(`${folder.path}/single`, 'single');
  try {
    await add('idle memory', idleMemory(single, 'up', 500));
    await add('reads of a project', projectRead(single));
    await add('clones and pushes', gitTransport(single));
    progress('starting Hearth in many processes');
    const split = await Hearth.start(`${folder.path}/split`, 'split');
    try {
      await add('idle memory', idleMemory(split, 'up --split', 2_000));
      await add('added latency', addedLatency(single, split));
    } finally {
      await split.stop();
    }
  } finally {
    await single.stop();
    await folder.remove();
  }
  return results;
}

const json = process.argv.includes('--json');
const measurements = await measure((line) => process.stderr.write(`${line} …\n`));
process.stdout.write(json ? `${JSON.stringify(measurements, null, 2)}\n` : `${table(measurements)}\n`);
process.exitCode = measurements.every(holds) ? 0 : 1;
