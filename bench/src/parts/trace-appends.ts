import { randomBytes } from 'node:crypto';
import type { CiSeed } from '../system/ci-seed.js';
import type { Hearth } from '../system/hearth.js';
import { median } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';
import { PollingRunner } from '../system/polling-runner.js';

const JOBS = 16;
const ROUNDS = 3;
const SECONDS = 4;
/** Text, as jobs write it. */
const PIECE = Buffer.from(randomBytes(2 * 1024).toString('hex'));

const BARE = `
  with grown as (update bare.jobs set trace_size = trace_size + $3 where id = $1 and trace_size = $2 returning id)
  insert into bare.chunks (job_id, start, content) select id, $2, $4 from grown`;

/** Pieces of 4 KiB for sixteen jobs, against the statement that stores one, in turns. */
export async function traceAppends(hearth: Hearth, seed: CiSeed): Promise<Measurement> {
  await seed.wait(200);
  const runners = (await seed.runners(JOBS)).map((token) => new PollingRunner(hearth.url, token));
  const jobs = await Promise.all(runners.map((runner) => runner.take({ waits: false })));
  const pool = seed.pool();
  const rates: { ours: number; bare: number }[] = [];
  const [ends, bareEnds] = [new Array<number>(JOBS).fill(0), new Array<number>(JOBS).fill(0)];
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const ours = await perSecond(ends, (n, start) => runners[n]!.write(jobs[n]!, start, PIECE));
      const bare = await perSecond(bareEnds, (n, start) => pool.query(BARE, [n + 1, start, PIECE.length, PIECE]));
      if (round > 0) rates.push({ ours, bare });
    }
  } finally {
    await pool.end();
  }
  const rate = (side: 'ours' | 'bare') => median(rates.map((round) => round[side])).toFixed(0);
  return {
    name: `trace appends of 4 KiB, ${JOBS} jobs`,
    unit: 'of the bare statement',
    value: median(rates.map(({ ours, bare }) => ours / bare)),
    goal: { atLeast: 0.15 },
    detail: `${rate('ours')}/s against ${rate('bare')}/s`,
  };
}

/** @param ends where each trace ends, which grow */
async function perSecond(ends: number[], append: (n: number, start: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + SECONDS * 1_000;
  let count = 0;
  const write = async (n: number) => {
    while (performance.now() < until) {
      await append(n, ends[n]!);
      ends[n]! += PIECE.length;
      count++;
    }
  };
  await Promise.all(ends.map((_, n) => write(n)));
  return count / SECONDS;
}
