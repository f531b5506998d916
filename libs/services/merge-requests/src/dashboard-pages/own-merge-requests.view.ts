import type { Page } from '@hearth/http';
import { pageLinks, tabsOf, type PageLinks, type PageSection } from '@hearth/pages';
import type { MergeRequestFact } from '../merge-requests/merge-request.facts.js';
import { TABS, presentMergeRequestRow, type MergeRequestRow } from '../pages/list-page.view.js';
import type { ListState } from '../pages/page.params.js';

export type OwnScope = 'assigned' | 'reviews' | 'created' | 'all';

const SCOPES = {
  assigned: 'Assigned to you',
  reviews: 'For your review',
  created: 'Opened by you',
  all: 'All',
} satisfies Record<OwnScope, string>;

export interface OwnMergeRequestsData {
  readonly title: string;
  readonly scope: OwnScope;
  readonly tabs: readonly PageSection[];
  readonly states: readonly { readonly value: string; readonly name: string }[];
  readonly values: { readonly search: string; readonly state: ListState };
  readonly mergeRequests: readonly MergeRequestRow[];
  readonly pager: PageLinks;
}

export function presentOwnMergeRequests(
  page: Page<MergeRequestFact>,
  { scope, state, search }: { readonly scope: OwnScope; readonly state: ListState; readonly search: string },
): OwnMergeRequestsData {
  const listOf = (of: OwnScope) =>
    `/dashboard/merge_requests?${new URLSearchParams({ scope: of, state, ...(search && { search }) })}`;
  return {
    title: 'Your merge requests',
    scope,
    tabs: tabsOf(SCOPES, scope, listOf),
    states: Object.entries(TABS).map(([value, name]) => ({ value, name })),
    values: { search, state },
    mergeRequests: page.items.map(presentMergeRequestRow),
    pager: pageLinks(page, listOf(scope)),
  };
}
