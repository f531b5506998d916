import { refused, v4, type Search } from '@hearth/http';
import { z } from 'zod';
import { CODE_SCOPES, codeSearchError, type CodeScope } from './code-search.rules.js';
import { SCOPES, type OwnScope, type SearchScope } from './search.rules.js';

type AnyScope = SearchScope | CodeScope;

/** @param scopes kinds of records that are searched there */
function searchParams<const Scopes extends readonly [AnyScope, ...AnyScope[]]>(scopes: Scopes) {
  return {
    scope: v4.oneOf(scopes).describe('Kind of the records to search'),
    search: v4.search().describe('Words that all have to occur in titles, names, paths or descriptions'),
    state: v4
      .optional(v4.oneOf(['all', 'opened', 'closed', 'merged']))
      .describe('Only issues or merge requests in this state; issues are not `merged`'),
    confidential: v4.optional(v4.boolean()).describe('Only confidential issues, or only others'),
    fields: refused(),
    regex: refused(),
    num_context_lines: refused(),
    exclude_forks: refused(),
    ...v4.page,
  };
}

/** Requires a text, and refuses filters of issues and merge requests for other records. */
function checked<Shape extends z.ZodRawShape>(params: z.ZodObject<Shape>): z.ZodObject<Shape> {
  return params.superRefine((given, context) => {
    const { scope, search, ...filters } = given as Partial<z.output<z.ZodObject<ReturnType<typeof searchParams>>>>;
    const fail = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (search === undefined) fail('search', 'is missing');
    const hasState = scope === 'issues' || scope === 'merge_requests';
    if (filters.state !== undefined && !hasState) fail('state', 'is not supported');
    if (filters.state === 'merged' && scope === 'issues') fail('state', 'does not have a valid value');
    if (filters.confidential !== undefined && scope !== 'issues') fail('confidential', 'is not supported');
  });
}

export const SearchParams = checked(z.object(searchParams(SCOPES.everywhere)));
export const GroupSearchParams = checked(z.object({ id: v4.group(), ...searchParams(SCOPES.group) }));
export const ProjectSearchParams = checked(
  z.object({
    id: v4.project(),
    ...searchParams([...SCOPES.project, ...CODE_SCOPES]),
    ref: v4
      .optional(v4.text({ most: 255 }))
      .describe('Branch, tag or commit in which commits or files are searched; by default, the default branch'),
  }),
).superRefine(({ scope, search, ref }, context) => {
  const fail = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  if (!isCodeScope(scope)) {
    if (ref !== undefined) fail('ref', 'is not supported');
    return;
  }
  // A search that is refused already has not been read.
  const error = search?.text !== undefined && codeSearchError(scope, search.text);
  if (error) fail('search', error);
});

/** Returns whether the repository is searched. */
export function isCodeScope(scope: AnyScope): scope is CodeScope {
  return scope === 'commits' || scope === 'blobs';
}

/** Scope, text and filters of a search. */
export interface Searched {
  readonly scope: OwnScope;
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
}: Omit<z.output<typeof SearchParams>, 'page' | 'per_page' | 'scope'> & { readonly scope: OwnScope }): Searched {
  return {
    scope,
    search: search!,
    filters: {
      ...((state === 'opened' || state === 'closed') && { state }),
      ...(confidential !== undefined && { confidential }),
    },
  };
}

/** Text and filter of a search of merge requests. */
export interface MergeRequestSearch {
  readonly text: string;
  readonly state?: 'opened' | 'closed' | 'merged';
}

/** Converts the parameters of a search of merge requests. */
export function searchedMergeRequests({
  search,
  state,
}: Pick<z.output<typeof SearchParams>, 'search' | 'state'>): MergeRequestSearch {
  return { text: search!.text, ...(state !== undefined && state !== 'all' && { state }) };
}
