import type { ProjectAccess } from '@hearth/contract-kit';
import { encodedPath, pageLinks, type PageLinks } from '@hearth/pages';
import type { TreeEntry } from '../git/reads/tree-listing.js';
import {
  archiveLinks,
  presentCommitLine,
  presentRefPage,
  refAddress,
  type CommitLine,
  type RefPage,
} from '../pages/ref-page.view.js';
import type { TreePageFact } from './tree-pages.facts.js';

/** A folder, a file or a submodule. */
export interface TreeRow {
  readonly type: TreeEntry['type'];
  readonly name: string;
  /** Undefined for a submodule, whose repository is elsewhere. */
  readonly address?: string;
  /** Commit of a submodule. */
  readonly shortId?: string;
  /** Undefined where the history is too long to find it. */
  readonly commit?: CommitLine | undefined;
}

export interface TreePageData {
  readonly tree: RefPage & {
    readonly commit: CommitLine;
    readonly rows: readonly TreeRow[];
    readonly pager: PageLinks;
    readonly readme: ReadmeOfPage | null;
    /** Address of the page that finds files. */
    readonly findFile: string;
    /** The folder at its commit, whatever the ref becomes. */
    readonly permalink: string;
    readonly history: string;
    readonly archives: readonly { readonly name: string; readonly address: string }[];
    /** Address of the form of a new file; undefined where the caller may not add one. */
    readonly newFile?: string;
  };
}

export interface ReadmeOfPage {
  readonly name: string;
  readonly address: string;
  /** Null: the text is shown instead. */
  readonly html: string | null;
  readonly text: string;
}

/**
 * @param html the README as HTML that is safe on a page
 * @param mayPush whether the caller may add files
 */
export function presentTreePage(
  access: ProjectAccess,
  fact: TreePageFact,
  html: string | null,
  mayPush: boolean,
): TreePageData['tree'] {
  const page = presentRefPage(access, 'files', 'tree', fact);
  const { ref, listing, readme, newest, lastCommits } = fact;
  const rows = listing.items.map((entry): TreeRow => {
    const { type, name, path, id } = entry;
    const last = lastCommits.get(name);
    const commit = last && presentCommitLine(page.project, last);
    if (type === 'commit') return { type, name, shortId: id.slice(0, 8), commit };
    return { type, name, commit, address: refAddress(page.project, type, { ref, path }) };
  });
  return {
    ...page,
    commit: presentCommitLine(page.project, newest),
    rows,
    ...(mayPush && fact.kind === 'branch' && { newFile: refAddress(page.project, 'new', fact) }),
    permalink: refAddress(page.project, 'tree', { ref: fact.commit, path: fact.path }),
    history: refAddress(page.project, 'commits', fact),
    archives: archiveLinks(page.project, ref),
    findFile: `${page.project.address}/-/find_file/${encodedPath(ref)}`,
    pager: pageLinks(listing, refAddress(page.project, 'tree', fact)),
    readme: readme && {
      ...{ name: readme.name, html, text: readme.text },
      address: refAddress(page.project, 'blob', { ref, path: readme.path }),
    },
  };
}
