import type { UserRecord } from '../users/user.entity.js';

/** Days without activity after which a user can be deactivated. */
export const DORMANT_DAYS = 90;

const DAY_MS = 86_400_000;

/**
 * Returns whether a user has not been active for DORMANT_DAYS. A user who has never signed in is dormant.
 * @param tokenUsedAt last use of the user's tokens
 */
export function isDormant(
  { lastActivityOn, currentSignInAt }: Pick<UserRecord, 'lastActivityOn' | 'currentSignInAt'>,
  tokenUsedAt: Date | null,
  now: Date,
): boolean {
  const activities = [lastActivityOn === null ? null : new Date(lastActivityOn), currentSignInAt, tokenUsedAt];
  const since = now.getTime() - DORMANT_DAYS * DAY_MS;
  return activities.every((at) => at === null || at.getTime() <= since);
}
