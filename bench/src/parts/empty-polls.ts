import type { CiSeed } from '../system/ci-seed.js';
import type { Hearth } from '../system/hearth.js';
import { timed } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';
import { PollingRunner } from '../system/polling-runner.js';

const RUNNERS = 200;
const POLLS = 10;

/** Measures the transactions of runners without jobs: those that poll, and those that wait. */
export async function emptyPolls(hearth: Hearth, seed: CiSeed): Promise<Measurement[]> {
  await seed.client.query(`update ci.jobs set status = 'canceled' where status = 'pending'`);
  const runners = (await seed.runners(RUNNERS)).map((token) => new PollingRunner(hearth.url, token));
  const each = (work: (runner: PollingRunner) => Promise<unknown>) => Promise.all(runners.map(work));
  // They are stored as online, once a minute.
  await each((runner) => runner.take({ waits: false }));
  const looking = await transactionsOf(seed, async () => {
    for (let poll = 0; poll < POLLS; poll++) await each((runner) => runner.take({ waits: false }));
  });
  const gone = new AbortController();
  const waiting = await transactionsOf(seed, () => {
    for (const runner of runners) runner.take({ waits: true }, gone.signal).catch(() => undefined);
    return Promise.resolve();
  });
  gone.abort();
  return [
    {
      name: 'empty poll',
      unit: 'statements',
      value: looking / POLLS / RUNNERS,
      goal: { atMost: 2.5 },
      detail: `${looking} in ${POLLS * RUNNERS} polls`,
    },
    {
      name: 'empty poll that waits',
      unit: 'statements',
      value: waiting / RUNNERS,
      goal: { atMost: 1.5 },
      detail: `${waiting} of ${RUNNERS} runners, for 11 s of the 50 s that they wait`,
    },
  ];
}

/** Returns the number of transactions that some work needs beyond those of an idle system in the same time. */
async function transactionsOf(seed: CiSeed, work: () => Promise<unknown>): Promise<number> {
  let before = await seed.transactions();
  let idle = 0;
  const idleMs = await timed(async () => (idle = (await seed.transactions()) - before));
  before += idle;
  let all = 0;
  const ms = await timed(async () => {
    await work();
    all = (await seed.transactions()) - before;
  });
  return Math.max(0, Math.round(all - (idle * ms) / idleMs));
}
