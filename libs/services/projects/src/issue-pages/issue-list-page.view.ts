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

/** Issue in a list, for the template `issue-rows`. */
export interface IssueRow {
  readonly iid: number;
  readonly projectPath: string;
  readonly address: string;
  readonly title: string;
  readonly state: string;
  readonly confidential: boolean;
  readonly author: PagePerson;
  readonly createdAt: Date;
  readonly milestone: string | null;
  readonly dueDate: string | null;
  readonly labels: readonly PageLabel[];
  readonly notes: number;
}

export interface IssueListPageData {
  readonly title: string;
  readonly project: PageProject;
  readonly state: ListState;
  readonly tabs: readonly PageSection[];
  readonly values: IssueListFilters;
  readonly canOpen: boolean;
  readonly issues: readonly IssueRow[];
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
  return {
    title: `Issues · ${project.fullPath}`,
    ...{ project, state, values, canOpen },
    tabs: tabsOf(TABS, state, listOf),
    issues: page.items.map(presentIssueRow),
    pager: pageLinks(page, listOf(state)),
  };
}

export function presentIssueRow(issue: IssueRecord): IssueRow {
  const { iid, projectPath, title, confidential, author, createdAt, dueDate } = issue;
  return {
    ...{ iid, projectPath, title, confidential, author, createdAt, dueDate },
    address: `/${projectPath}/-/issues/${iid}`,
    state: stateName(issue),
    milestone: issue.milestone?.title ?? null,
    labels: presentIssueLabels(issue),
    notes: issue.userNotesCount,
  };
}

/** Labels with their colours, each with the address of the issues that have it. */
export function presentIssueLabels({ labelDetails = [], projectPath }: IssueRecord): PageLabel[] {
  return labelDetails.map(({ name, color }) => ({
    ...{ name, color },
    address: `/${projectPath}/-/issues?${new URLSearchParams({ label: name })}`,
  }));
}

export function stateName({ state }: Pick<IssueRecord, 'state'>): string {
  return state === 'opened' ? 'open' : 'closed';
}
