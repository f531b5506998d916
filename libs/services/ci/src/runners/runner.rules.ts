/** States of runners in records. */
export const RUNNER_STATUSES = ['not_connected', 'paused', 'online', 'offline'] as const;
export type RunnerStatus = (typeof RUNNER_STATUSES)[number];

/** Types of runners: for all projects, for those of a group and its subgroups, for single projects. */
export const RUNNER_TYPES = ['instance_type', 'group_type', 'project_type'] as const;
export type RunnerType = (typeof RUNNER_TYPES)[number];

export function runnerType({ isShared, groupId }: { isShared: boolean; groupId: number | null }): RunnerType {
  if (isShared) return 'instance_type';
  return groupId === null ? 'project_type' : 'group_type';
}

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
