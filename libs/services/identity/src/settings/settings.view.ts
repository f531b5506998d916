import { PROJECT_CREATION_LEVELS, VISIBILITIES, secretText } from '@hearth/contract-kit';
import { z } from 'zod';
import type { ApplicationSettingsEntity } from './application-settings.entity.js';
import type { SettingsFailures } from './settings.rules.js';

const Visibility = z.enum(VISIBILITIES);
const TimeStamp = z.iso.datetime({ precision: 3 });

/** Settings of the instance that Hearth supports. */
export const SettingsView = z.strictObject({
  id: z.int(),
  default_project_visibility: Visibility,
  default_group_visibility: Visibility,
  restricted_visibility_levels: z.array(Visibility),
  default_projects_limit: z.int(),
  user_default_external: z.boolean(),
  can_create_group: z.boolean(),
  default_project_creation: z.int(),
  default_branch_name: z.string().nullable(),
  oauth_implicit_grant_enabled: z.boolean(),
  oauth_password_grant_enabled: z.boolean(),
  password_authentication_enabled_for_web: z.boolean(),
  password_authentication_enabled_for_git: z.boolean(),
  runners_registration_token: secretText(),
  created_at: TimeStamp,
  updated_at: TimeStamp,
});

/** @param registrationToken the decrypted token */
export function presentSettings(
  settings: ApplicationSettingsEntity,
  registrationToken: string,
): z.output<typeof SettingsView> {
  return {
    id: settings.id,
    default_project_visibility: settings.defaultProjectVisibility,
    default_group_visibility: settings.defaultGroupVisibility,
    restricted_visibility_levels: settings.restrictedVisibilities,
    default_projects_limit: settings.defaultProjectsLimit,
    user_default_external: settings.userDefaultExternal,
    can_create_group: settings.canCreateGroup,
    default_project_creation: PROJECT_CREATION_LEVELS.indexOf(settings.defaultProjectCreation),
    default_branch_name: settings.defaultBranchName,
    oauth_implicit_grant_enabled: settings.oauthImplicitGrantEnabled,
    oauth_password_grant_enabled: settings.oauthPasswordGrantEnabled,
    password_authentication_enabled_for_web: settings.passwordsForWeb,
    password_authentication_enabled_for_git: settings.passwordsForGit,
    runners_registration_token: registrationToken,
    created_at: settings.createdAt.toISOString(),
    updated_at: settings.updatedAt.toISOString(),
  };
}

/** Presents failures under the API's names of the settings. */
export function presentSettingsFailures({
  defaultProjectsLimit,
  passwordsForWeb,
}: SettingsFailures): Record<string, readonly string[]> {
  return {
    ...(defaultProjectsLimit && { default_projects_limit: defaultProjectsLimit }),
    ...(passwordsForWeb && { password_authentication_enabled_for_web: passwordsForWeb }),
  };
}
