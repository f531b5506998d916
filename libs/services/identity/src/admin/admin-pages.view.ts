import type { Shown } from '../pages/shown.js';

/** Data of the admin pages besides the current user. */
export interface AdminPageData {
  readonly 'admin-users': Shown & {
    /** Whether mail is sent. */
    readonly mails: boolean;
    /** Users who wait for a link for a new password, where no mail is sent. */
    readonly resets: readonly { readonly userId: number; readonly username: string }[];
    readonly users: readonly {
      readonly id: number;
      readonly username: string;
      readonly name: string;
      readonly email: string;
      readonly admin: boolean;
      readonly state: string;
      /** Unconfirmed address. */
      readonly unconfirmed: string | null;
    }[];
  };
  readonly 'admin-user': Shown & {
    readonly id: number;
    readonly username: string;
    readonly name: string;
    readonly email: string;
    readonly confirmed: boolean;
    readonly admin: boolean;
    readonly external: boolean;
    readonly state: string;
    readonly twoFactorEnabled: boolean;
    readonly createdAt: Date;
    readonly signedInAt: Date | null;
    /** Action of the button. */
    readonly action: 'block' | 'unblock' | null;
    /** Unconfirmed addresses. */
    readonly unconfirmed: readonly string[];
    /** Whether admins pass links on to the user, since no mail is sent. */
    readonly hands: boolean;
  };
  readonly 'new-user': Shown & { readonly admin: boolean; readonly confirmed: boolean };
  readonly 'admin-settings': Shown & {
    readonly visibilities: readonly string[];
    readonly restricted: readonly string[];
    readonly external: boolean;
    readonly implicitGrant: boolean;
    readonly passwordGrant: boolean;
    readonly passwordsForWeb: boolean;
    readonly passwordsForGit: boolean;
  };
  readonly 'admin-audit': Shown & {
    readonly events: readonly {
      readonly kind: string;
      readonly actor: NamedUser | null;
      /** User whom the admin impersonated. */
      readonly actingAs: NamedUser | null;
      readonly subject: string;
      readonly details: readonly (
        | { readonly label: string; readonly text: string; readonly user?: never }
        | { readonly label: string; readonly user: NamedUser }
      )[];
      readonly address: string | null;
      readonly createdAt: Date;
    }[];
    /** Filters of the list, as typed. */
    readonly values: Readonly<Record<'kind' | 'actor' | 'entity_type' | 'from' | 'to', string>>;
    readonly filtered: boolean;
  };
  readonly 'handed-link': Shown & {
    readonly id: number;
    readonly username: string;
    readonly email: string;
    readonly link: string;
  };
}

/** User by id; without a name when deleted. */
interface NamedUser {
  readonly id: number;
  readonly username: string | undefined;
}
