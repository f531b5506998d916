import type { ProjectAccess } from '@hearth/contract-kit';
import type { EndpointCall, Page } from '@hearth/http';
import {
  pageLinks,
  presentPageProject,
  tabsOf,
  type PageLinks,
  type PageProject,
  type PageSection,
  type PageText,
} from '@hearth/pages';
import type { IssueCounts } from '../issues/issues.finder.js';
import type { MilestoneRecord } from '../milestones/milestones.store.js';
import type { MilestoneListState } from './planning-page.params.js';

const TABS = { active: 'Active', closed: 'Closed', all: 'All' } satisfies Record<MilestoneListState, string>;

/** Permission of the caller, and the outcome of the form before. */
interface MilestoneCaller {
  readonly mayManage: boolean;
  readonly notice: string | null;
}

export interface MilestoneListPageData extends MilestoneCaller {
  readonly title: string;
  readonly project: PageProject;
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
  /** Addresses of the lists of them. */
  readonly openAddress: string;
  readonly closedAddress: string;
}

export interface MilestonePageData extends MilestoneCaller {
  readonly title: string;
  readonly project: PageProject;
  readonly address: string;
  readonly name: string;
  readonly state: string;
  readonly days: string | null;
  readonly description: PageText;
  /** Null for users who may not read issues. */
  readonly progress: MilestoneProgress | null;
}

export function presentMilestoneListPage(
  access: ProjectAccess,
  page: Page<MilestoneRecord>,
  { state, search }: { readonly state: MilestoneListState; readonly search: string },
  caller: MilestoneCaller,
): MilestoneListPageData {
  const project = presentPageProject(access, 'milestones');
  const listOf = (other: MilestoneListState) => {
    const filters = { ...(search !== '' && { search }), state: other };
    return `${project.address}/-/milestones?${new URLSearchParams(filters)}`;
  };
  return {
    title: `Milestones · ${project.fullPath}`,
    ...{ project, state, ...caller },
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
export function milestonesAddress({ project }: Pick<EndpointCall<unknown>, 'project'>): string {
  return `/${project.project.fullPath}/-/milestones`;
}

/** @param counts null for users who may not read issues */
export function presentMilestonePage(
  access: ProjectAccess,
  milestone: MilestoneRecord,
  { description, counts }: { readonly description: PageText; readonly counts: IssueCounts | null },
  caller: MilestoneCaller,
): MilestonePageData {
  const project = presentPageProject(access, 'milestones');
  const { title, state } = milestone;
  const issues = (of: 'opened' | 'closed') =>
    `${project.address}/-/issues?${new URLSearchParams({ state: of, milestone: title })}`;
  return {
    title: `${title} · ${project.fullPath}`,
    ...{ project, ...caller },
    address: `${project.address}/-/milestones/${milestone.iid}`,
    name: title,
    state,
    days: daysOf(milestone),
    description,
    progress: counts && {
      closed: counts.closed,
      all: counts.opened + counts.closed,
      openAddress: issues('opened'),
      closedAddress: issues('closed'),
    },
  };
}

/** Returns the days on which a milestone begins and is due, as a part of a sentence; null without them. */
function daysOf({ startDate, dueDate }: Pick<MilestoneRecord, 'startDate' | 'dueDate'>): string | null {
  if (startDate && dueDate) return `from ${startDate} to ${dueDate}`;
  if (startDate) return `from ${startDate}`;
  return dueDate ? `due on ${dueDate}` : null;
}
