import { setTimeout as delay } from 'node:timers/promises';
import { defineSettings, duration } from '@hearth/config';
import { withinDeadline } from '@hearth/data';
import type { Connections } from './connections.js';
import type { Health } from './health/health.js';

const settings = defineSettings('Stopping', {
  HEARTH_GRACE: duration({ min: 1_000 })
    .prefault('30s')
    .describe('How long a shutdown waits for work in progress: requests, pushes, clones, events, jobs'),
  HEARTH_DRAIN_DELAY: duration()
    .prefault('0s')
    .describe(
      'How long a shutdown keeps serving while it already reports not ready: for load balancers that notice late',
    ),
});

export interface DrainTimes {
  readonly graceMs: number;
  readonly delayMs: number;
}

/**
 * Reads HEARTH_GRACE and HEARTH_DRAIN_DELAY.
 * @throws ConfigurationError
 */
export function drainTimes(): DrainTimes {
  const { HEARTH_GRACE, HEARTH_DRAIN_DELAY } = settings.read();
  return { graceMs: HEARTH_GRACE, delayMs: HEARTH_DRAIN_DELAY };
}

/** Time after the grace period for closing in order: running git writes of pushes are completed, pools are emptied. */
const CLOSING_MS = 5_000;

/** Part of that time for the last writes of background work: jobs that are interrupted at the very end are still requeued. */
const LAST_WRITES_MS = 2_000;

/**
 * Part of the grace period that long requests may take before the process stops listening. Later requests have to wait for the next process
 * (HEARTH_CALL_TIMEOUT), and earlier ones still have the rest of the period.
 */
const LISTENING_SHARE = 2 / 3;

/** Longest duration of a shutdown in milliseconds: a supervisor may kill the process after it. */
export function stopLimit({ graceMs, delayMs }: DrainTimes): number {
  return delayMs + graceMs + CLOSING_MS;
}

/** Work that is not part of a request: events, jobs. */
export interface BackgroundWork {
  /** Takes no new work and waits for the running work, about `deadlineMs` at most. */
  stop(deadlineMs: number): Promise<void>;
}

/**
 * A listener of a module for another protocol than HTTP, which is drained with those of the process. A module provides it as
 * `{ provide: OwnListener, useExisting: … }`.
 */
export abstract class OwnListener implements BackgroundWork {
  /** Accepts no connection any more, and waits for what runs, about `deadlineMs` at most. */
  abstract stop(deadlineMs: number): Promise<void>;
}

/**
 * Requests of a module that wait for something to happen. A shutdown ends the waits at once, because it waits for all requests. A module provides
 * it as `{ provide: WaitingRequests, useExisting: … }`.
 */
export abstract class WaitingRequests implements BackgroundWork {
  /** Answers the waiting requests, and later ones without a wait. */
  abstract stop(): Promise<void>;
}

export interface Draining {
  readonly health: Health;
  /** Connections of the listener for users or the gateway, and of the one for other services. */
  readonly routed: Connections;
  readonly internal: Connections;
  readonly background: readonly BackgroundWork[];
  /** Closes the resources of the process. Called when nothing runs any more, or at the end of the grace period. */
  readonly close: () => Promise<void>;
  /** Called for problems during the shutdown. */
  readonly warn: (sentence: string) => void;
}

/** Shuts a process down without failing requests; docs/adr/0019 gives the reasons for this order. Settles when nothing is left. */
export async function drain(parts: Draining, { graceMs, delayMs }: DrainTimes): Promise<void> {
  const { health, routed, internal, background, close, warn } = parts;
  health.drain();
  await delay(delayMs);
  const ends = performance.now() + graceMs;
  const left = () => Math.max(0, ends - performance.now());
  const rest = (work: BackgroundWork) =>
    work
      .stop(left())
      .catch((error: unknown) => warn(`What runs in the background did not stop in order: ${String(error)}`));
  const resting = Promise.all(background.map(rest));
  // Long requests end while the process still listens: there may be no other process for the requests that arrive meanwhile.
  await withinDeadline(Promise.all([routed.answered(), resting]), graceMs * LISTENING_SHARE);
  await routed.drain(ends);
  await withinDeadline(resting, left());
  // Last, because a service that is called on behalf of a request may call back.
  await internal.drain(ends);
  const broken = routed.cut() + internal.cut();
  if (broken > 0) warn(`The grace period of ${graceMs} ms is over: ${broken} requests are broken off`);
  await withinDeadline(resting, LAST_WRITES_MS);
  await close();
}
