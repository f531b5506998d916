const LONGEST_PAUSE_MS = 10 * 60_000;
const LONGEST_BACKOFF_MS = 60_000;
/** Values above are seconds since 1970, as GitLab sends them; others are seconds from now, as the standard says. */
const SMALLEST_EPOCH = 1_000_000_000;

/**
 * Computes how long to wait after a response before the next request. Pure.
 * @param {{ status: number, headers: Headers, now: number, attempt: number }} response `now` in milliseconds; `attempt` counts the failed ones before it
 * @returns {number} milliseconds; 0 where the limit is not reached
 */
export function pauseAfter({ status, headers, now, attempt }) {
  const isRefused = status === 429 || status === 503;
  if (!isRefused && headers.get('ratelimit-remaining') !== '0') return 0;
  const asked = retryAfter(headers.get('retry-after'), now) ?? untilReset(headers.get('ratelimit-reset'), now);
  const fallback = isRefused ? backoff(attempt) : 0;
  // A limit that resets at once would be asked again and again.
  return Math.min(Math.max(asked ?? fallback, isRefused ? 250 : 0), LONGEST_PAUSE_MS);
}

/** Milliseconds before an attempt after failed ones: a second, doubled each time, a minute at most. */
export function backoff(attempt) {
  return Math.min(1000 * 2 ** attempt, LONGEST_BACKOFF_MS);
}

function retryAfter(value, now) {
  if (value === null) return undefined;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.max(milliseconds, 0);
}

function untilReset(value, now) {
  if (value === null || !/^\d+$/.test(value)) return undefined;
  const seconds = Number(value);
  return Math.max(seconds > SMALLEST_EPOCH ? seconds * 1000 - now : seconds * 1000, 0);
}
