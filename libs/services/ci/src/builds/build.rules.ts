const SECOND = 1000;

/** Returns the running time of a job in whole seconds; null before its start. */
export function durationOf(
  { startedAt, finishedAt }: { readonly startedAt: Date | null; readonly finishedAt: Date | null },
  now: Date,
): number | null {
  if (startedAt === null) return null;
  return Math.max(0, Math.floor(((finishedAt ?? now).getTime() - startedAt.getTime()) / SECOND));
}

/** Returns the seconds for which a job has waited for a runner, with milliseconds; null for one that never was pending. */
export function queuedDurationOf(
  { queuedAt, startedAt, finishedAt }: Readonly<Record<'queuedAt' | 'startedAt' | 'finishedAt', Date | null>>,
  now: Date,
): number | null {
  if (queuedAt === null) return null;
  return Math.max(0, ((startedAt ?? finishedAt ?? now).getTime() - queuedAt.getTime()) / SECOND);
}
