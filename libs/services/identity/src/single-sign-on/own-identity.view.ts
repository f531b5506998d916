import type { Shown } from '../pages/shown.js';

/** Data of the pages about one's own account at the provider of single sign-on. */
export interface SingleSignOnPageData {
  readonly 'single-sign-on': Shown & {
    /** Name of the provider. */
    readonly provider: string;
    readonly isLinked: boolean;
    /** Whether a password links the account, or signs in after it is unlinked. */
    readonly passwords: boolean;
  };
  readonly 'link-account': Shown & { readonly provider: string; readonly address: string };
}
