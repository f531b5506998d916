import { clock, waitFor } from '@hearth/testing';
import { systemStatus, type SystemProcess } from '../system/processes.js';
import { report } from './suite.js';

const BACK_MS = 120_000;
/** Each look starts a program, which would take a processor from the parts that start. */
const STATUS_MS = 1_000;
/** Each look connects a client. */
const ENGINE_MS = 100;

/** Outage of an engine: milliseconds since 1970 of this machine's clock. */
export interface Outage {
  /** From here on it did not respond. */
  readonly from: number;
  /** Time at which it first served again. */
  readonly until: number;
}

/** Returns a process of the system as it runs now. */
export async function processNamed(name: string): Promise<SystemProcess> {
  const { processes } = await systemStatus();
  const found = processes.find((each) => each.name === name);
  if (!found) throw new Error(`${name} does not run at the moment`);
  return found;
}

/** Waits until every process of the system is ready. */
export async function waitUntilReady(): Promise<readonly SystemProcess[]> {
  const status = await waitFor(
    'the system to be ready',
    async () => {
      const now = await systemStatus();
      return now.ready && now;
    },
    { timeoutMs: BACK_MS, intervalMs: STATUS_MS },
  );
  return status.processes;
}

/** Kills a process of the system; its supervisor starts it again. */
export async function killProcess(name: string): Promise<void> {
  const { pid } = await waitFor(`${name} to run`, () => processNamed(name), {
    timeoutMs: BACK_MS,
    intervalMs: STATUS_MS,
  });
  process.kill(pid, 'SIGKILL');
}

/** Whether an engine serves its clients now; an error means that it does not. */
export type Serves = () => Promise<boolean>;

/**
 * Kills Kafka or PostgreSQL, does `meanwhile` from then on, and waits until that is done and the engine serves again.
 * @param signal SIGTERM: it shuts down in order first
 */
export async function killEngine(
  name: 'kafka' | 'postgres',
  serves: Serves,
  meanwhile: () => Promise<void>,
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): Promise<Outage> {
  const { pid } = await processNamed(name);
  await untilItServes(name, serves);
  process.kill(pid, signal);
  const isGone = async () => !(await serves().catch(() => false));
  await waitFor(`${name} to be gone`, isGone, { timeoutMs: BACK_MS, intervalMs: 5 });
  const from = clock();
  report(`${name} is ${signal === 'SIGKILL' ? 'killed' : 'stopped'}`);
  const [until] = await Promise.all([untilItServes(name, serves), meanwhile()]);
  return { from, until };
}

/** Freezes Kafka, does `meanwhile`, and resumes it after `ms` at the earliest. */
export async function freezeKafka(ms: number, serves: Serves, meanwhile: () => Promise<void>): Promise<Outage> {
  const { pid } = await processNamed('kafka');
  // The first check takes longer, and must not be part of the later measurement.
  await untilItServes('kafka', serves);
  process.kill(pid, 'SIGSTOP');
  const from = clock();
  report(`kafka is frozen for ${ms / 1000} s`);
  try {
    await meanwhile();
    await waitFor('the end of the freeze', () => clock() >= from + ms, { timeoutMs: ms + 5_000, intervalMs: 20 });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  return { from, until: await untilItServes('kafka', serves) };
}

async function untilItServes(name: string, serves: Serves): Promise<number> {
  await waitFor(`${name} to serve`, serves, { timeoutMs: BACK_MS, intervalMs: ENGINE_MS });
  return clock();
}
