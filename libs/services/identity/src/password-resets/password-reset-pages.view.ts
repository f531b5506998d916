/** Data of the pages of forgotten passwords; `link-lost` is about every mailed link. */
export interface PasswordResetPageData {
  /** `mails`: whether mail is sent. */
  readonly 'forgotten-password': Page & { readonly mails: boolean; readonly error: string | null };
  readonly 'reset-asked': Page & { readonly mails: boolean };
  readonly 'reset-password': Page & { readonly token: string; readonly error: string | null };
  readonly 'link-lost': Page;
}

interface Page {
  readonly title: string;
}
