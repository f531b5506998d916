import { chmod } from 'node:fs/promises';
import { ApiClient, makeTemporaryFolder } from '@hearth/testing';
import { LISTS, READS } from './parts/list-requests.js';
import { compare, questions, timesOf, type Question } from './parts/list-times.js';
import { Hearth } from './system/hearth.js';
import { ListSeed, type Member, type Size } from './system/list-seed.js';
import { holds, table, type Measurement } from './system/measurement.js';

const NOTHING: Size = { name: 'nothing', blocks: 0 };
const SMALL: Size = { name: '1 000 projects', blocks: 50 };
const LARGE: Size = { name: '100 000 projects', blocks: 5_000 };

/**
 * What lists cost where there is much: the same requests in an instance of 1 000 projects, and in the same one grown to 100 000.
 * @param only the requests whose path begins so
 */
async function measure(only: string, progress: (line: string) => void): Promise<Measurement[]> {
  const asked = questions([...READS, ...LISTS]).filter(({ path }) => path.startsWith(only));
  const folder = await makeTemporaryFolder('bench');
  // The embedded PostgreSQL of a root user runs as somebody else, who has to pass.
  await chmod(folder.path, 0o755);
  progress('starting Hearth in one process');
  const hearth = await Hearth.start(`${folder.path}/single`, 'single');
  try {
    const seed = await ListSeed.open(await hearth.databaseUrl());
    try {
      await seed.grow(NOTHING, SMALL, progress);
      const clients = { few: await clientOf(hearth, seed, 'few'), many: await clientOf(hearth, seed, 'many') };
      const before = await timesAt(SMALL, seed, asked, clients, progress);
      await seed.grow(SMALL, LARGE, progress);
      const after = await timesAt(LARGE, seed, asked, clients, progress);
      return compare(asked, before, after);
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

async function timesAt(
  size: Size,
  seed: ListSeed,
  asked: readonly Question[],
  clients: Record<Member, ApiClient>,
  progress: (line: string) => void,
) {
  const [few, many] = [await seed.projectsOf('few'), await seed.projectsOf('many')];
  progress(`${size.name}: ${asked.length} requests as the members of ${few} and of ${many}`);
  return timesOf(asked, clients);
}

const json = process.argv.includes('--json');
const only = process.argv.indexOf('--only');
const measurements = await measure(only < 0 ? '' : process.argv[only + 1]!, (line) =>
  process.stderr.write(`${line} …\n`),
);
process.stdout.write(json ? `${JSON.stringify(measurements, null, 2)}\n` : `${table(measurements)}\n`);
process.exitCode = measurements.every(holds) ? 0 : 1;
