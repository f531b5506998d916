import { pairsOf, type DiffFile, type DiffLine, type PageDiff, type PageText } from '@hearth/pages';
import type { PatchLine } from '@hearth/repository-contracts';
import type { CommitComment } from './commit-comments.store.js';

/** Comment on a commit with its replies, on the page of the commit. */
export interface PageDiscussion {
  readonly id: string;
  /** File and line; null for a comment on the whole commit. */
  readonly place: string | null;
  readonly comments: readonly {
    readonly id: number;
    readonly author: { readonly name: string; readonly username: string };
    readonly createdAt: Date;
    readonly text: PageText;
  }[];
  readonly takesReplies: boolean;
}

export interface CommentedLine extends DiffLine {
  readonly discussions: readonly PageDiscussion[];
  /** Whether it has the form of a comment. */
  readonly isDrafted: boolean;
  /** Whether something stands below it. */
  readonly isNoted: boolean;
}

export interface CommentedFile extends DiffFile<CommentedLine> {
  /** Id of the form that its lines' buttons send; undefined where no line takes comments. */
  readonly commentForm?: string;
}

/** Line that the page of a commit has a form for: the anchor of its file, and its numbers before and after. */
export interface DraftedLine {
  readonly on: string | undefined;
  readonly comment: string | undefined;
}

/** A discussion, by its first comment as it is stored, and as the page shows it. */
export type PlacedDiscussion = readonly [
  Pick<CommitComment, 'path' | 'line' | 'lineType' | 'position'>,
  PageDiscussion,
];

/**
 * Adds to a diff the discussions on its lines.
 * @param drafted null where no line takes comments
 * @returns also the discussions that are on no line of it
 */
export function commentedDiff(
  diff: PageDiff,
  discussions: readonly PlacedDiscussion[],
  drafted: DraftedLine | null,
): { diff: PageDiff<CommentedFile>; others: PageDiscussion[] } {
  const others = new Set(discussions.map(([, shown]) => shown));
  const files = diff.files.map(({ pairs, ...file }): CommentedFile => {
    const byLine = Map.groupBy(discussions, ([stored]) => lineOf(stored, file));
    const lines = file.lines.map((line): CommentedLine => {
      const own = (byLine.get(line) ?? []).map(([, shown]) => shown);
      for (const shown of own) others.delete(shown);
      const isDrafted = line.place !== '' && drafted?.on === file.id && drafted.comment === line.place;
      return { ...line, discussions: own, isDrafted, isNoted: own.length > 0 || isDrafted };
    });
    return {
      ...{ ...file, lines },
      ...(pairs && { pairs: pairsOf(lines) }),
      // The second of two files with one path has no address of its own.
      ...(drafted && !file.id.includes('-') && { commentForm: `comment-${file.id}` }),
      isOpen: file.isOpen || lines.some(({ isDrafted }) => isDrafted),
    };
  });
  return { diff: { ...diff, files }, others: [...others] };
}

/** Returns the line of a discussion; undefined where the file does not show it. */
function lineOf({ path, line, lineType, position }: PlacedDiscussion[0], file: DiffFile): PatchLine | undefined {
  if ((position?.newPath ?? path) !== file.path) return undefined;
  return file.lines.find((each) => {
    if (each.place === '') return false;
    if (position) return each.oldLine === position.oldLine && each.newLine === position.newLine;
    const [, next] = each.place.split('_');
    return each.kind === (lineType === 'old' ? 'removed' : 'added') && Number(next) === line;
  });
}
