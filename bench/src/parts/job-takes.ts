import type { CiSeed } from '../system/ci-seed.js';
import type { Hearth } from '../system/hearth.js';
import { median, quantile, timed } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';
import { PollingRunner } from '../system/polling-runner.js';

const JOBS = 1_000;
const POLLERS = 50;
const ROUNDS = 3;

const BARE = `
  update bare.jobs set status = 'running', token_hash = $1
  where id = (select id from bare.jobs where status = 'pending' order by id limit 1 for update skip locked) returning id`;

interface Side {
  readonly perSecond: number;
  readonly p99: number;
}

/** A thousand jobs on fifty runners that ask one after the other, against an update with SKIP LOCKED by as many callers, in turns. */
export async function jobTakes(hearth: Hearth, seed: CiSeed): Promise<Measurement[]> {
  const runners = (await seed.runners(POLLERS)).map((token) => new PollingRunner(hearth.url, token));
  const pool = seed.pool();
  const [ours, bare]: [Side[], Side[]] = [[], []];
  try {
    // The first round warms both sides up.
    for (let round = 0; round <= ROUNDS; round++) {
      await seed.wait(JOBS);
      const a = await drain((poller) => runners[poller]!.take({ waits: false }));
      const b = await drain(async (poller) => (await pool.query(BARE, [`${round} ${poller}`])).rows[0] as object);
      if (round > 0) [ours, bare].forEach((side, n) => side.push(n === 0 ? a : b));
    }
  } finally {
    await pool.end();
  }
  const of = (side: readonly Side[], field: keyof Side) => median(side.map((each) => each[field]));
  const ratio = (field: keyof Side) => median(ours.map((each, round) => each[field] / bare[round]![field]));
  const rates = `${of(ours, 'perSecond').toFixed(0)}/s against ${of(bare, 'perSecond').toFixed(0)}/s`;
  const times = `${of(ours, 'p99').toFixed(1)} ms against ${of(bare, 'p99').toFixed(1)} ms`;
  const [unit, name] = ['of a bare SKIP LOCKED', `${JOBS} pending jobs, ${POLLERS} pollers`];
  return [
    { name: `${name}: jobs a second`, unit, value: ratio('perSecond'), goal: { atLeast: 0.12 }, detail: rates },
    { name: `${name}: p99 of a take`, unit, value: ratio('p99'), goal: { atMost: 6 }, detail: times },
  ];
}

/** Takes until there is nothing left. @throws when jobs are left over, or there are too many */
async function drain(take: (poller: number) => Promise<object | undefined>): Promise<Side> {
  const times: number[] = [];
  const poll = async (poller: number) => {
    for (let job: object | undefined; ;) {
      const took = await timed(async () => (job = await take(poller)));
      if (!job) return;
      times.push(took);
    }
  };
  const took = await timed(() => Promise.all(Array.from({ length: POLLERS }, (_, poller) => poll(poller))));
  if (times.length !== JOBS) throw new Error(`${times.length} of ${JOBS} jobs were taken`);
  return { perSecond: JOBS / (took / 1_000), p99: quantile(times, 0.99) };
}
