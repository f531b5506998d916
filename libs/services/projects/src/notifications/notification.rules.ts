import type { NotificationEvent, NotificationSetting } from '../notification-settings/notification-setting.rules.js';

/** Cause of a mail: an event that settings name, or a changed text that newly names users. */
export type MailCause = NotificationEvent | 'mentioned';

/** Relation of a user to an event. */
export type Role = 'mention' | 'participating' | 'subscription' | 'watch';

/** Reasons that mails name in `X-GitLab-NotificationReason`. */
export const REASONS = ['assigned', 'review_requested', 'mentioned', 'subscribed'] as const;
export type Reason = (typeof REASONS)[number];

/** A user whom an event may concern. */
export interface Candidate {
  readonly userId: number;
  readonly role: Role;
  readonly reason: Reason | null;
}

/** A user of a record, as author, assignee, by a mention, a note or their explicit choice. */
export interface Participant {
  readonly id: number;
  readonly participates: boolean;
  /** Explicit choice of the user; null without one. */
  readonly subscribed: boolean | null;
}

/** Events that the level `watch` leaves out. */
const NOT_WATCHED: readonly MailCause[] = ['push_to_merge_request', 'success_pipeline'];
/** Events of pipelines that the level `participating` includes. */
const OWN_PIPELINES: readonly MailCause[] = ['failed_pipeline', 'fixed_pipeline'];

/** Returns true when a user with this setting wants a mail. The effective level is never `global`. */
export function isWanted({ level, events }: NotificationSetting, role: Role, cause: MailCause): boolean {
  if (level === 'disabled') return false;
  if (role === 'subscription' || role === 'mention') return true;
  if (level === 'mention') return false;
  if (level === 'custom') return role === 'participating' || (cause !== 'mentioned' && events.includes(cause));
  if (level === 'watch') return role === 'participating' || !NOT_WATCHED.includes(cause);
  return role === 'participating' || OWN_PIPELINES.includes(cause);
}

/**
 * Chooses who gets a mail: each user once, for the first candidacy that the user wants.
 * @param candidates the strongest first
 * @param unsubscribed users who have unsubscribed from the record; only mentions reach them
 */
export function chosenAmong(
  candidates: readonly Candidate[],
  cause: MailCause,
  settings: ReadonlyMap<number, NotificationSetting>,
  unsubscribed: readonly number[],
): Candidate[] {
  const chosen = new Map<number, Candidate>();
  for (const candidate of candidates) {
    const { userId, role } = candidate;
    const setting = settings.get(userId);
    if (chosen.has(userId) || !setting || (role !== 'mention' && unsubscribed.includes(userId))) continue;
    if (isWanted(setting, role, cause)) chosen.set(userId, candidate);
  }
  return [...chosen.values()];
}
