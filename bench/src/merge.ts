import path from 'node:path';
import { Git } from '@hearth/testing';
import { forkTimes } from './parts/fork-times.js';
import { mergeLists } from './parts/merge-lists.js';
import { mergePushes } from './parts/merge-pushes.js';
import { TOPICS, mergeTimes } from './parts/merge-times.js';
import { Benchmark } from './system/benchmark.js';
import type { Hearth } from './system/hearth.js';
import { MergeProject } from './system/merge-project.js';
import { MergeSeed } from './system/merge-seed.js';

const OPEN = 1_000;

interface Ground {
  readonly hearth: Hearth;
  readonly seed: MergeSeed;
  /** For repositories. */
  readonly folder: string;
}

// Merges, forks, lists and pushes, in terms of git and of the same in a smaller project.
await Benchmark.run(async (benchmark) => {
  const hearth = await benchmark.start('single');
  const seed = await MergeSeed.open(await hearth.databaseUrl());
  benchmark.atEnd(() => seed.close());
  const parts = { merges, forks: ({ folder }: Ground) => forkTimes(hearth, folder), lists, pushes };
  return benchmark.parts(parts, { hearth, seed, folder: path.join(benchmark.folder, 'git') });
});

async function merges({ hearth, seed, folder }: Ground) {
  const project = await MergeProject.create(hearth, folder, 'merged', TOPICS);
  const peer = new Git(path.join(folder, 'peer'));
  await project.git.run(['clone', '--quiet', '--bare', project.git.folder, peer.folder]);
  return mergeTimes(project, peer, seed);
}

async function lists({ hearth, seed, folder }: Ground) {
  const [many, few] = [await withOne(hearth, folder, 'many'), await withOne(hearth, folder, 'few')];
  await seed.grow(many.id, 10_000);
  await seed.grow(few.id, 100);
  return mergeLists(many, few);
}

async function pushes({ hearth, seed, folder }: Ground) {
  const target = await MergeProject.create(hearth, folder, 'target', OPEN);
  const without = await MergeProject.create(hearth, folder, 'without', OPEN);
  await target.open(0);
  await seed.grow(target.id, OPEN, target.heads);
  return mergePushes(target, without, seed);
}

async function withOne(hearth: Hearth, folder: string, name: string): Promise<MergeProject> {
  const project = await MergeProject.create(hearth, folder, name, 1);
  await project.open(0);
  return project;
}
