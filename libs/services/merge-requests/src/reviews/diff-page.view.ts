import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import {
  pageLinks,
  pairsOf,
  presentFiles,
  presentTotals,
  treeOf,
  type DiffFile,
  type DiffLine,
  type PageDiff,
  type PageLinks,
  type PagePendingNote,
  type PageThread,
  type TreeFile,
} from '@hearth/pages';
import type { Position } from '@hearth/notes';
import type { FileDiff } from '@hearth/repository-contracts';
import type { Version } from '../diffs/versions.store.js';
import { presentPending, presentReview, type PageReview, type PendingNote } from '../draft-notes/pending.view.js';
import { presentHead, type MergeRequestHead } from '../pages/head.view.js';
import { presentThread, type CommentValues } from '../pages/merge-request-page.view.js';
import { appliesSuggestions, discussionActions, type DiscussionActions } from '../pages/page-actions.rules.js';
import type { DiffPageFact, DiffThread } from './diff-page.facts.js';
import { queryOf, type ShownChanges } from './diff-page.params.js';
import { fileIdOf, isViewed, startsBefore } from './line.rules.js';

/** Content of the page that depends on the form that was sent. */
export interface DiffPageForm {
  readonly notice?: string | null;
  /** Refusal of the form, as a sentence. */
  readonly error?: string | null;
  /** Text of a refused reply, and the thread that it answers. */
  readonly values?: CommentValues;
  /** Line that has a form, with the text of a refused comment. */
  readonly draft?: {
    readonly fileId: string | undefined;
    readonly place: string | undefined;
    readonly from?: string | undefined;
    readonly body?: string;
  };
}

export interface ReviewLine extends DiffLine {
  readonly threads: readonly PageThread[];
  /** Comments of the caller that are not published yet. */
  readonly pending: readonly PagePendingNote[];
  /** Form of a new comment: the lines with which its range can begin. */
  readonly draft?: {
    readonly starts: readonly { readonly place: string; readonly name: string }[];
    readonly from: string | undefined;
    readonly body: string;
  };
  /** Whether something stands below it. */
  readonly isNoted: boolean;
}

export interface ReviewFile extends DiffFile<ReviewLine> {
  /** Id of the form that its lines' buttons send; undefined where no line takes comments. */
  readonly commentForm?: string;
  /** Threads on other lines or versions. */
  readonly others: readonly PageThread[];
  /** Id of the content after, for the form that marks it as viewed; undefined where it is unknown. */
  readonly blob?: string;
  readonly viewed: boolean;
}

/** Version that can be chosen. */
interface VersionOption {
  readonly value: string;
  readonly name: string;
  readonly isChosen: boolean;
}

export interface DiffPageData extends MergeRequestHead, DiffPageForm {
  readonly diff: Omit<PageDiff<ReviewFile>, 'more'>;
  /** Files that the caller has viewed as they are. */
  readonly viewedCount: number;
  /** Whether texts of files are left out, since the diff is too large. */
  readonly overflow: boolean;
  /** Address of the page with all files; undefined on that page. */
  readonly whole?: string;
  readonly pager: PageLinks;
  readonly shown: ShownChanges;
  readonly versionId: number | undefined;
  readonly choices: { readonly versions: readonly VersionOption[]; readonly starts: readonly VersionOption[] };
  readonly can: DiscussionActions;
  /** Null without pending comments. */
  readonly review: PageReview | null;
  readonly values: CommentValues;
  /** Fields with which forms return to this page. */
  readonly kept: { readonly back: string };
}

/** Most files in the tree. */
const MOST_IN_TREE = 1_000;

/** @param form content that depends on the form that was sent, or its notice */
export function presentDiffPage(
  fact: DiffPageFact,
  access: ProjectAccess,
  caller: Principal,
  shown: ShownChanges,
  form: DiffPageForm,
): DiffPageData {
  const { record, source, files, html, overflow, version, versions } = fact;
  const head = presentHead(record, access, source, 'Changes');
  const page = `${head.head.address}/diffs`;
  const here = withQuery(page, shown);
  const can = discussionActions(record, access, caller);
  const plain = presentFiles({ files: files.items, html, overflow }, shown, (id) =>
    withQuery(page, { ...shown, file: id, diff_id: version?.id }),
  );
  const commentable = can.comment && !shown.w && shown.start_sha === undefined && version?.baseSha != null;
  const byPath = Map.groupBy(fact.threads, ([first]) => first!.note.position!.newPath);
  const reviewed = plain.map((file, place) => ({
    ...presentReviewed(file, byPath.get(files.items[place]!.file.newPath) ?? [], fact, {
      ...{ caller, access, form, shown },
      change: files.items[place]!.file,
    }),
    ...(commentable && { commentForm: `comment-${file.id}` }),
  }));
  const bare = withQuery(page, { ...shown, view: 'inline', w: false });
  return {
    ...head,
    diff: {
      ...presentTotals(reviewed, shown, bare),
      tree: treeOf(allFiles(fact, page, shown)),
      count: files.total ?? files.items.length,
    },
    viewedCount: fact.all.filter((file) => isViewed(file, fact.viewed)).length,
    overflow,
    ...(shown.file !== undefined && { whole: withQuery(page, { ...shown, file: undefined }) }),
    pager: pageLinks(files, here),
    ...{ shown, can, versionId: version?.id },
    choices: presentChoices(versions, version, shown),
    values: { body: '', discussionId: null },
    review: presentReview(fact.pending, reviewed.flatMap(pendingIn), { back: queryOf(shown) }),
    kept: { back: queryOf(shown) },
    ...form,
  };
}

/** Returns the pending comments that the page shows at a file. */
function pendingIn({ lines, others }: Pick<ReviewFile, 'lines' | 'others'>): PagePendingNote[] {
  const threads = [...lines.flatMap((line) => line.threads), ...others];
  return [...lines.flatMap(({ pending }) => pending), ...threads.flatMap(({ pending = [] }) => pending)];
}

function withQuery(page: string, shown: ShownChanges): string {
  const query = queryOf(shown);
  return query === '' ? page : `${page}?${query}`;
}

/** Returns the files of the tree: those of other pages have the address of their page. */
function allFiles(fact: DiffPageFact, page: string, shown: ShownChanges): TreeFile[] {
  const { all, files } = fact;
  return all.slice(0, MOST_IN_TREE).map((file, index) => {
    const id = fileIdOf(file);
    const its = Math.floor(index / files.request.perPage) + 1;
    const isHere = its === files.request.page;
    return {
      path: file.newPath,
      viewed: isViewed(file, fact.viewed),
      address: `${isHere ? '' : withQuery(page, { ...shown, page: its })}#${id}`,
    };
  });
}

/** Context of the presentation of a file, besides its changes. */
interface Review {
  readonly caller: Principal;
  readonly access: ProjectAccess;
  readonly form: DiffPageForm;
  readonly shown: ShownChanges;
  readonly change: FileDiff;
}

function presentReviewed(
  file: DiffFile,
  threads: readonly DiffThread[],
  fact: DiffPageFact,
  { caller, access, form, shown, change }: Review,
): ReviewFile {
  const { record, version } = fact;
  const viewed = isViewed(change, fact.viewed);
  const { changeNotes } = discussionActions(record, access, caller);
  const editorId = changeNotes ? caller.userId : null;
  const applies = appliesSuggestions(fact);
  const context = { headSha: record.headSha, editorId, applies, pending: fact.pending };
  const present = (thread: DiffThread) => presentThread(thread, context);
  const isCurrent = ({ headSha, baseSha }: Position) =>
    headSha === version?.headSha && (shown.start_sha ?? version.baseSha) === baseSha;
  const positionOf = ([first]: DiffThread) => first!.note.position!;
  const byLine = Map.groupBy(
    threads.filter((thread) => isCurrent(positionOf(thread))),
    (thread) => keyOf(positionOf(thread)),
  );
  const isHere = ({ draft: { position } }: PendingNote) => position?.newPath === change.newPath && isCurrent(position);
  const pendingByLine = Map.groupBy(fact.pending.filter(isHere), ({ draft }) => keyOf(draft.position!));
  const { draft: wanted } = form;
  const lines = file.lines.map((line): ReviewLine => {
    const own = line.kind === 'part' ? [] : (byLine.get(keyOf(line)) ?? []).map(present);
    const pending = line.kind === 'part' ? [] : (pendingByLine.get(keyOf(line)) ?? []).map(presentPending);
    const isWanted = line.place !== '' && wanted?.fileId === file.id && wanted.place === line.place;
    const draft = isWanted && {
      starts: startsBefore(file.lines, line.place).map((each) => ({ place: each.place, name: nameOf(each) })),
      ...{ from: wanted.from, body: wanted.body ?? '' },
    };
    const isNoted = own.length + pending.length > 0 || isWanted;
    return { ...line, threads: own, pending, ...(draft && { draft }), isNoted };
  });
  const placed = new Set(lines.flatMap((line) => line.threads.map(({ id }) => id)));
  const { pairs, ...rest } = file;
  return {
    ...rest,
    lines,
    ...(pairs && { pairs: pairsOf(lines) }),
    ...(change.blob !== undefined && { blob: change.blob }),
    viewed,
    isOpen: (file.isOpen && (shown.file !== undefined || !viewed)) || lines.some(({ draft }) => draft),
    others: threads.filter(([first]) => !placed.has(first!.note.discussionId)).map(present),
  };
}

function keyOf({ oldLine, newLine }: { readonly oldLine: number | null; readonly newLine: number | null }): string {
  return `${oldLine} ${newLine}`;
}

function nameOf({ oldLine, newLine }: DiffLine): string {
  return newLine === null ? `line ${oldLine} before` : `line ${newLine}`;
}

function presentChoices(
  versions: readonly Version[],
  version: Version | undefined,
  { start_sha: start }: ShownChanges,
): DiffPageData['choices'] {
  const name = ({ headSha, createdAt }: Version) =>
    `${headSha.slice(0, 8)}, ${createdAt.toISOString().slice(0, 16).replace('T', ' ')}`;
  const newest = { value: '', name: 'newest version', isChosen: version?.id === versions[0]?.id };
  const target = { value: '', name: 'target branch', isChosen: start === undefined };
  const older = versions.filter(({ id, headSha }) => version && id < version.id && headSha !== version.headSha);
  return {
    versions: [
      newest,
      ...versions.slice(1).map((each) => ({
        ...{ value: String(each.id), name: `version ${name(each)}` },
        isChosen: each.id === version?.id,
      })),
    ],
    starts: [
      target,
      ...older.map((each) => ({
        ...{ value: each.headSha, name: `version ${name(each)}` },
        isChosen: each.headSha === start,
      })),
    ],
  };
}
