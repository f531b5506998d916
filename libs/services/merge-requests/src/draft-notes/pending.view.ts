import type { PagePendingNote, PageText } from '@hearth/pages';
import type { DraftNote } from './draft-note.rules.js';

/** Draft note of the caller, with its text for the page. */
export interface PendingNote {
  readonly draft: DraftNote;
  readonly text: PageText;
}

/** Pending comments of the caller, for the template `review`. */
export interface PageReview {
  readonly count: number;
  /** Those that the page does not show at their place. */
  readonly elsewhere: readonly PagePendingNote[];
  /** Fields with which forms return to the page. */
  readonly kept: Readonly<Record<string, string | number>>;
}

/** @param texts of the drafts, in their order */
export function withTexts(drafts: readonly DraftNote[], texts: readonly PageText[]): PendingNote[] {
  return drafts.map((draft, place) => ({ draft, text: texts[place]! }));
}

export function presentPending({ draft: { id, position }, text }: PendingNote): PagePendingNote {
  return { id, text, position: position && { path: position.newPath, line: position.newLine ?? position.oldLine } };
}

/**
 * @param placed those that the page shows at their place
 * @returns null without pending comments
 */
export function presentReview(
  pending: readonly PendingNote[],
  placed: readonly PagePendingNote[],
  kept: PageReview['kept'],
): PageReview | null {
  if (pending.length === 0) return null;
  const ids = new Set(placed.map(({ id }) => id));
  const elsewhere = pending.filter(({ draft }) => !ids.has(draft.id)).map(presentPending);
  return { count: pending.length, elsewhere, kept };
}
