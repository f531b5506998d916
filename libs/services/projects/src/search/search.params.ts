import { v4, type Search } from '@hearth/http';
import { z } from 'zod';
import { SCOPES, type SearchScope } from './search.rules.js';

/** @param scopes kinds of records that are searched there */
function searchParams<const Scopes extends readonly [SearchScope, ...SearchScope[]]>(scopes: Scopes) {
  return {
    scope: v4.oneOf(scopes).describe('Kind of the records to search'),
    search: v4.search().describe('Words that all have to occur in titles, names, paths or descriptions'),
    state: v4.optional(v4.oneOf(['opened', 'closed'])).describe('Only issues in this state'),
    confidential: v4.optional(v4.boolean()).describe('Only confidential issues, or only others'),
    ...v4.page,
  };
}

/** Requires a text, and refuses filters of issues for other records. */
function checked<Shape extends z.ZodRawShape>(params: z.ZodObject<Shape>): z.ZodObject<Shape> {
  return params.superRefine((given, context) => {
    const { scope, search, ...filters } = given as Partial<z.output<z.ZodObject<ReturnType<typeof searchParams>>>>;
    const fail = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (search === undefined) fail('search', 'is missing');
    for (const name of ['state', 'confidential'] as const)
      if (scope !== 'issues' && filters[name] !== undefined) fail(name, 'is not supported');
  });
}

export const SearchParams = checked(z.object(searchParams(SCOPES.everywhere)));
export const GroupSearchParams = checked(z.object({ id: v4.group(), ...searchParams(SCOPES.group) }));
export const ProjectSearchParams = checked(z.object({ id: v4.project(), ...searchParams(SCOPES.project) }));

/** Scope, text and filters of a search. */
export interface Searched {
  readonly scope: SearchScope;
  readonly search: Search;
  /** Filters of issues. */
  readonly filters: { readonly state?: 'opened' | 'closed'; readonly confidential?: boolean };
}

/** Converts the parameters of a search. */
export function searched({
  scope,
  search,
  state,
  confidential,
}: Omit<z.output<typeof SearchParams>, 'page' | 'per_page'>): Searched {
  return {
    scope,
    search: search!,
    filters: { ...(state && { state }), ...(confidential !== undefined && { confidential }) },
  };
}
