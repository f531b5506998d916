import type { Shown } from './shown.js';

/** Data of the pages of keys. */
export interface KeyPageData {
  readonly 'ssh-keys': Shown & { readonly keys: readonly KeyOfPage[] };
  readonly 'gpg-keys': Shown & { readonly keys: readonly KeyOfPage[] };
}

interface KeyOfPage {
  readonly id: number;
  readonly title: string;
  readonly fingerprint: string;
  readonly createdAt: Date;
}
