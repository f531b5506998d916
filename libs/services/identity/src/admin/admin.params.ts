import { PROJECT_CREATION_LEVELS, VISIBILITIES } from '@hearth/contract-kit';
import { v4 } from '@hearth/http';
import { confirmed } from '@hearth/pages';
import { z } from 'zod';
import { done } from '../pages/notices.js';
import type { ChangeableSettings } from '../settings/settings.rules.js';

const Field = v4.text().prefault('');
/** Checkbox: browsers send no value for an unticked one. */
const Box = v4.optional(v4.boolean()).transform((ticked) => ticked ?? false);
const Visibility = v4.oneOf(VISIBILITIES);

export const UsersPageParams = z.object({ page: v4.page.page, done, search: v4.text({ most: 1_000 }).prefault('') });

/** Invalid filters find nothing or are ignored; the typed text stays in its field. */
export const AuditPageParams = z.object({
  page: v4.page.page,
  kind: v4.text({ most: 255 }).prefault(''),
  actor: v4.text({ most: 255 }).prefault(''),
  entity_type: v4.text({ most: 255 }).prefault(''),
  from: v4.optional(v4.date()),
  to: v4.optional(v4.date()),
});

export const UserPageParams = z.object({ id: v4.id(), done });

export const ChangeAccessParams = z.object({ id: v4.id(), confirmed });

export const ConfirmationLinkParams = z.object({ id: v4.id(), email: v4.text() });

export const NewUserFormParams = z.object({
  name: Field,
  username: Field,
  email: Field.meta({ title: 'E-mail address' }),
  password: Field,
  admin: Box,
  skip_confirmation: Box.meta({ title: 'The address needs no confirmation' }),
});

export const SettingsFormParams = z.object({
  default_project_visibility: Visibility.meta({ title: 'Visibility of new projects' }),
  default_group_visibility: Visibility.meta({ title: 'Visibility of new groups' }),
  restricted_visibility_levels: v4
    .list(Visibility)
    .prefault([])
    .meta({ title: 'Visibilities that only admins may give' }),
  default_projects_limit: v4.integer().meta({ title: 'Projects of a new user, at most' }),
  user_default_external: Box.meta({ title: 'New users are external' }),
  can_create_group: Box.meta({ title: 'New users may create groups' }),
  default_project_creation: v4.oneOf(PROJECT_CREATION_LEVELS).meta({ title: 'Projects of new groups are created by' }),
  default_branch_name: v4
    .text({ most: 255 })
    .meta({ title: 'First branch of new projects, unless their group has another' }),
  oauth_implicit_grant_enabled: Box.meta({ title: 'Applications may use the implicit grant' }),
  oauth_password_grant_enabled: Box.meta({ title: 'Applications may ask their users for the password' }),
  password_authentication_enabled_for_web: Box.meta({ title: 'Passwords sign in on pages' }),
  password_authentication_enabled_for_git: Box.meta({ title: 'Passwords open git over HTTP and the API' }),
});

/** Returns the settings in a form. */
export function settingsOf(form: z.output<typeof SettingsFormParams>): ChangeableSettings {
  return {
    defaultProjectVisibility: form.default_project_visibility,
    defaultGroupVisibility: form.default_group_visibility,
    restrictedVisibilities: form.restricted_visibility_levels,
    defaultProjectsLimit: form.default_projects_limit,
    userDefaultExternal: form.user_default_external,
    canCreateGroup: form.can_create_group,
    defaultProjectCreation: form.default_project_creation,
    defaultBranchName: form.default_branch_name || null,
    oauthImplicitGrantEnabled: form.oauth_implicit_grant_enabled,
    oauthPasswordGrantEnabled: form.oauth_password_grant_enabled,
    passwordsForWeb: form.password_authentication_enabled_for_web,
    passwordsForGit: form.password_authentication_enabled_for_git,
  };
}
