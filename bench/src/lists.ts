import { ApiClient } from '@hearth/testing';
import { LISTS } from './parts/lists/list-requests.js';
import { listTimes } from './parts/lists/list-times.js';
import { Benchmark } from './system/benchmark.js';
import type { Hearth } from './system/hearth.js';
import { ListSeed } from './system/list-seed.js';
import type { Member } from './system/seed-sql.js';

// A page of a list among 100 000 projects, in terms of one project read by its id.
await Benchmark.run(async (benchmark) => {
  const hearth = await benchmark.start('single');
  const seed = await ListSeed.open(await hearth.databaseUrl());
  benchmark.atEnd(() => seed.close());
  await seed.grow((line) => benchmark.progress(line));
  const clients = { few: await clientOf(hearth, seed, 'few'), many: await clientOf(hearth, seed, 'many') };
  const asked = LISTS.filter((path) => path.startsWith(benchmark.only));
  const [few, many] = [await seed.projectsOf('few'), await seed.projectsOf('many')];
  benchmark.progress(`${asked.length} lists as the members of ${few} and of ${many}`);
  return listTimes(asked, clients);
});

async function clientOf(hearth: Hearth, seed: ListSeed, member: Member): Promise<ApiClient> {
  return new ApiClient(hearth.url, await hearth.tokenOf(await seed.usernameOf(member)));
}
