import { setTimeout as delay } from 'node:timers/promises';

/** Interval of the checks and number of consecutive misses: half a minute. */
const EVERY_MS = 5000;
const MISSES = 6;

/**
 * Looks at a process until it hangs. Misses are counted, not timed: a machine that slept wakes with no miss at all.
 * @param {(timeoutMs: number) => Promise<'live' | 'stuck' | 'silent'>} liveness
 * @param {AbortSignal} signal ends the watch
 * @param {{ everyMs?: number, misses?: number }} [patience]
 * @returns {Promise<'stuck' | 'silent' | undefined>} how it hangs; undefined when the watch was ended
 */
export async function untilHanging(liveness, signal, { everyMs = EVERY_MS, misses = MISSES } = {}) {
  let missed = 0;
  while (!signal.aborted) {
    const lookedAt = performance.now();
    const seen = await liveness(everyMs);
    missed = seen === 'live' ? 0 : missed + 1;
    if (missed >= misses && !signal.aborted) return seen;
    const waitMs = Math.max(0, everyMs - (performance.now() - lookedAt));
    await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return undefined;
}
