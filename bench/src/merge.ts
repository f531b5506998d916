import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { Git, makeTemporaryFolder } from '@hearth/testing';
import { forkTimes } from './parts/fork-times.js';
import { mergeLists } from './parts/merge-lists.js';
import { mergePushes } from './parts/merge-pushes.js';
import { TOPICS, mergeTimes } from './parts/merge-times.js';
import { Hearth } from './system/hearth.js';
import { holds, table, type Measurement } from './system/measurement.js';
import { MergeProject } from './system/merge-project.js';
import { MergeSeed } from './system/merge-seed.js';

const OPEN = 1_000;

interface Ground {
  readonly hearth: Hearth;
  readonly seed: MergeSeed;
  /** For repositories. */
  readonly folder: string;
}

const PARTS: Readonly<Record<string, (ground: Ground) => Promise<Measurement[]>>> = {
  merges: async ({ hearth, seed, folder }) => {
    const project = await MergeProject.create(hearth, folder, 'merged', TOPICS);
    const peer = new Git(path.join(folder, 'peer'));
    await project.git.run(['clone', '--quiet', '--bare', project.git.folder, peer.folder]);
    return mergeTimes(project, peer, seed);
  },
  forks: async ({ hearth, folder }) => [await forkTimes(hearth, folder)],
  lists: async ({ hearth, seed, folder }) => {
    const [many, few] = [await withOne(hearth, folder, 'many'), await withOne(hearth, folder, 'few')];
    await seed.grow(many.id, 10_000);
    await seed.grow(few.id, 100);
    return mergeLists(many, few);
  },
  pushes: async ({ hearth, seed, folder }) => {
    const target = await MergeProject.create(hearth, folder, 'target', OPEN);
    const without = await MergeProject.create(hearth, folder, 'without', OPEN);
    await target.open(0);
    await seed.grow(target.id, OPEN, target.heads);
    return [await mergePushes(target, without, seed)];
  },
};

/**
 * Measures merges, forks, lists and pushes, in terms of git and of the same in a smaller project.
 * @param only beginning of the names of the parts to measure
 */
async function measure(only: string, progress: (line: string) => void): Promise<Measurement[]> {
  const folder = await makeTemporaryFolder('bench');
  // The embedded PostgreSQL of root runs as another user, who needs to pass through the folder.
  await chmod(folder.path, 0o755);
  progress('starting Hearth in one process');
  const hearth = await Hearth.start(`${folder.path}/single`, 'single');
  try {
    const seed = await MergeSeed.open(await hearth.databaseUrl());
    try {
      const measurements: Measurement[] = [];
      for (const [name, part] of Object.entries(PARTS)) {
        if (!name.startsWith(only)) continue;
        progress(name);
        measurements.push(...(await part({ hearth, seed, folder: path.join(folder.path, 'git') })));
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

async function withOne(hearth: Hearth, folder: string, name: string): Promise<MergeProject> {
  const project = await MergeProject.create(hearth, folder, name, 1);
  await project.open(0);
  return project;
}

const json = process.argv.includes('--json');
const only = process.argv.indexOf('--only');
const measurements = await measure(only < 0 ? '' : process.argv[only + 1]!, (line) =>
  process.stderr.write(`${line} …\n`),
);
process.stdout.write(json ? `${JSON.stringify(measurements, null, 2)}\n` : `${table(measurements)}\n`);
process.exitCode = measurements.every(holds) ? 0 : 1;
