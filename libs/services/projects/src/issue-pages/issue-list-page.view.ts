import type { ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { pageLinks, presentPageProject, type PageLinks, type PagePerson, type PageProject } from '@hearth/pages';
import type { IssueRecord } from '../issues/issues.finder.js';
import type { ListState } from './issue-page.params.js';

const TABS = { opened: 'Open', closed: 'Closed', all: 'All' } satisfies Record<ListState, string>;

/** Filters that the form of the list shows. */
export interface IssueListFilters {
  readonly search: string;
  readonly author: string | undefined;
  readonly assignee: string | undefined;
  readonly label: string | undefined;
  readonly milestone: string | undefined;
}

export interface IssueListPageData {
  readonly title: string;
  readonly project: PageProject;
  readonly state: ListState;
  readonly tabs: readonly { readonly name: string; readonly address: string; readonly current: boolean }[];
  readonly values: IssueListFilters;
  readonly canOpen: boolean;
  readonly issues: readonly {
    readonly iid: number;
    readonly title: string;
    readonly state: string;
    readonly confidential: boolean;
    readonly author: PagePerson;
    readonly createdAt: Date;
    readonly milestone: string | null;
    readonly dueDate: string | null;
    readonly labels: readonly string[];
    readonly notes: number;
  }[];
  readonly pager: PageLinks;
}

/** @param canOpen whether the caller may open issues */
export function presentIssueListPage(
  access: ProjectAccess,
  page: Page<IssueRecord>,
  state: ListState,
  values: IssueListFilters,
  canOpen: boolean,
): IssueListPageData {
  const project = presentPageProject(access, 'issues');
  const listOf = (other: ListState) => {
    const filters = Object.entries({ ...values, state: other }).flatMap(([name, value]) =>
      value ? [[name, value] as const] : [],
    );
    return `${project.address}/-/issues?${new URLSearchParams(Object.fromEntries(filters))}`;
  };
  const tabs = Object.entries(TABS) as [ListState, string][];
  return {
    title: `Issues · ${project.fullPath}`,
    ...{ project, state, values, canOpen },
    tabs: tabs.map(([other, name]) => ({ name, address: listOf(other), current: other === state })),
    issues: page.items.map((issue) => ({
      iid: issue.iid,
      title: issue.title,
      state: stateName(issue),
      confidential: issue.confidential,
      author: issue.author,
      createdAt: issue.createdAt,
      milestone: issue.milestone?.title ?? null,
      dueDate: issue.dueDate,
      labels: issue.labels,
      notes: issue.userNotesCount,
    })),
    pager: pageLinks(page, listOf(state)),
  };
}

export function stateName({ state }: Pick<IssueRecord, 'state'>): string {
  return state === 'opened' ? 'open' : 'closed';
}
