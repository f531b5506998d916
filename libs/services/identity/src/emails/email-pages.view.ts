import type { Shown } from '../pages/shown.js';

/** Data of the pages of e-mail addresses. */
export interface EmailPageData {
  readonly emails: Shown & {
    readonly mails: boolean;
    readonly main: { readonly email: string; readonly confirmed: boolean; readonly wanted: string | null };
    readonly emails: readonly { readonly id: number; readonly email: string; readonly confirmed: boolean }[];
  };
  readonly 'main-email': Shown & { readonly mails: boolean };
  readonly 'confirm-email': { readonly title: string; readonly token: string };
  readonly 'email-confirmed': { readonly title: string };
}
