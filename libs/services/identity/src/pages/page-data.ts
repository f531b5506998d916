import type { presentKeptForm, ServicePageData } from '@hearth/pages';
import type { AdminPageData } from '../admin/admin-pages.view.js';
import type { ApplicationPageData } from '../applications/application-pages.view.js';
import type { CredentialPageData } from '../credential-pages/credential-pages.view.js';
import type { DeployKeyPageData } from '../deploy-keys/deploy-key-pages.view.js';
import type { EmailPageData } from '../emails/email-pages.view.js';
import type { Paragraph } from '../mail/account-mail.rules.js';
import type { OAuthPageData } from '../oauth/oauth-pages.view.js';
import type { PasswordResetPageData } from '../password-resets/password-reset-pages.view.js';
import type { ProfilePageData } from '../profile/profile-pages.view.js';
import type { SessionPageData } from '../sessions/session-pages.view.js';
import type { SingleSignOnPageData } from '../single-sign-on/own-identity.view.js';
import type { TokenPageData } from '../tokens/token-pages.view.js';
import type { TwoFactorPageData } from '../two-factor/two-factor-pages.view.js';
import type { KeyPageData } from './keys.view.js';

/** Data of all pages besides the current user. */
export interface PageData
  extends
    ServicePageData,
    AdminPageData,
    ApplicationPageData,
    CredentialPageData,
    DeployKeyPageData,
    EmailPageData,
    KeyPageData,
    OAuthPageData,
    PasswordResetPageData,
    ProfilePageData,
    SessionPageData,
    SingleSignOnPageData,
    TokenPageData,
    TwoFactorPageData {
  readonly home: {
    readonly title: string;
    /** The user's projects, the last active first; undefined when they could not be read. */
    readonly projects:
      | readonly {
          readonly fullPath: string;
          readonly name: string;
          readonly description: string | null;
          readonly visibility: string;
        }[]
      | undefined;
    /** Number of the user's to-do items; undefined when it could not be read. */
    readonly todos: string | undefined;
  };
  /** Mail about an account. */
  readonly 'account-mail': { readonly title: string; readonly paragraphs: readonly Paragraph[] };
  /** Page of the kit. */
  readonly 'form-resumed': { readonly title: string; readonly form: ReturnType<typeof presentKeptForm> };
}
