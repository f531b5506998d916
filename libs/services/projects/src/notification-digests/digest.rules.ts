/** Whether mails are sent one by one, or gathered into one. */
export const DIGESTS = ['none', 'hour', 'day'] as const;
export type Digest = (typeof DIGESTS)[number];

const HOUR_MS = 60 * 60 * 1000;
const PERIODS_MS: Readonly<Record<Digest, number>> = { none: 0, hour: HOUR_MS, day: 24 * HOUR_MS };

/** Returns when the digest is sent whose first mail was gathered at a time: later mails go with it. */
export function dueAt(digest: Digest, gatheredAt: Date): Date {
  return new Date(gatheredAt.getTime() + PERIODS_MS[digest]);
}
