import type { GroupAccess, ProjectAccess } from '@hearth/contract-kit';
import { groupSettingsMenu, presentPageGroup, type PageGroup } from './group-page.js';
import { presentPageProject, projectSettingsMenu, type PageProject, type PageSection } from './project-page.js';

/** Frame of a page of settings that projects and groups have alike, for the templates that begin with `layout(it.frame)`. */
export interface SettingsFrame {
  /** Name of the layout. */
  readonly frame: string;
  readonly project: PageProject | null;
  readonly group: PageGroup | null;
  readonly menu: readonly PageSection[];
  /** Address of the first page of this part of the settings. */
  readonly at: string;
  readonly title: string;
}

interface OwnerCall {
  readonly project: ProjectAccess;
  readonly group: GroupAccess;
}

/**
 * Returns the address of a page of settings.
 * @param path below that of the project's or group's pages, with a slash at the beginning
 */
export function settingsAddress(kind: 'project' | 'group', call: OwnerCall, path: string): string {
  return kind === 'project'
    ? `/${call.project.project.fullPath}/-${path}`
    : `/groups/${call.group.group.fullPath}/-${path}`;
}

/**
 * @param path of the first page of this part of the settings, as in `settingsAddress`
 * @param name of the page
 */
export function presentSettingsFrame(
  kind: 'project' | 'group',
  call: OwnerCall,
  path: string,
  name: string,
): SettingsFrame {
  const project = kind === 'project' ? presentPageProject(call.project, 'settings') : null;
  const group = kind === 'group' ? presentPageGroup(call.group, 'settings') : null;
  return {
    ...{ frame: `@${kind}-frame`, project, group, at: settingsAddress(kind, call, path) },
    menu: project ? projectSettingsMenu(project, `/-${path}`) : groupSettingsMenu(group!, path),
    title: `${name} · ${(project ?? group!).fullPath}`,
  };
}
