import type { Shown } from '../pages/shown.js';

/** Data of the pages about the profile of the current user. */
export interface ProfilePageData {
  /** `avatar`: path of the avatar. */
  readonly profile: Shown & { readonly username: string; readonly avatar: string | null };
  readonly username: Shown & {
    readonly username: string;
    readonly baseUrl: string;
    /** Name of the provider of single sign-on; null without one. */
    readonly provider: string | null;
  };
  readonly password: Shown;
}
