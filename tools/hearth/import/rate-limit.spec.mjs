import { backoff, pauseAfter } from './rate-limit.mjs';

const NOW = 1_600_000_000_000;

function pause(status, headers = {}, attempt = 0) {
  return pauseAfter({ status, headers: new Headers(headers), now: NOW, attempt });
}

it.each([
  ['an answer without limits', 200, {}, 0],
  ['an answer within the limit', 200, { 'ratelimit-remaining': '3', 'ratelimit-reset': '1600000030' }, 0],
  ['the last answer of the limit', 200, { 'ratelimit-remaining': '0', 'ratelimit-reset': '1600000030' }, 30_000],
  ['a reset in seconds from now', 200, { 'ratelimit-remaining': '0', 'ratelimit-reset': '12' }, 12_000],
  ['a reset that is over', 200, { 'ratelimit-remaining': '0', 'ratelimit-reset': '1599999999' }, 0],
  ['429 with Retry-After', 429, { 'retry-after': '7', 'ratelimit-reset': '1600000030' }, 7000],
  ['429 with a date', 429, { 'retry-after': new Date(NOW + 9000).toUTCString() }, 9000],
  ['429 that says only when', 429, { 'ratelimit-reset': '1600000030' }, 30_000],
  ['429 without a time', 429, {}, 1000],
  ['429 that may be repeated at once', 429, { 'retry-after': '0' }, 250],
  ['503 with Retry-After', 503, { 'retry-after': '2' }, 2000],
  ['a time that is too long', 429, { 'retry-after': '86400' }, 600_000],
  ['a time that is none', 429, { 'retry-after': 'soon' }, 1000],
])('waits after %s', (_, status, headers, expected) => {
  expect(pause(status, headers)).toBe(expected);
});

it('waits longer after each attempt, a minute at most', () => {
  expect([0, 1, 5, 9].map(backoff)).toEqual([1000, 2000, 32_000, 60_000]);
});
