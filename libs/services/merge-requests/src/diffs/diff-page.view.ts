import type { ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { pageLinks, type HighlightedLines, type PageLinks, type PageThread } from '@hearth/pages';
import type { CommitCard, FileDiff } from '@hearth/repository-contracts';
import { presentHead, type MergeRequestHead } from '../pages/head.view.js';
import { presentThread } from '../pages/merge-request-page.view.js';
import type { SourcedMergeRequest } from '../pages/sourced-merge-request.facts.js';
import type { DiffPageFact, DiffThread } from './diff-page.facts.js';
import { linesOf, type PatchLine } from '@hearth/notes';

/** Lines of a file that is not folded. */
const MOST_UNFOLDED = 300;

export interface DiffPageLine extends PatchLine {
  /** Highlighted HTML; null for a line without colours. */
  readonly html: string | null;
  readonly threads: readonly PageThread[];
}

export interface DiffPageFile {
  /** Id of its element. */
  readonly id: string;
  readonly name: string;
  readonly state: 'added' | 'deleted' | 'renamed' | 'changed';
  readonly added: number;
  readonly removed: number;
  readonly unfolded: boolean;
  readonly lines: readonly DiffPageLine[];
  /** Threads on lines of older versions. */
  readonly outdated: readonly PageThread[];
}

export interface DiffPageData extends MergeRequestHead {
  readonly files: readonly DiffPageFile[];
  readonly filesCount: number;
  /** Whether texts of files are left out, since the diff is too large. */
  readonly overflow: boolean;
  readonly pager: PageLinks;
}

export interface CommitsPageData extends MergeRequestHead {
  readonly commits: readonly {
    readonly id: string;
    readonly title: string;
    readonly author: string;
    readonly at: Date;
    readonly address: string;
  }[];
  readonly pager: PageLinks;
}

export function presentDiffPage(fact: DiffPageFact, access: ProjectAccess): DiffPageData {
  const { record, source, files, highlighted, threads, overflow } = fact;
  const head = presentHead(record, access, source, 'Changes');
  const byPath = Map.groupBy(threads, ([first]) => first!.note.position!.newPath);
  const before = (files.request.page - 1) * files.request.perPage;
  return {
    ...head,
    files: files.items.map((file, place) => ({
      id: `file-${before + place + 1}`,
      ...presentFile(file, highlighted?.[place] ?? null, byPath.get(file.newPath) ?? [], record),
    })),
    filesCount: files.total ?? files.items.length,
    overflow,
    pager: pageLinks(files, `${head.head.address}/diffs`),
  };
}

/** @param highlighted lines of `textOf` the patch */
function presentFile(
  file: FileDiff,
  highlighted: HighlightedLines,
  threads: readonly DiffThread[],
  version: { readonly headSha: string | null; readonly baseSha: string | null },
): Omit<DiffPageFile, 'id'> {
  const { oldPath, newPath, renamed, oldMode, newMode } = file;
  const isCurrent = ([first]: DiffThread) => {
    const { headSha, baseSha } = first!.note.position!;
    return headSha === version.headSha && baseSha === version.baseSha;
  };
  const onLines = Map.groupBy(threads.filter(isCurrent), ([first]) => keyOf(first!.note.position!));
  const present = (thread: DiffThread) => presentThread(thread, version.headSha);
  const lines = [...linesOf(file.patch)].map((line, place) => ({
    ...line,
    html: line.kind === 'hunk' ? null : (highlighted?.[place] ?? null),
    threads: (onLines.get(keyOf(line)) ?? []).map(present),
  }));
  const count = (kind: PatchLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return {
    name: renamed ? `${oldPath} → ${newPath}` : newPath,
    state: renamed ? 'renamed' : oldMode === null ? 'added' : newMode === null ? 'deleted' : 'changed',
    ...{ added: count('added'), removed: count('removed'), lines },
    unfolded: newMode !== null && lines.length <= MOST_UNFOLDED,
    outdated: threads.filter((thread) => !isCurrent(thread)).map(present),
  };
}

function keyOf({ oldLine, newLine }: { readonly oldLine: number | null; readonly newLine: number | null }): string {
  return `${oldLine} ${newLine}`;
}

export function presentCommitsPage(
  { record, source }: SourcedMergeRequest,
  page: Page<CommitCard>,
  access: ProjectAccess,
): CommitsPageData {
  const head = presentHead(record, access, source, 'Commits');
  return {
    ...head,
    commits: page.items.map(({ id, message, author }) => ({
      id: id.slice(0, 8),
      title: message.split('\n', 1)[0]! || 'No message',
      author: author.name,
      at: new Date(author.seconds * 1000),
      address: `${head.project.address}/-/commit/${id}`,
    })),
    pager: pageLinks(page, `${head.head.address}/commits`),
  };
}
