import type { Shown } from '../pages/shown.js';

/** Scope on a form. */
export interface OfferedScope {
  readonly value: string;
  readonly text: string;
  readonly chosen: boolean;
}

/** Data of the pages of personal access tokens. */
export interface TokenPageData {
  readonly tokens: Shown & {
    readonly tokens: readonly {
      readonly id: number;
      readonly name: string;
      readonly scopes: readonly string[];
      readonly createdAt: Date;
      readonly expiresAt: string | null;
      readonly lastUsedAt: Date | null;
    }[];
    readonly scopes: readonly OfferedScope[];
    readonly today: string;
  };
  readonly 'token-value': Shown & { readonly name: string; readonly value: string; readonly example: string };
}
