/** States in which runners are printed. */
export const RUNNER_STATUSES = ['not_connected', 'paused', 'online', 'offline'] as const;
export type RunnerStatus = (typeof RUNNER_STATUSES)[number];

/** A runner that has not called for longer is offline. */
export const ONLINE_MS = 60 * 60 * 1000;

export function isOnline(contactedAt: Date | null, now: Date): boolean {
  return contactedAt !== null && now.getTime() - contactedAt.getTime() < ONLINE_MS;
}

export function runnerStatus(
  { active, contactedAt }: { readonly active: boolean; readonly contactedAt: Date | null },
  now: Date,
): RunnerStatus {
  if (contactedAt === null) return 'not_connected';
  if (!active) return 'paused';
  return isOnline(contactedAt, now) ? 'online' : 'offline';
}
