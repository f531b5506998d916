const MILLISECONDS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const GRACE_MS = 30_000;
/** Time that a service takes to close after its grace period, and a little more: only one that hangs is killed. */
const CLOSING_MS = 10_000;
/** For PostgreSQL and Kafka to write down what they hold. */
export const ENGINE_STOP_LIMIT_MS = 15_000;

/** For both where the disk takes nothing more. */
export const UNWRITABLE_STOP_LIMIT_MS = 1500;

/** Returns the time after which a stopping service may be killed: its delay, its grace period, and the time for closing. */
export function serviceStopLimit({ HEARTH_GRACE, HEARTH_DRAIN_DELAY }) {
  return milliseconds(HEARTH_DRAIN_DELAY, 0) + milliseconds(HEARTH_GRACE, GRACE_MS) + CLOSING_MS;
}

/** Returns the longest time of stopping a whole system: its edge, the services behind it, then the engines. */
export function systemStopLimit(serviceLimits) {
  return 2 * Math.max(0, ...serviceLimits) + ENGINE_STOP_LIMIT_MS + CLOSING_MS;
}

/** A malformed time is the service's to refuse, in a sentence. */
function milliseconds(text, otherwise) {
  const [, amount, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text ?? '') ?? [];
  return unit === undefined ? otherwise : Number(amount) * MILLISECONDS[unit];
}
