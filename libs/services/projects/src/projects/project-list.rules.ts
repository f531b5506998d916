import type { ProjectFilters } from './projects.finder.js';

/** Filters that leave every project in a list. */
export const EVERY_PROJECT: Omit<ProjectFilters, 'orderBy' | 'sort'> = {
  owned: false,
  membership: false,
  starred: false,
  customAttributes: {},
  withIssuesEnabled: false,
  withMergeRequestsEnabled: false,
};
