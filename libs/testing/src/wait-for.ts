import { setTimeout as pause } from 'node:timers/promises';

export interface WaitOptions {
  /** Timeout in milliseconds; 60 000 by default. */
  readonly timeoutMs?: number;
  /** Interval of the checks in milliseconds; 50 by default. */
  readonly intervalMs?: number;
}

/**
 * Waits until a check returns something other than undefined, null or false, and returns that. A check that throws is retried; its last
 * error is reported after the timeout.
 * @param description completes "waited for …" in the error
 * @throws Error after the timeout
 */
export async function waitFor<T>(
  description: string,
  check: () => Promise<T> | T,
  { timeoutMs = 60_000, intervalMs = 50 }: WaitOptions = {},
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = Date.now() + timeoutMs;
  let failure: unknown;
  do {
    try {
      const answer = await check();
      if (answer !== undefined && answer !== null && answer !== false)
        return answer as Exclude<T, undefined | null | false>;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    await pause(intervalMs);
  } while (Date.now() < deadline);
  const reason = failure instanceof Error ? `: ${failure.message}` : '';
  throw new Error(`Waited ${timeoutMs} ms for ${description}${reason}`, { cause: failure });
}
