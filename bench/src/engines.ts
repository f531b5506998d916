import { chmod } from 'node:fs/promises';
import { makeTemporaryFolder } from '@hearth/testing';
import { engineReads } from './parts/engine-reads.js';
import { BEYOND_LIMITS, Hearth } from './system/hearth.js';
import { LARGE, makeHistory, SMALL, type HistorySize } from './system/git-history.js';
import { holds, table, type Measurement } from './system/measurement.js';

/** Measures reads and merges with libgit2, in terms of the same with git: two Hearths on the same generated repository. */
async function measure(size: HistorySize, progress: (line: string) => void): Promise<Measurement[]> {
  const folder = await makeTemporaryFolder('bench');
  // The embedded PostgreSQL of root runs as another user, who needs to pass through the folder.
  await chmod(folder.path, 0o755);
  const started: Hearth[] = [];
  try {
    progress(`a repository of ${size.commits} commits`);
    const source = await makeHistory(`${folder.path}/source`, size);
    for (const [index, engine] of ['git', 'nodegit'].entries()) {
      progress(`starting Hearth with ${engine}`);
      const settings = { ...BEYOND_LIMITS, HEARTH_GIT_ENGINE: engine };
      started.push(await Hearth.start(`${folder.path}/${engine}`, 'single', settings, index));
    }
    progress('reads and merges');
    return await engineReads(source, started[0]!, started[1]!);
  } finally {
    for (const hearth of started) await hearth.stop();
    await folder.remove();
  }
}

const json = process.argv.includes('--json');
const size = process.argv.includes('--large') ? LARGE : SMALL;
const measurements = await measure(size, (line) => process.stderr.write(`${line} …\n`));
process.stdout.write(json ? `${JSON.stringify(measurements, null, 2)}\n` : `${table(measurements)}\n`);
process.exitCode = measurements.every(holds) ? 0 : 1;
