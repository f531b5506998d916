import { v4 } from '@hearth/http';
import { z } from 'zod';
import { CODE_SCOPES } from '../search/code-search.rules.js';
import { SCOPES } from '../search/search.rules.js';

export const PROJECT_SCOPES = [...CODE_SCOPES, ...SCOPES.project] as const;

export const SearchPageParams = z.object({
  scope: v4.optional(v4.oneOf([...SCOPES.everywhere])).catch(undefined),
  search: v4.search(),
  page: v4.page.page,
});
export const ProjectSearchPageParams = z.object({
  id: v4.project(),
  scope: v4.optional(v4.oneOf([...PROJECT_SCOPES])).catch(undefined),
  search: v4.search(),
  page: v4.page.page,
});
