import type { MemberSource } from '../members/membership.rules.js';

export const LEVELS = ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'] as const;
export type NotificationLevel = (typeof LEVELS)[number];

/** Events that the level `custom` names. */
export const EVENTS = [
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'new_merge_request',
  'push_to_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'change_reviewer_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'fixed_pipeline',
  'success_pipeline',
] as const;
export type NotificationEvent = (typeof EVENTS)[number];

/** Events of the reference that nothing causes here. */
export const UNSUPPORTED_EVENTS = [
  'new_release',
  'new_epic',
  'issue_due',
  'moved_project',
  'merge_when_pipeline_succeeds',
  'approver',
] as const;

/** Events of the level `custom` until the user chooses others. */
export const DEFAULT_EVENTS: readonly NotificationEvent[] = ['failed_pipeline', 'fixed_pipeline'];

/** The project or group of a setting, or the whole instance. */
export type NotificationScope = MemberSource | { readonly kind: 'global' };

export interface NotificationSetting {
  readonly level: NotificationLevel;
  /** Events of the level `custom`, stored also while another level applies. */
  readonly events: readonly NotificationEvent[];
}

/** Changes to apply; `undefined` leaves a field as it is. */
export interface NotificationChanges {
  readonly level?: NotificationLevel | undefined;
  readonly events: Readonly<Partial<Record<NotificationEvent, boolean | undefined>>>;
}

/** Setting of a user who has stored none. */
export function defaultSetting({ kind }: NotificationScope): NotificationSetting {
  return { level: kind === 'global' ? 'participating' : 'global', events: DEFAULT_EVENTS };
}
