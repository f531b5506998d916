import type { ChangeableSettings } from '../settings/settings.rules.js';

/** Presents the settings as the texts of the form's fields. */
export function presentSettingsForm(settings: ChangeableSettings): Record<string, string> {
  return {
    default_project_visibility: settings.defaultProjectVisibility,
    default_group_visibility: settings.defaultGroupVisibility,
    default_project_creation: settings.defaultProjectCreation,
    default_branch_name: settings.defaultBranchName ?? '',
    default_projects_limit: String(settings.defaultProjectsLimit),
  };
}
