import { MOST_PATH_FILTERS, MOST_SEARCH_TEXT, type PathFilter } from '@hearth/repository-contracts';

/** Kinds of results in the repository of a project. */
export const CODE_SCOPES = ['commits', 'blobs'] as const;
export type CodeScope = (typeof CODE_SCOPES)[number];

/** Text of a search of files, without its filters. */
export interface FilteredText {
  readonly text: string;
  readonly filters: readonly PathFilter[];
}

const FILTER = /(?:^|\s)(-?)(filename|path|extension):(?:"([^"]+)"|(\S+))(?=\s|$)/g;

/** Separates filters of paths, like `extension:rb` and `-path:"old docs"`, from the text. */
export function readFilters(search: string): FilteredText {
  const filters: PathFilter[] = [];
  const text = search.replace(FILTER, (_, minus: string, on: PathFilter['on'], quoted?: string, plain?: string) => {
    filters.push({ on, value: quoted ?? plain!, excluded: minus === '-' });
    return '';
  });
  return { text: text.trim(), filters };
}

/** Returns why the repository cannot be searched for a text; null: it can. */
export function codeSearchError(scope: CodeScope, given: string): 'is missing' | 'is invalid' | null {
  const { text, filters } = scope === 'blobs' ? readFilters(given) : { text: given, filters: [] };
  if (text === '') return 'is missing';
  const isTooMuch = given.length > MOST_SEARCH_TEXT || filters.length > MOST_PATH_FILTERS;
  return isTooMuch || given.includes('\n') ? 'is invalid' : null;
}
