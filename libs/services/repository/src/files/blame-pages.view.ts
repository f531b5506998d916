import type { ProjectAccess } from '@hearth/contract-kit';
import {
  presentCommitLine,
  presentRefPage,
  refAddress,
  type CommitLine,
  type RefPage,
} from '../pages/ref-page.view.js';
import { isBinary } from './file-kind.rules.js';
import type { FilePageFact } from './file-pages.facts.js';
import type { BlameHunk } from './files.facts.js';

export interface BlamePageData {
  readonly blame: RefPage & {
    readonly fileAddress: string;
    /** Null for a file that is too large or binary. */
    readonly hunks: readonly ShownHunk[] | null;
  };
}

interface ShownHunk {
  readonly commit: CommitLine;
  /** Number of the first line. */
  readonly start: number;
  readonly lines: readonly string[];
}

/** @param hunks null for a file that is too large */
export function presentBlamePage(
  access: ProjectAccess,
  fact: FilePageFact,
  hunks: readonly BlameHunk[] | null,
): BlamePageData['blame'] {
  const page = presentRefPage(access, 'files', 'blame', fact);
  let next = 1;
  const shown = hunks?.map(({ commit, lines }): ShownHunk => {
    const start = next;
    next += lines.length;
    return { commit: presentCommitLine(page.project, commit), start, lines };
  });
  return {
    ...page,
    title: `Blame · ${page.title}`,
    fileAddress: refAddress(page.project, 'blob', fact),
    hunks: shown && fact.content && !isBinary(fact.content) ? shown : null,
  };
}
