import type { Shown } from '../pages/shown.js';

/** Data of the pages of sessions and sign-in. */
export interface SessionPageData {
  readonly sessions: Shown & {
    readonly sessions: readonly {
      readonly id: string;
      readonly current: boolean;
      readonly address: string;
      readonly browser: string | null;
      readonly createdAt: Date;
      readonly seenAt: Date;
    }[];
  };
  readonly 'sign-in': SignInData & {
    readonly notice?: string | null;
    /** Name of the OpenID Connect provider; null without one. */
    readonly provider: string | null;
    /** Whether passwords sign in. */
    readonly passwords: boolean;
  };
  readonly 'new-password': SignInData;
  readonly 'second-factor': {
    readonly title: string;
    readonly back: string;
    readonly error: string | null;
    readonly kept?: string;
  };
}

interface SignInData {
  readonly title: string;
  /** Path of this site to return to. */
  readonly back: string;
  readonly login: string;
  /** Whether "Remember me" is ticked. */
  readonly remembered: boolean;
  readonly error: string | null;
  /** Form that is sent after the sign-in. */
  readonly kept?: string;
}
