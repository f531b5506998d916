import type { ChangeableSettings } from '../settings/settings.rules.js';

/** The fields of the form, as texts. */
export function presentSettingsForm(settings: ChangeableSettings): Record<string, string> {
  return {
    default_project_visibility: settings.defaultProjectVisibility,
    default_group_visibility: settings.defaultGroupVisibility,
    default_projects_limit: String(settings.defaultProjectsLimit),
  };
}
