import { chmod } from 'node:fs/promises';
import { makeTemporaryFolder } from '@hearth/testing';
import { gitReads } from './parts/git-reads.js';
import { gitTransfers } from './parts/git-transfers.js';
import { gitWrites } from './parts/git-writes.js';
import { GitSides } from './system/git-sides.js';
import { LARGE, SMALL, type HistorySize } from './system/git-history.js';
import { Hearth } from './system/hearth.js';
import { holds, table, type Measurement } from './system/measurement.js';

/** Measures reads of git data, clones and pushes, in terms of git itself and of a read of a project's row. */
async function measure(size: HistorySize, progress: (line: string) => void): Promise<Measurement[]> {
  const folder = await makeTemporaryFolder('bench');
  // The embedded PostgreSQL of root runs as another user, who needs to pass through the folder.
  await chmod(folder.path, 0o755);
  progress('starting Hearth in one process');
  const hearth = await Hearth.start(`${folder.path}/single`, 'single');
  try {
    progress(`a repository of ${size.commits} commits`);
    const sides = await GitSides.make(hearth, `${folder.path}/git`, size);
    try {
      progress('reads');
      const reads = await gitReads(hearth, sides);
      progress('clones and pushes');
      const transfers = await gitTransfers(hearth, sides);
      progress('commits by the API');
      return [...reads, ...transfers, await gitWrites(hearth, sides)];
    } finally {
      await sides.stop();
    }
  } finally {
    await hearth.stop();
    await folder.remove();
  }
}

const json = process.argv.includes('--json');
const size = process.argv.includes('--large') ? LARGE : SMALL;
const measurements = await measure(size, (line) => process.stderr.write(`${line} …\n`));
process.stdout.write(json ? `${JSON.stringify(measurements, null, 2)}\n` : `${table(measurements)}\n`);
process.exitCode = measurements.every(holds) ? 0 : 1;
