import type { GroupAccess, ProjectAccess } from '@hearth/contract-kit';
import { presentPageGroup, type GroupSection, type PageGroup } from './group-page.js';
import { presentPageProject, type PageProject, type ProjectSection } from './project-page.js';

/** Frame of a page that projects and groups have alike, for the templates that begin with `layout(it.frame)`. */
export interface OwnerFrame {
  /** Name of the layout. */
  readonly frame: string;
  readonly project: PageProject | null;
  readonly group: PageGroup | null;
  /** Address of the first page of this part. */
  readonly at: string;
  readonly title: string;
}

/** Call about a project or a group. */
export interface OwnerCall {
  readonly project: ProjectAccess;
  readonly group: GroupAccess;
}

/**
 * Returns the address of a page of a project or group.
 * @param path below that of its pages, with a slash at the beginning
 */
export function ownerPageAddress(kind: 'project' | 'group', call: OwnerCall, path: string): string {
  return kind === 'project'
    ? `/${call.project.project.fullPath}/-${path}`
    : `/groups/${call.group.group.fullPath}/-${path}`;
}

/**
 * @param section of the page, which both have
 * @param path of the first page of this part, as in `ownerPageAddress`
 * @param name of the page
 */
export function presentOwnerFrame(
  kind: 'project' | 'group',
  call: OwnerCall,
  section: ProjectSection & GroupSection,
  { path, name }: { readonly path: string; readonly name: string },
): OwnerFrame {
  const project = kind === 'project' ? presentPageProject(call.project, section) : null;
  const group = kind === 'group' ? presentPageGroup(call.group, section) : null;
  return {
    ...{ frame: `@${kind}-frame`, project, group, at: ownerPageAddress(kind, call, path) },
    title: `${name} · ${(project ?? group!).fullPath}`,
  };
}
