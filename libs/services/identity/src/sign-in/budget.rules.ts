/** The longest that an attempt waits; it holds a request of its client and nothing else. */
const LONGEST_DELAY_MS = 2_000;

/** One budget with an attempt counted in it. */
export interface Charge {
  readonly budget: number;
  /** Attempts counted, this one included. */
  readonly used: number;
  /** When the count begins anew. */
  readonly expiresAt: Date;
}

/** What an attempt has to expect before its password is looked at. */
export type ChargeVerdict =
  | { readonly limited: false; readonly delayMs: number }
  | { readonly limited: true; readonly budget: number; readonly retryAfterSeconds: number };

/**
 * The first half of a budget is free, the second costs more and more time, and a budget that is used up refuses until it begins anew. Of
 * several the one that says the worst counts.
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
