import { chmod } from 'node:fs/promises';
import { makeTemporaryFolder } from '@hearth/testing';
import { emptyPolls } from './parts/empty-polls.js';
import { jobTakes } from './parts/job-takes.js';
import { traceAppends } from './parts/trace-appends.js';
import { CiSeed } from './system/ci-seed.js';
import { Hearth } from './system/hearth.js';
import { holds, table, type Measurement } from './system/measurement.js';

const PARTS: Readonly<Record<string, (hearth: Hearth, seed: CiSeed) => Promise<Measurement[]>>> = {
  takes: jobTakes,
  polls: emptyPolls,
  traces: async (hearth, seed) => [await traceAppends(hearth, seed)],
};

/**
 * Measures the cost of runners: taking jobs, asking without result, writing traces; in terms of the bare statements on the same PostgreSQL.
 * @param only beginning of the names of the parts to measure
 */
async function measure(only: string, progress: (line: string) => void): Promise<Measurement[]> {
  const folder = await makeTemporaryFolder('bench');
  // The embedded PostgreSQL of root runs as another user, who needs to pass through the folder.
  await chmod(folder.path, 0o755);
  progress('starting Hearth in one process');
  const hearth = await Hearth.start(`${folder.path}/single`, 'single');
  try {
    const seed = await CiSeed.open(hearth);
    try {
      const measurements: Measurement[] = [];
      for (const [name, part] of Object.entries(PARTS)) {
        if (!name.startsWith(only)) continue;
        progress(name);
        measurements.push(...(await part(hearth, seed)));
      }
      return measurements;
    } finally {
      await seed.close();
    }
  } finally {
    await hearth.stop();
    await folder.remove();
  }
}

const json = process.argv.includes('--json');
const only = process.argv.indexOf('--only');
const measurements = await measure(only < 0 ? '' : process.argv[only + 1]!, (line) =>
  process.stderr.write(`${line} …\n`),
);
process.stdout.write(json ? `${JSON.stringify(measurements, null, 2)}\n` : `${table(measurements)}\n`);
process.exitCode = measurements.every(holds) ? 0 : 1;
