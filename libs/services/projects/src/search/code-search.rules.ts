import type { PathFilter } from '@hearth/repository-contracts';

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
