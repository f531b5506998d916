import { may } from '@hearth/access';
import { AccessLevel, type GroupAccess } from '@hearth/contract-kit';
import type { PageSection } from './project-page.js';

/** The group of a page, for the templates of its frame: `layout('@group-frame')`. */
export interface PageGroup {
  readonly fullPath: string;
  readonly name: string;
  readonly address: string;
  /** Address of its pages below its own, without a slash at the end. */
  readonly pages: string;
  readonly visibility: string;
  /** The groups above it, the outermost first. */
  readonly above: readonly { readonly name: string; readonly address: string }[];
  readonly sections: readonly PageSection[];
  /** Whether the caller may change the group itself. */
  readonly isOwned: boolean;
}

export type GroupSection = 'group' | 'activity' | 'labels' | 'milestones' | 'members' | 'settings';

const SETTINGS = { name: 'admin_group', on: 'group', from: AccessLevel.owner } as const;
/** Of the settings of pipelines. */
const VARIABLES = { name: 'admin_build', on: 'group', from: AccessLevel.master } as const;

/** @param current the section of the page */
export function presentPageGroup(access: GroupAccess, current: GroupSection): PageGroup {
  const { fullPath, visibility } = access.group;
  const names = fullPath.split('/');
  const address = `/groups/${fullPath}`;
  const pages = `${address}/-`;
  const isOwned = may(SETTINGS, access, null);
  const settings = `${pages}${isOwned ? '/edit' : '/variables'}`;
  const sections = [
    { key: 'group', name: 'Group', address },
    { key: 'activity', name: 'Activity', address: `${pages}/activity` },
    { key: 'labels', name: 'Labels', address: `${pages}/labels` },
    { key: 'milestones', name: 'Milestones', address: `${pages}/milestones` },
    { key: 'members', name: 'Members', address: `${pages}/group_members` },
    ...(may(VARIABLES, access, null) ? [{ key: 'settings', name: 'Settings', address: settings }] : []),
  ];
  return {
    ...{ fullPath, name: names.at(-1)!, address, pages, visibility, isOwned },
    above: names
      .slice(0, -1)
      .map((name, index) => ({ name, address: `/groups/${names.slice(0, index + 1).join('/')}` })),
    sections: sections.map(({ key, ...section }) => ({ ...section, current: key === current })),
  };
}

/** Pages of a group's settings that the caller may open. */
export function groupSettingsMenu({ pages, isOwned }: PageGroup, current: string): PageSection[] {
  return [
    ...(isOwned ? [{ name: 'General', path: '/edit' }] : []),
    { name: 'Variables', path: '/variables' },
    ...(isOwned ? [{ name: 'Runners', path: '/runners' }] : []),
    ...(isOwned ? [{ name: 'Access tokens', path: '/settings/access_tokens' }] : []),
    { name: 'Deploy tokens', path: '/deploy_tokens' },
    ...(isOwned ? [{ name: 'Webhooks', path: '/hooks' }] : []),
  ].map(({ name, path }) => ({ name, address: `${pages}${path}`, current: path === current }));
}
