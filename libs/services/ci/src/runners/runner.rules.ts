/** States of runners in records. */
export const RUNNER_STATUSES = ['not_connected', 'paused', 'online', 'offline'] as const;
export type RunnerStatus = (typeof RUNNER_STATUSES)[number];

/** Parts of the lists of runners, as in 10.4. */
export const RUNNER_SCOPES = ['active', 'paused', 'online', 'specific', 'shared'] as const;
export type RunnerScope = (typeof RUNNER_SCOPES)[number];

/** Milliseconds without a call after which a runner is offline. */
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
