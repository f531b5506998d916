import { setTimeout as pause } from 'node:timers/promises';

export interface WaitOptions {
  /** Milliseconds after which waiting has failed; 15 000 unless given. */
  readonly timeoutMs?: number;
  /** Milliseconds between two looks; 50 unless given. */
  readonly intervalMs?: number;
}

/**
 * Waits until a check answers something else than undefined, null or false, and returns that.
 * A check that throws counts as "not yet"; its last error is told when time is up.
 * @param description completes "waited for …" in the error
 * @throws Error when the time is up
 */
export async function waitFor<T>(
  description: string,
  check: () => Promise<T> | T,
  { timeoutMs = 15_000, intervalMs = 50 }: WaitOptions = {},
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
