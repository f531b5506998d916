import { setTimeout as delay } from 'node:timers/promises';
import type { Hearth } from '../../system/hearth.js';
import { quantile, timed } from '../../system/load.js';
import type { Measurement } from '../../system/measurement.js';
import { useOf } from '../../system/process-use.js';
import { atRate, type Outcome, type Sent } from './at-rate.js';
import type { MixedRequests } from './mixed-requests.js';

const CONNECTIONS = 16;
const SECONDS = { warm: 5, closed: 10, open: 20 } as const;
const BELOW = [0.5, 0.8];
const BEYOND = 1.5;
const MOST_SPREAD = 10;
const MOST_RECOVERY_S = 5;

/** Measures the capacity with a closed loop, then open loops below and beyond it, and the time until the system is as quick as before. */
export async function openLoop(
  hearth: Hearth,
  requests: MixedRequests,
  progress: (line: string) => void,
): Promise<Measurement[]> {
  await closed(requests, SECONDS.warm);
  progress('capacity');
  const capacity = await closed(requests, SECONDS.closed);
  const measured: Measurement[] = [
    { name: 'capacity', unit: 'requests a second', value: capacity, detail: await processorTimes(hearth) },
  ];
  let usual = 0;
  for (const part of BELOW) {
    progress(`${part * 100} % of ${capacity.toFixed(0)} requests a second`);
    const sent = await atRate(capacity * part, SECONDS.open, requests);
    const [p50, p99] = [timeOf(sent, 0.5), timeOf(sent, 0.99)];
    usual ||= p50;
    const name = `at ${part * 100} %`;
    measured.push(
      {
        ...{ name: `${name}: p99`, unit: 'times p50', value: p99 / p50, goal: { atMost: MOST_SPREAD } },
        detail: `${p99.toFixed(0)} ms against ${p50.toFixed(1)} ms`,
      },
      failures(name, sent),
    );
  }
  progress(`${BEYOND * 100} %`);
  const sent = await atRate(capacity * BEYOND, SECONDS.open, requests);
  const name = `at ${BEYOND * 100} %`;
  const answered = count(sent, 'answered') / SECONDS.open / capacity;
  const slowest = Math.max(...sent.map(({ ms }) => ms));
  return [
    ...measured,
    { name: `${name}: answered`, unit: 'of the capacity', value: answered, detail: `slowest ${slowest.toFixed(0)} ms` },
    failures(name, sent),
    {
      ...{ name: 'recovery', unit: 's', value: await recovery(requests, usual), goal: { atMost: MOST_RECOVERY_S } },
      detail: `until ten requests take twice ${usual.toFixed(1)} ms or less, at the median`,
    },
  ];
}

/** Requests a second of some connections, each of which waits for its answer. @throws for a failure */
async function closed(requests: MixedRequests, seconds: number): Promise<number> {
  const ends = performance.now() + seconds * 1_000;
  let sent = 0;
  const connection = async () => {
    while (performance.now() < ends) {
      const outcome = await requests(sent++);
      if (outcome !== 'answered') throw new Error(`a request ${outcome} without load`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return sent / seconds;
}

function failures(name: string, sent: readonly Sent[]): Measurement {
  const failed = count(sent, 'failed');
  const refused = count(sent, 'refused');
  return {
    ...{ name: `${name}: failed`, unit: 'requests', value: failed, goal: { atMost: 0 } },
    detail: `of ${sent.length}; ${refused} refused with Retry-After`,
  };
}

/** Seconds until requests are about as quick as usual again; each is sent after the one before. */
async function recovery(requests: MixedRequests, usualMs: number): Promise<number> {
  const started = performance.now();
  for (let n = 4; performance.now() - started < 60_000; n += 10) {
    const times: number[] = [];
    for (let each = 0; each < 10; each += 1) times.push(await timed(() => requests(n + each)));
    if (quantile(times, 0.5) <= 2 * usualMs) break;
    await delay(50);
  }
  return (performance.now() - started) / 1_000;
}

const count = (sent: readonly Sent[], outcome: Outcome) => sent.filter((each) => each.outcome === outcome).length;

function timeOf(sent: readonly Sent[], part: number): number {
  return quantile(
    sent.filter(({ outcome }) => outcome === 'answered').map(({ ms }) => ms),
    part,
  );
}

/** Describes the processor time of each process since its start. */
async function processorTimes(hearth: Hearth): Promise<string> {
  const processes = (await hearth.processes()).filter(({ name }) => name !== 'postgres');
  const uses = await Promise.all(processes.map(({ pid }) => useOf(pid)));
  const seconds = uses.map(({ userSeconds, systemSeconds }) => userSeconds + systemSeconds);
  return processes.map(({ name }, index) => `${name} ${seconds[index]!.toFixed(0)} s`).join(', ');
}
