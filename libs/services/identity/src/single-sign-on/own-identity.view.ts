import type { Shown } from '../pages/shown.js';

/** Data of the pages about one's own account at the provider of single sign-on. */
export interface SingleSignOnPageData {
  readonly 'single-sign-on': Shown & {
    /** Name of the provider. */
    readonly provider: string;
    readonly isLinked: boolean;
    /** Whether passwords sign in: without them, users cannot unlink. */
    readonly passwords: boolean;
  };
  readonly 'link-account': Shown & { readonly provider: string; readonly address: string };
}
