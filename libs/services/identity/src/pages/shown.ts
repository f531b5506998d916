import type { FormFailure, PageLinks } from '@hearth/pages';

/** Data of every page of the account and of admins. */
export interface Shown {
  readonly title: string;
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
  /** Submitted values of the form. */
  readonly values?: Readonly<Record<string, string>>;
  readonly pager?: PageLinks;
}
