import type { PageText } from './rich-text/page-texts.js';

/** User on a page. */
export interface PagePerson {
  readonly username: string;
  readonly name: string;
}

export interface PageNote {
  readonly id: number;
  readonly author: PagePerson;
  readonly createdAt: Date;
  readonly text: PageText;
}

/** Thread of notes, or a note that stands alone, for the template `threads`. */
export interface PageThread {
  readonly id: string;
  readonly system: boolean;
  readonly resolvable: boolean;
  readonly resolved: boolean;
  readonly resolvedBy: PagePerson | null;
  /** Line of the diff that it is about, with the version's head; null for others. */
  readonly position: { readonly path: string; readonly line: number | null; readonly outdated: boolean } | null;
  readonly notes: readonly PageNote[];
}
