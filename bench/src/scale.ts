import { ApiClient } from '@hearth/testing';
import { pageTimes } from './parts/lists/page-times.js';
import { SCALE_LISTS } from './parts/lists/scale-requests.js';
import { Benchmark } from './system/benchmark.js';
import { ListSeed } from './system/list-seed.js';

// Pages of lists among 100 000 projects, a million issues, a million merge requests, ten million notes and ten million activities.
await Benchmark.run(async (benchmark) => {
  const hearth = await benchmark.start('single');
  const seed = await ListSeed.open(await hearth.databaseUrl());
  benchmark.atEnd(() => seed.close());
  await seed.grow((line) => benchmark.progress(line), true);
  const clients = {
    anonymous: new ApiClient(hearth.url),
    member: new ApiClient(hearth.url, await hearth.tokenOf(await seed.usernameOf('many'))),
    admin: new ApiClient(hearth.url, hearth.token),
  };
  const asked = SCALE_LISTS.filter(({ path }) => path.startsWith(benchmark.only));
  return pageTimes(asked, clients, (line) => benchmark.progress(line));
});
