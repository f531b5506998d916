import type { Page } from '@hearth/http';
import { pageLinks, tabsOf, type PageLinks, type PageSection } from '@hearth/pages';
import { presentIssueRow, type IssueRow } from '../issue-pages/issue-list-page.view.js';
import type { IssueRecord } from '../issues/issues.finder.js';
import type { ISSUE_SCOPES, ISSUE_STATES } from './dashboard-page.params.js';

type Scope = (typeof ISSUE_SCOPES)[number];
type State = (typeof ISSUE_STATES)[number];

const SCOPES = { assigned: 'Assigned to you', created: 'Opened by you', all: 'All' } satisfies Record<Scope, string>;
const STATES = { opened: 'Open', closed: 'Closed', all: 'Open and closed' } satisfies Record<State, string>;

export interface OwnIssuesPageData {
  readonly title: string;
  readonly scope: Scope;
  readonly tabs: readonly PageSection[];
  readonly states: readonly { readonly value: string; readonly name: string }[];
  readonly values: { readonly search: string; readonly state: State };
  readonly issues: readonly IssueRow[];
  readonly pager: PageLinks;
}

export function presentOwnIssuesPage(
  page: Page<IssueRecord>,
  { scope, state, search }: { readonly scope: Scope; readonly state: State; readonly search: string },
): OwnIssuesPageData {
  const listOf = (of: Scope) =>
    `/dashboard/issues?${new URLSearchParams({ scope: of, state, ...(search && { search }) })}`;
  return {
    title: 'Your issues',
    scope,
    tabs: tabsOf(SCOPES, scope, listOf),
    states: Object.entries(STATES).map(([value, name]) => ({ value, name })),
    values: { search, state },
    issues: page.items.map(presentIssueRow),
    pager: pageLinks(page, listOf(scope)),
  };
}
