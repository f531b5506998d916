import type { ResolvedRevision } from '../git/reads/revisions.js';
import type { RepositoryPath } from '../git/refs/paths.js';

/** A ref and a path that an address names in one text. */
export interface RefPath {
  readonly ref: string;
  /** Without slashes around it; empty for the root. */
  readonly path: string;
}

/** The commit and the path that the address of a page names. */
export interface RefLocation extends RefPath, ResolvedRevision {
  readonly repository: RepositoryPath;
}

/**
 * Splits `feature/x/lib/a.ts` into ref and path. The longest name that exists wins; without one, the first segment is taken as a revision.
 * @param exists returns whether a branch or a tag has the name
 */
export function splitRefPath(text: string, exists: (name: string) => boolean): RefPath {
  const segments = text.split('/');
  while (segments.length > 1 && segments.at(-1) === '') segments.pop();
  for (let length = segments.length; length > 0; length -= 1) {
    const ref = segments.slice(0, length).join('/');
    if (length === 1 || exists(ref)) return { ref, path: segments.slice(length).join('/') };
  }
  return { ref: '', path: '' };
}
