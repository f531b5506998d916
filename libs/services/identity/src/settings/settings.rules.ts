import type { ApplicationSettingsEntity } from './application-settings.entity.js';

/** What admins may change. */
export type ChangeableSettings = Pick<
  ApplicationSettingsEntity,
  | 'defaultProjectVisibility'
  | 'defaultGroupVisibility'
  | 'restrictedVisibilities'
  | 'defaultProjectsLimit'
  | 'userDefaultExternal'
  | 'oauthImplicitGrantEnabled'
  | 'oauthPasswordGrantEnabled'
>;

/** The settings that somebody wants to change; the others stay. */
export type SettingsChange = Partial<ChangeableSettings>;

/** What is wrong, by field, in the words of the v4 API. */
export type SettingsFailures = Partial<Record<keyof ChangeableSettings, readonly string[]>>;

const MAX_INT4 = 2_147_483_647;

/** Everything that is wrong with a change; empty when nothing is. */
export function settingsFailures({ defaultProjectsLimit: limit = 0 }: SettingsChange): SettingsFailures {
  if (limit < 0) return { defaultProjectsLimit: ['must be greater than or equal to 0'] };
  if (limit > MAX_INT4) return { defaultProjectsLimit: [`must be less than or equal to ${MAX_INT4}`] };
  return {};
}
