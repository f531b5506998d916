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
}

export type GroupSection = 'group' | 'activity' | 'members' | 'settings';

const SETTINGS = { name: 'admin_group', on: 'group', from: AccessLevel.owner } as const;

/** @param current the section of the page */
export function presentPageGroup(access: GroupAccess, current: GroupSection): PageGroup {
  const { fullPath, visibility } = access.group;
  const names = fullPath.split('/');
  const address = `/groups/${fullPath}`;
  const pages = `${address}/-`;
  const sections = [
    { key: 'group', name: 'Group', address },
    { key: 'activity', name: 'Activity', address: `${pages}/activity` },
    { key: 'members', name: 'Members', address: `${pages}/group_members` },
    ...(may(SETTINGS, access, null) ? [{ key: 'settings', name: 'Settings', address: `${pages}/edit` }] : []),
  ];
  return {
    ...{ fullPath, name: names.at(-1)!, address, pages, visibility },
    above: names
      .slice(0, -1)
      .map((name, index) => ({ name, address: `/groups/${names.slice(0, index + 1).join('/')}` })),
    sections: sections.map(({ key, ...section }) => ({ ...section, current: key === current })),
  };
}

/** Pages of a group's settings. */
export function groupSettingsMenu({ pages }: PageGroup, current: string): PageSection[] {
  return [
    { name: 'General', path: '/edit' },
    { name: 'Webhooks', path: '/hooks' },
  ].map(({ name, path }) => ({ name, address: `${pages}${path}`, current: path === current }));
}
