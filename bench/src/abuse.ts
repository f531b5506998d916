import { chmod } from 'node:fs/promises';
import { makeTemporaryFolder } from '@hearth/testing';
import { abuse } from './parts/abuse.js';
import { cloneBurst } from './attacks/clone-burst.js';
import { Hearth } from './system/hearth.js';
import { holds, table, type Measurement } from './system/measurement.js';

/** Measures the effect on other users of attacks on a system with its default limits. */
async function measure(progress: (line: string) => void, only: string): Promise<Measurement[]> {
  const folder = await makeTemporaryFolder('bench');
  // The embedded PostgreSQL of root runs as another user, who needs to pass through the folder.
  await chmod(folder.path, 0o755);
  const results: Measurement[] = [];
  try {
    for (const [mode, inWords] of [
      ['single', 'one process'],
      ['split', 'many processes'],
    ] as const) {
      progress(`starting Hearth in ${inWords}`);
      const hearth = await Hearth.start(`${folder.path}/${mode}`, mode, {});
      try {
        results.push(...(await abuse(hearth, inWords, only, progress)));
        if (!'clones'.startsWith(only)) continue;
        progress(`${inWords}: clones`);
        results.push(...(await cloneBurst(hearth, inWords)));
      } finally {
        await hearth.stop();
      }
    }
  } finally {
    await folder.remove();
  }
  return results;
}

const json = process.argv.includes('--json');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1]! : '';
const measurements = await measure((line) => process.stderr.write(`${line} …\n`), only);
process.stdout.write(json ? `${JSON.stringify(measurements, null, 2)}\n` : `${table(measurements)}\n`);
process.exitCode = measurements.every(holds) ? 0 : 1;
