import type { ProjectAccess } from '@hearth/contract-kit';
import { Stream } from '@hearth/http';
import { presentSize, type PageProject } from '@hearth/pages';
import {
  presentCommitLine,
  presentRefPage,
  refAddress,
  type CommitLine,
  type RefPage,
} from '../pages/ref-page.view.js';
import type { RefPath } from '../pages/ref-path.rules.js';
import { isBinary, isMarkdown, isNotebook, linesOf, pictureType } from './file-kind.rules.js';
import type { FileLocation, FilePageFact } from './file-pages.facts.js';
import { presentNotebook } from './notebook.view.js';

/** Form in which a page shows a file. */
export type ShownFile =
  | { readonly as: 'lines'; readonly text: string }
  | { readonly as: 'markdown'; readonly text: string }
  | { readonly as: 'picture' | 'binary' | 'large' };

/** Lines of a file: as HTML that is safe on a page, or as text. */
export type FileLines = { readonly html: readonly string[] } | { readonly text: readonly string[] };

export interface FilePageData {
  readonly blob: RefPage & {
    readonly name: string;
    readonly size: string;
    readonly commit: CommitLine;
    readonly rawAddress: string;
    readonly blameAddress: string;
    /** The file at its commit, whatever the ref becomes. */
    readonly permalink: string;
    readonly history: string;
    readonly as: ShownFile['as'];
    readonly lines?: FileLines;
    readonly html?: string;
    /** Addresses of its forms; undefined where the caller may not change it. */
    readonly forms?: { readonly edit?: string; readonly deletion: string };
    /** The file as lines where it is shown as Markdown, and the reverse. */
    readonly other?: { readonly name: string; readonly address: string };
  };
}

/** @param plain shows the source of Markdown */
export function shownFile({ path, content }: FilePageFact, plain: boolean): ShownFile {
  if (pictureType(path) !== undefined && !(plain && content && !isBinary(content))) return { as: 'picture' };
  if (content === null) return { as: 'large' };
  if (isBinary(content)) return { as: 'binary' };
  const notebook = isNotebook(path) && !plain ? presentNotebook(content.toString()) : null;
  if (notebook !== null) return { as: 'markdown', text: notebook };
  return { as: isMarkdown(path) && !plain ? 'markdown' : 'lines', text: content.toString() };
}

/**
 * @param rendered the lines, or Markdown as HTML
 * @param mayPush whether the caller may change files
 */
export function presentFilePage(
  access: ProjectAccess,
  fact: FilePageFact,
  as: ShownFile['as'],
  rendered: { readonly lines?: FileLines; readonly html?: string },
  mayPush: boolean,
): FilePageData['blob'] {
  const page = presentRefPage(access, 'files', 'blob', fact);
  const other = otherOf(fact, as, refAddress(page.project, 'blob', fact));
  return {
    ...page,
    name: page.crumbs.at(-1)!.name,
    size: presentSize(fact.blob.size),
    commit: presentCommitLine(page.project, fact.lastCommit),
    rawAddress: refAddress(page.project, 'raw', fact),
    permalink: refAddress(page.project, 'blob', { ref: fact.commit, path: fact.path }),
    history: refAddress(page.project, 'commits', fact),
    blameAddress: refAddress(page.project, 'blame', fact),
    as,
    ...rendered,
    ...(other && { other }),
    ...(mayPush && fact.kind === 'branch' && { forms: formsOf(page.project, fact, as) }),
  };
}

/** @param lines HTML of each line; null: the text is shown */
export function presentLines(text: string, lines: readonly string[] | null): FileLines {
  const plain = linesOf(text);
  return lines ? { html: lines.slice(0, plain.length) } : { text: plain };
}

function formsOf(project: PageProject, at: RefPath, as: ShownFile['as']) {
  const isText = as === 'lines' || as === 'markdown';
  return {
    ...(isText && { edit: refAddress(project, 'edit', at) }),
    deletion: refAddress(project, 'delete', at),
  };
}

function otherOf({ path, content }: FilePageFact, as: ShownFile['as'], address: string) {
  const isText = content !== null && !isBinary(content);
  if (as === 'markdown' || (as === 'picture' && isText)) return { name: 'Source', address: `${address}?plain=1` };
  return as === 'lines' && (isMarkdown(path) || isNotebook(path) || pictureType(path))
    ? { name: 'Rendered', address }
    : undefined;
}

/**
 * Returns the content of a file for browsers: never as HTML, and without rights of this origin, whatever it contains.
 * @param inline false: to be saved
 */
export function presentRawFile({ path, blob }: FileLocation, inline: boolean): Stream {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return new Stream(blob.stream(), {
    type: pictureType(path) ?? 'text/plain; charset=utf-8',
    length: blob.size,
    etag: blob.id,
    disposition: `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
    policy: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    headers: { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' },
  });
}
