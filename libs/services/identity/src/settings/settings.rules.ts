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
  | 'passwordsForWeb'
  | 'passwordsForGit'
>;

/** Changes to apply; missing settings stay as they are. */
export type SettingsChange = Partial<ChangeableSettings>;

/** Failures by field, in the words of the v4 API. */
export type SettingsFailures = Partial<Record<keyof ChangeableSettings, readonly string[]>>;

const MAX_INT4 = 2_147_483_647;

/** Returns all failures of a change; empty when it is valid. @param hasProvider whether people sign in by a provider of single sign-on */
export function settingsFailures(
  { defaultProjectsLimit = 0, passwordsForWeb = true }: SettingsChange,
  hasProvider: boolean,
): SettingsFailures {
  const limit = limitFailure(defaultProjectsLimit);
  return {
    ...(limit !== undefined && { defaultProjectsLimit: [limit] }),
    ...(!passwordsForWeb && !hasProvider && { passwordsForWeb: ['cannot be disabled without single sign-on'] }),
  };
}

function limitFailure(limit: number): string | undefined {
  if (limit < 0) return 'must be greater than or equal to 0';
  return limit > MAX_INT4 ? `must be less than or equal to ${MAX_INT4}` : undefined;
}
