import type { Position, PresentableNote } from '@hearth/notes';
import { linesOf, type FileDiff } from '@hearth/repository-contracts';

/** Replacement of lines around the line of a note, from a code block of its text: three backticks and `suggestion:-1+2`. */
export interface Suggestion {
  /** Lines before and after the note's line that it replaces, too. */
  readonly above: number;
  readonly below: number;
  /** The new lines. */
  readonly lines: readonly string[];
}

/** Lines that a suggestion replaces, by their numbers in the newest version. */
export interface SuggestedChange extends Suggestion {
  readonly from: number;
  readonly to: number;
  /** Null where the diff does not show all of them. */
  readonly before: readonly string[] | null;
  /** Whether the newest version is another one than that of the note. */
  readonly outdated: boolean;
}

/** Suggestions of a note that have ids. */
export const MOST_SUGGESTIONS = 100;

/** Suggestion by its note and its place in the note's text. */
export interface NamedSuggestion {
  readonly noteId: number;
  readonly index: number;
}

/** Id of a suggestion, which has no row of its own: it is made of the note's and the place in its text. */
export function idOf(noteId: number, place: number): number {
  return noteId * MOST_SUGGESTIONS + place;
}

export function suggestionOf(id: number): NamedSuggestion {
  return { noteId: Math.floor(id / MOST_SUGGESTIONS), index: id % MOST_SUGGESTIONS };
}

/** Most lines above or below, as in GitLab. */
const MOST_LINES = 100;
const FENCE = /^ {0,3}(`{3,}|~{3,}(?!~))([^`]*)$/;
const SUGGESTION = /^suggestion(?::-(\d{1,3})\+(\d{1,3}))?$/;

/** Splits a text into its suggestions and the remaining Markdown. A block that is not closed ends with the text. */
export function parseSuggestions(text: string): { readonly suggestions: readonly Suggestion[]; readonly rest: string } {
  if (!text.includes('suggestion')) return { suggestions: [], rest: text };
  const suggestions: (Suggestion & { lines: string[] })[] = [];
  const rest: string[] = [];
  let open: { readonly fence: string; readonly suggestion?: { lines: string[] } } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, fence, info = ''] = FENCE.exec(line) ?? [];
    if (open) {
      const closes = fence !== undefined && info.trim() === '' && fence.startsWith(open.fence);
      if (open.suggestion && !closes) open.suggestion.lines.push(line);
      if (!open.suggestion) rest.push(line);
      if (closes) open = undefined;
      continue;
    }
    const suggestion = fence === undefined ? null : SUGGESTION.exec(info.trim());
    if (suggestion) {
      const [above, below] = [suggestion[1], suggestion[2]].map((count) => Math.min(Number(count ?? 0), MOST_LINES));
      suggestions.push({ above: above!, below: below!, lines: [] });
      open = { fence: fence!, suggestion: suggestions.at(-1)! };
    } else {
      if (fence !== undefined) open = { fence };
      rest.push(line);
    }
  }
  return { suggestions, rest: rest.join('\n') };
}

/** Finds the lines that a suggestion on a line replaces. @param files of the newest version @returns undefined for a removed line */
export function changeOf(
  suggestion: Suggestion,
  { newPath, newLine, headSha }: Position,
  head: string | null,
  files: readonly FileDiff[],
): SuggestedChange | undefined {
  if (newLine === null) return undefined;
  const [from, to] = [Math.max(1, newLine - suggestion.above), newLine + suggestion.below];
  const outdated = headSha !== head;
  const file = outdated ? undefined : files.find((each) => each.newPath === newPath);
  const before = [...linesOf(file?.patch ?? '')].flatMap((line) =>
    line.newLine !== null && line.newLine >= from && line.newLine <= to ? [line.text] : [],
  );
  return { ...suggestion, from, to, outdated, before: before.length === to - from + 1 ? before : null };
}

/** Whether a suggestion changes lines that its readers see. */
export function isAppliable({ outdated, before, lines }: SuggestedChange): boolean {
  return !outdated && before !== null && before.join('\n') !== lines.join('\n');
}

/** Notes of threads without the code blocks of their suggestions, which pages show as small diffs. */
export function withoutBlocks(threads: readonly (readonly PresentableNote[])[]): PresentableNote[][] {
  return threads.map((notes) =>
    notes.map((each) =>
      each.note.position?.newLine == null
        ? each
        : { ...each, note: { ...each.note, body: parseSuggestions(each.note.body).rest } },
    ),
  );
}

/** Message of the commit, as GitLab's default. */
export function messageFor(suggestions: number, files: number): string {
  return `Apply ${suggestions} suggestion(s) to ${files} file(s)`;
}
