import type { EndpointCall, Page } from '@hearth/http';
import {
  ownerPageAddress,
  pageLinks,
  presentOwnerFrame,
  tabsOf,
  type OwnerFrame,
  type PageLinks,
  type PageSection,
  type PageText,
} from '@hearth/pages';
import type { IssueCounts } from '../issues/issues.finder.js';
import type { MemberSourceKind } from '../members/membership.rules.js';
import type { MilestoneRecord } from '../milestones/milestones.store.js';
import type { MilestoneListState } from './planning-page.params.js';

/** Of the list, below the pages of its project or group. */
export const MILESTONES = '/milestones';

const TABS = { active: 'Active', closed: 'Closed', all: 'All' } satisfies Record<MilestoneListState, string>;

/** Permission of the caller, and the outcome of the form before. */
interface MilestoneCaller {
  readonly mayManage: boolean;
  readonly notice: string | null;
}

export interface MilestoneListPageData extends OwnerFrame, MilestoneCaller {
  readonly state: MilestoneListState;
  readonly tabs: readonly PageSection[];
  readonly values: { readonly search: string };
  readonly milestones: readonly {
    readonly iid: number;
    readonly title: string;
    readonly state: string;
    readonly days: string | null;
  }[];
  readonly pager: PageLinks;
}

/** Issues of a milestone that the caller may read. */
export interface MilestoneProgress {
  readonly closed: number;
  readonly all: number;
  /** Addresses of the lists of them; null in groups. */
  readonly lists: { readonly open: string; readonly closed: string } | null;
}

export interface MilestonePageData extends OwnerFrame, MilestoneCaller {
  readonly address: string;
  readonly name: string;
  readonly state: string;
  readonly days: string | null;
  readonly description: PageText;
  readonly mayPromote: boolean;
  /** Null for users who may not read issues. */
  readonly progress: MilestoneProgress | null;
}

export function presentMilestoneListPage(
  kind: MemberSourceKind,
  call: EndpointCall<unknown>,
  page: Page<MilestoneRecord>,
  { state, search }: { readonly state: MilestoneListState; readonly search: string },
  caller: MilestoneCaller,
): MilestoneListPageData {
  const frame = presentOwnerFrame(kind, call, 'milestones', { path: MILESTONES, name: 'Milestones' });
  const listOf = (other: MilestoneListState) => {
    const filters = { ...(search !== '' && { search }), state: other };
    return `${frame.at}?${new URLSearchParams(filters)}`;
  };
  return {
    ...frame,
    ...{ state, ...caller },
    tabs: tabsOf(TABS, state, listOf),
    values: { search },
    milestones: page.items.map((milestone) => ({
      iid: milestone.iid,
      title: milestone.title,
      state: milestone.state,
      days: daysOf(milestone),
    })),
    pager: pageLinks(page, listOf(state)),
  };
}

/** Address of the list of milestones. */
export function milestonesAddress(kind: MemberSourceKind, call: EndpointCall<unknown>): string {
  return ownerPageAddress(kind, call, MILESTONES);
}

/** @param counts null for users who may not read issues */
export function presentMilestonePage(
  kind: MemberSourceKind,
  call: EndpointCall<unknown>,
  milestone: MilestoneRecord,
  { description, counts }: { readonly description: PageText; readonly counts: IssueCounts | null },
  caller: MilestoneCaller & { readonly mayPromote: boolean },
): MilestonePageData {
  const { title, state } = milestone;
  const frame = presentOwnerFrame(kind, call, 'milestones', { path: MILESTONES, name: title });
  const { project } = frame;
  const issues = (of: 'opened' | 'closed') =>
    `${project!.address}/-/issues?${new URLSearchParams({ state: of, milestone: title })}`;
  return {
    ...frame,
    ...caller,
    address: `${frame.at}/${milestone.iid}`,
    name: title,
    state,
    days: daysOf(milestone),
    description,
    progress: counts && {
      closed: counts.closed,
      all: counts.opened + counts.closed,
      lists: project && { open: issues('opened'), closed: issues('closed') },
    },
  };
}

/** Returns the days on which a milestone begins and is due, as a part of a sentence; null without them. */
function daysOf({ startDate, dueDate }: Pick<MilestoneRecord, 'startDate' | 'dueDate'>): string | null {
  if (startDate && dueDate) return `from ${startDate} to ${dueDate}`;
  if (startDate) return `from ${startDate}`;
  return dueDate ? `due on ${dueDate}` : null;
}
