import type { GroupFilters } from './groups.finder.js';

/** All groups that are visible to the caller, by their names. */
export const GROUPS_BY_NAME: GroupFilters = {
  skip: [],
  allAvailable: true,
  owned: false,
  customAttributes: {},
  statistics: false,
  orderBy: 'name',
  sort: 'asc',
};
