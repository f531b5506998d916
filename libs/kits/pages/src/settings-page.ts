import { groupSettingsMenu } from './group-page.js';
import { presentOwnerFrame, type OwnerCall, type OwnerFrame } from './owner-page.js';
import { projectSettingsMenu, type PageSection } from './project-page.js';

/** Frame of a page of the settings of a project or group. */
export interface SettingsFrame extends OwnerFrame {
  readonly menu: readonly PageSection[];
}

/**
 * @param path of the first page of this part of the settings, as in `ownerPageAddress`
 * @param name of the page
 */
export function presentSettingsFrame(
  kind: 'project' | 'group',
  call: OwnerCall,
  path: string,
  name: string,
): SettingsFrame {
  const frame = presentOwnerFrame(kind, call, 'settings', { path, name });
  const { project, group } = frame;
  const menu = project ? projectSettingsMenu(project, `/-${path}`) : groupSettingsMenu(group!, path);
  return { ...frame, menu };
}
