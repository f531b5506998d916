import type { ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import {
  pageLinks,
  presentPageProject,
  tabsOf,
  type PageLabel,
  type PageLinks,
  type PagePerson,
  type PageProject,
  type PageSection,
} from '@hearth/pages';
import type { MergeRequestFact } from '../merge-requests/merge-request.facts.js';
import { isWorkInProgress, type MergeRequestState } from '../merge-requests/merge-request.rules.js';
import type { ListState } from './page.params.js';

/** Words of the states on pages. */
export const STATE_NAMES: Readonly<Record<MergeRequestState, string>> = {
  opened: 'open',
  closed: 'closed',
  locked: 'being merged',
  merged: 'merged',
};

/** Names of the states of lists. */
export const TABS = { opened: 'Open', merged: 'Merged', closed: 'Closed', all: 'All' } satisfies Record<
  ListState,
  string
>;

/** Filters that the form of the list shows. */
export interface ListFilters {
  readonly search: string;
  readonly author: string;
  readonly label: string;
}

/** Merge request in a list, for the template `merge-request-rows`. */
export interface MergeRequestRow {
  readonly iid: number;
  readonly projectPath: string;
  readonly address: string;
  readonly title: string;
  readonly draft: boolean;
  readonly state: string;
  readonly author: PagePerson;
  readonly createdAt: Date;
  readonly targetBranch: string;
  readonly labels: readonly PageLabel[];
  readonly notes: number;
}

export interface ListPageData {
  readonly title: string;
  readonly project: PageProject;
  readonly state: ListState;
  readonly tabs: readonly PageSection[];
  readonly values: ListFilters;
  readonly canOpen: boolean;
  readonly mergeRequests: readonly MergeRequestRow[];
  readonly pager: PageLinks;
}

/** @param canOpen whether the caller may open merge requests from the project */
export function presentListPage(
  access: ProjectAccess,
  page: Page<MergeRequestFact>,
  state: ListState,
  values: ListFilters,
  canOpen: boolean,
): ListPageData {
  const project = presentPageProject(access, 'merge-requests');
  const listOf = (other: ListState) => {
    const filters = Object.entries({ ...values, state: other }).filter(([, value]) => value !== '');
    return `${project.address}/-/merge_requests?${new URLSearchParams(filters)}`;
  };
  return {
    title: `Merge requests · ${project.fullPath}`,
    project,
    state,
    tabs: tabsOf(TABS, state, listOf),
    values,
    canOpen,
    mergeRequests: page.items.map(presentMergeRequestRow),
    pager: pageLinks(page, listOf(state)),
  };
}

export function presentMergeRequestRow(fact: MergeRequestFact): MergeRequestRow {
  const { record, project, author } = fact;
  const { iid, title, createdAt, targetBranch } = record;
  return {
    ...{ iid, title, author, createdAt, targetBranch, projectPath: project.fullPath },
    address: `/${project.fullPath}/-/merge_requests/${iid}`,
    draft: isWorkInProgress(title),
    state: STATE_NAMES[record.state],
    labels: presentLabels(fact),
    notes: record.userNotesCount,
  };
}

/** Labels with their colours, each with the address of the merge requests that have it. */
export function presentLabels({ labels, project }: Pick<MergeRequestFact, 'labels' | 'project'>): PageLabel[] {
  return labels.map(({ name, color }) => ({
    ...{ name, color },
    address: `/${project.fullPath}/-/merge_requests?${new URLSearchParams({ label: name })}`,
  }));
}
