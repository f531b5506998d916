import type { PageProject } from './project-page.js';
import type { PageText } from './rich-text/page-texts.js';

/** User on a page. */
export interface PagePerson {
  readonly username: string;
  readonly name: string;
}

/** Lines that a note suggests in place of others. */
export interface PageSuggestion {
  /** Empty where they are unknown. */
  readonly removed: readonly { readonly line: number; readonly text: string }[];
  readonly added: readonly string[];
  /** Whether the lines may have changed since. */
  readonly outdated: boolean;
  readonly mayApply: boolean;
}

export interface PageNote {
  readonly id: number;
  readonly author: PagePerson;
  readonly createdAt: Date;
  readonly text: PageText;
  /** Whether the caller wrote it, and may change it. */
  readonly mayChange: boolean;
  /** Absent where notes make none. */
  readonly suggestions?: readonly PageSuggestion[];
}

/** Comment of the caller that is not published yet, for the template `pending-note`. */
export interface PagePendingNote {
  readonly id: number;
  readonly text: PageText;
  /** Line of the diff that it is about; null for others, and replies. */
  readonly position: { readonly path: string; readonly line: number | null } | null;
}

/** Thread of notes, or a note that stands alone, for the template `threads`. */
export interface PageThread {
  readonly id: string;
  readonly system: boolean;
  readonly resolvable: boolean;
  readonly resolved: boolean;
  readonly resolvedBy: PagePerson | null;
  /** Line of the diff that it is about, with the version's head; null for others. */
  readonly position: {
    readonly path: string;
    /** First line of a range; null for a single line. */
    readonly from: number | null;
    readonly line: number | null;
    readonly outdated: boolean;
  } | null;
  readonly notes: readonly PageNote[];
  /** Replies of the caller that are not published yet; absent where there are no reviews. */
  readonly pending?: readonly PagePendingNote[];
}

/** Data of the page `edit-note`. */
export interface EditNotePage {
  readonly title: string;
  readonly project: PageProject;
  readonly body: string;
  readonly error: string | null;
  /** Address of the note, and the page to return to. */
  readonly address: string;
  readonly back: string;
  /** Fields that name the page to return to. */
  readonly kept: Readonly<Record<string, string | number>>;
}
