import type { ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { type PageLinks, pageLinks, type PagePerson, type PageProject, presentPageProject } from '@hearth/pages';
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

const TABS = { opened: 'Open', merged: 'Merged', closed: 'Closed', all: 'All' } satisfies Record<ListState, string>;

/** Filters that the form of the list shows. */
export interface ListFilters {
  readonly search: string;
  readonly author: string;
  readonly label: string;
}

export interface ListPageData {
  readonly title: string;
  readonly project: PageProject;
  readonly state: ListState;
  readonly tabs: readonly { readonly name: string; readonly address: string; readonly current: boolean }[];
  readonly values: ListFilters;
  readonly canOpen: boolean;
  readonly mergeRequests: readonly {
    readonly iid: number;
    readonly title: string;
    readonly draft: boolean;
    readonly state: string;
    readonly author: PagePerson;
    readonly createdAt: Date;
    readonly targetBranch: string;
    readonly labels: readonly string[];
    readonly notes: number;
  }[];
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
  const tabs = Object.entries(TABS) as [ListState, string][];
  return {
    title: `Merge requests · ${project.fullPath}`,
    project,
    state,
    tabs: tabs.map(([other, name]) => ({ name, address: listOf(other), current: other === state })),
    values,
    canOpen,
    mergeRequests: page.items.map(({ record, author, labels }) => ({
      iid: record.iid,
      title: record.title,
      draft: isWorkInProgress(record.title),
      state: STATE_NAMES[record.state],
      author,
      createdAt: record.createdAt,
      targetBranch: record.targetBranch,
      labels,
      notes: record.userNotesCount,
    })),
    pager: pageLinks(page, listOf(state)),
  };
}
