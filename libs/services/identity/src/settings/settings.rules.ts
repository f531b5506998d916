import type { ApplicationSettingsEntity } from './application-settings.entity.js';

/** Settings that admins can change. */
export type ChangeableSettings = Pick<
  ApplicationSettingsEntity,
  | 'defaultProjectVisibility'
  | 'defaultGroupVisibility'
  | 'restrictedVisibilities'
  | 'defaultProjectsLimit'
  | 'userDefaultExternal'
  | 'canCreateGroup'
  | 'defaultProjectCreation'
  | 'defaultBranchName'
  | 'oauthImplicitGrantEnabled'
  | 'oauthPasswordGrantEnabled'
>;

/** Changes to apply; missing settings stay as they are. */
export type SettingsChange = Partial<ChangeableSettings>;

/** Failures by field, in the words of the v4 API. */
export type SettingsFailures = Partial<Record<keyof ChangeableSettings, readonly string[]>>;

const MAX_INT4 = 2_147_483_647;

/** Returns all failures of a change; empty when it is valid. */
export function settingsFailures({ defaultProjectsLimit: limit = 0 }: SettingsChange): SettingsFailures {
  if (limit < 0) return { defaultProjectsLimit: ['must be greater than or equal to 0'] };
  if (limit > MAX_INT4) return { defaultProjectsLimit: [`must be less than or equal to ${MAX_INT4}`] };
  return {};
}
