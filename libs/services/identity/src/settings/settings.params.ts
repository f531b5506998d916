import { PROJECT_CREATION_LEVELS, VISIBILITIES } from '@hearth/contract-kit';
import { atLeastOneOf, v4 } from '@hearth/http';
import { z } from 'zod';
import type { SettingsChange } from './settings.rules.js';
import { unsupportedSettings } from './unsupported.params.js';

const Visibility = v4.oneOf(VISIBILITIES);

/** List of levels. Forms send `restricted_visibility_levels[]=` for an empty one. */
const Visibilities = z.preprocess(
  (value) => (Array.isArray(value) ? value.filter((each) => each !== '') : value),
  v4.list(Visibility),
);

/** GitLab's number of the roles that create projects in a group. */
const ProjectCreation = v4
  .integer()
  .refine((level) => level in PROJECT_CREATION_LEVELS, { error: 'does not have a valid value' });

const Settings = z.object({
  default_project_visibility: v4.optional(Visibility),
  default_group_visibility: v4.optional(Visibility),
  restricted_visibility_levels: v4.optional(Visibilities),
  default_projects_limit: v4.optional(v4.integer()),
  user_default_external: v4.optional(v4.boolean()),
  can_create_group: v4.optional(v4.boolean()),
  default_project_creation: v4.optional(ProjectCreation),
  // A JSON null removes it.
  default_branch_name: v4.text({ most: 255 }).nullable().optional(),
  oauth_implicit_grant_enabled: v4.optional(v4.boolean()),
  oauth_password_grant_enabled: v4.optional(v4.boolean()),
  password_authentication_enabled_for_web: v4.optional(v4.boolean()),
  password_authentication_enabled_for_git: v4.optional(v4.boolean()),
  ...unsupportedSettings,
});

export const UpdateSettingsParams = atLeastOneOf(Settings, ...Settings.keyof().options);

/** Returns the changes in the parameters, with each restricted level once. */
export function settingsChangeOf(params: z.output<typeof UpdateSettingsParams>): SettingsChange {
  const change = {
    defaultProjectVisibility: params.default_project_visibility,
    defaultGroupVisibility: params.default_group_visibility,
    restrictedVisibilities: params.restricted_visibility_levels && [...new Set(params.restricted_visibility_levels)],
    defaultProjectsLimit: params.default_projects_limit,
    userDefaultExternal: params.user_default_external,
    canCreateGroup: params.can_create_group,
    defaultProjectCreation:
      params.default_project_creation === undefined
        ? undefined
        : PROJECT_CREATION_LEVELS[params.default_project_creation],
    defaultBranchName: params.default_branch_name === '' ? null : params.default_branch_name,
    oauthImplicitGrantEnabled: params.oauth_implicit_grant_enabled,
    oauthPasswordGrantEnabled: params.oauth_password_grant_enabled,
    passwordsForWeb: params.password_authentication_enabled_for_web,
    passwordsForGit: params.password_authentication_enabled_for_git,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
