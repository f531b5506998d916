import { chmod } from 'node:fs/promises';
import { ApiClient, makeTemporaryFolder } from '@hearth/testing';
import { LISTS } from './parts/list-requests.js';
import { listTimes } from './parts/list-times.js';
import { Hearth } from './system/hearth.js';
import { ListSeed, type Member } from './system/list-seed.js';
import { holds, table, type Measurement } from './system/measurement.js';

/**
 * Measures a page of a list among 100 000 projects, in terms of one project read by its id.
 * @param only beginning of the paths of the lists to measure
 */
async function measure(only: string, progress: (line: string) => void): Promise<Measurement[]> {
  const folder = await makeTemporaryFolder('bench');
  // The embedded PostgreSQL of root runs as another user, who needs to pass through the folder.
  await chmod(folder.path, 0o755);
  progress('starting Hearth in one process');
  const hearth = await Hearth.start(`${folder.path}/single`, 'single');
  try {
    const seed = await ListSeed.open(await hearth.databaseUrl());
    try {
      await seed.grow(progress);
      const clients = { few: await clientOf(hearth, seed, 'few'), many: await clientOf(hearth, seed, 'many') };
      const asked = LISTS.filter((path) => path.startsWith(only));
      const [few, many] = [await seed.projectsOf('few'), await seed.projectsOf('many')];
      progress(`${asked.length} lists as the members of ${few} and of ${many}`);
      return await listTimes(asked, clients);
    } finally {
      await seed.close();
    }
  } finally {
    await hearth.stop();
    await folder.remove();
  }
}

async function clientOf(hearth: Hearth, seed: ListSeed, member: Member): Promise<ApiClient> {
  return new ApiClient(hearth.url, await hearth.tokenOf(await seed.usernameOf(member)));
}

const json = process.argv.includes('--json');
const only = process.argv.indexOf('--only');
const measurements = await measure(only < 0 ? '' : process.argv[only + 1]!, (line) =>
  process.stderr.write(`${line} …\n`),
);
process.stdout.write(json ? `${JSON.stringify(measurements, null, 2)}\n` : `${table(measurements)}\n`);
process.exitCode = measurements.every(holds) ? 0 : 1;
