import { setTimeout as delay } from 'node:timers/promises';

/** 25 a second stay below the limit of a user's requests. */
const EVERY_MS = 40;
/** Time counted for a request that is refused or has no answer by then. */
const LONGEST_MS = 30_000;

/**
 * Sends `GET /user` at a steady pace, whether earlier ones are answered or not.
 * @returns times from when each should have been sent to the end of its answer, in milliseconds
 */
export async function bystanderTimes(url: string, token: string, seconds: number): Promise<number[]> {
  const startedAt = performance.now();
  const times: Promise<number>[] = [];
  for (let sent = 0; sent < (seconds * 1_000) / EVERY_MS; sent++) {
    const dueAt = startedAt + sent * EVERY_MS;
    await delay(Math.max(0, dueAt - performance.now()));
    times.push(timeOf(url, token, dueAt));
  }
  return Promise.all(times);
}

async function timeOf(url: string, token: string, dueAt: number): Promise<number> {
  try {
    const signal = AbortSignal.timeout(LONGEST_MS);
    const response = await fetch(`${url}/api/v4/user`, { headers: { 'private-token': token }, signal });
    await response.arrayBuffer();
    return response.status === 200 ? performance.now() - dueAt : LONGEST_MS;
  } catch {
    return LONGEST_MS;
  }
}
