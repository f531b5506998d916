import { setTimeout as delay } from 'node:timers/promises';
import { defineSettings, duration } from '@hearth/config';
import type { Connections } from './connections.js';
import type { Health } from './health/health.js';

const settings = defineSettings('Stopping', {
  HEARTH_GRACE: duration({ min: 1_000 })
    .prefault('30s')
    .describe(
      'How long a process that is told to end goes on with what it has begun: requests, pushes, clones, events, jobs',
    ),
  HEARTH_DRAIN_DELAY: duration()
    .prefault('0s')
    .describe(
      'How long a process that is told to end goes on as before, but for its readiness: for load balancers that learn late',
    ),
});

export interface DrainTimes {
  readonly graceMs: number;
  readonly delayMs: number;
}

/** From HEARTH_GRACE and HEARTH_DRAIN_DELAY. @throws ConfigurationError */
export function drainTimes(): DrainTimes {
  const { HEARTH_GRACE, HEARTH_DRAIN_DELAY } = settings.read();
  return { graceMs: HEARTH_GRACE, delayMs: HEARTH_DRAIN_DELAY };
}

/** Time for what has to be closed in order after the grace period: a push that git has begun to write is settled, pools are emptied. */
const CLOSING_MS = 5_000;

/** How much of that time what runs in the background has for its last writes: what is given up at the very end is still given back. */
const LAST_WRITES_MS = 2_000;

/**
 * How much of the grace period long work may take before the process stops listening. What comes later has to wait for the next process
 * (HEARTH_PATIENCE), and what came before still has the rest of the period.
 */
const LISTENING_SHARE = 2 / 3;

/** The longest that stopping takes, in milliseconds: whoever stops a process may kill it after this. */
export function stopLimit({ graceMs, delayMs }: DrainTimes): number {
  return delayMs + graceMs + CLOSING_MS;
}

/** Work that nobody waits for on a connection: events, jobs. */
export interface Background {
  /** Takes nothing new and waits for what runs, about `deadlineMs` at most. */
  stop(deadlineMs: number): Promise<void>;
}

export interface Draining {
  readonly health: Health;
  /** Of the listener for users or the gateway, and of the one for other services. */
  readonly routed: Connections;
  readonly internal: Connections;
  readonly background: readonly Background[];
  /** Closes what the process holds. Called when nothing runs any more, or when the grace period is over. */
  readonly close: () => Promise<void>;
  /** Told of what is not as it should be. */
  readonly warn: (sentence: string) => void;
}

/** Ends a process' work without failing anybody; docs/adr/0019 says why in this order. Settles when nothing is left. */
export async function drain(parts: Draining, { graceMs, delayMs }: DrainTimes): Promise<void> {
  const { health, routed, internal, background, close, warn } = parts;
  health.drain();
  await delay(delayMs);
  const ends = performance.now() + graceMs;
  const left = () => Math.max(0, ends - performance.now());
  const rest = (work: Background) =>
    work
      .stop(left())
      .catch((error: unknown) => warn(`What runs in the background did not stop in order: ${String(error)}`));
  const resting = Promise.all(background.map(rest));
  // Long work ends while the process still listens: nobody else may be there to take the requests that come meanwhile.
  await within(Promise.all([routed.answered(), resting]), graceMs * LISTENING_SHARE);
  await routed.drain(ends);
  await within(resting, left());
  // Last, because whoever has been asked on behalf of a request may ask back.
  await internal.drain(ends);
  const broken = routed.cut() + internal.cut();
  if (broken > 0) warn(`The grace period of ${graceMs} ms is over: ${broken} requests are broken off`);
  await within(resting, LAST_WRITES_MS);
  await close();
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, delay(ms, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
}
