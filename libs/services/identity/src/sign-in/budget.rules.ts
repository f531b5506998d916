/** Maximum delay of an attempt. Only the request of its client waits. */
const LONGEST_DELAY_MS = 2_000;

/** Budget in which an attempt was counted. */
export interface Charge {
  readonly budget: number;
  /** Counted attempts, including this one. */
  readonly used: number;
  /** Time at which the count is reset. */
  readonly expiresAt: Date;
}

/** Decision about an attempt before its password is compared. */
export type ChargeVerdict =
  | { readonly limited: false; readonly delayMs: number }
  | { readonly limited: true; readonly budget: number; readonly retryAfterSeconds: number };

/**
 * Judges an attempt: no delay in the first half of a budget, growing delays in the second, and a refusal beyond it until the reset. Of
 * several budgets the strictest result counts.
 */
export function judgeCharges(charges: readonly Charge[], now: Date): ChargeVerdict {
  const over = charges.filter(({ budget, used }) => used > budget);
  if (over.length > 0) {
    const last = over.reduce((one, other) => (one.expiresAt > other.expiresAt ? one : other));
    const seconds = Math.ceil((last.expiresAt.getTime() - now.getTime()) / 1000);
    return { limited: true, budget: last.budget, retryAfterSeconds: Math.max(seconds, 1) };
  }
  const shares = charges.map(({ budget, used }) => Math.max(0, (2 * used) / budget - 1));
  return { limited: false, delayMs: Math.round(LONGEST_DELAY_MS * Math.max(0, ...shares)) };
}
