import type { ServiceSchema } from '@hearth/data';
import { messagingMigrations } from '@hearth/messaging';
import { AuditEventEntity } from './audit/audit-event.entity.js';
import { AvatarEntity } from './avatars/avatar.entity.js';
import { IdentityEntity } from './identities/identity.entity.js';
import { Users1763700000000 } from './migrations/1763700000000-users.js';
import { UsersComplete1763900000000 } from './migrations/1763900000000-users-complete.js';
import { TokensAndSettings1764000000000 } from './migrations/1764000000000-tokens-and-settings.js';
import { AuditEvents1764300000000 } from './migrations/1764300000000-audit-events.js';
import { SignInBudgets1764400000000 } from './migrations/1764400000000-sign-in-budgets.js';
import { Oauth1764710000000 } from './migrations/1764710000000-oauth.js';
import { GpgKeys1764720000000 } from './migrations/1764720000000-gpg-keys.js';
import { SshKeys1764510000000 } from './migrations/1764510000000-ssh-keys.js';
import { Sessions1764610000000 } from './migrations/1764610000000-sessions.js';
import { TwoFactor1766020000000 } from './migrations/1766020000000-two-factor.js';
import { PasswordResets1766030000000 } from './migrations/1766030000000-password-resets.js';
import { MailedLinksByTime1766060000000 } from './migrations/1766060000000-mailed-links-by-time.js';
import { OpenidAuthTime1766070000000 } from './migrations/1766070000000-openid-auth-time.js';
import { RenamesByUsers1766075000000 } from './migrations/1766075000000-renames-by-users.js';
import { OauthHardening1766180000000 } from './migrations/1766180000000-oauth-hardening.js';
import { FailedSignIns1766210000000 } from './migrations/1766210000000-failed-sign-ins.js';
import { TwoFactorLocks1766200000000 } from './migrations/1766200000000-two-factor-locks.js';
import { WaitingEmails1766190000000 } from './migrations/1766190000000-waiting-emails.js';
import { Openid1766010000000 } from './migrations/1766010000000-openid.js';
import { DeployKeys1767900000000 } from './migrations/1767900000000-deploy-keys.js';
import { TokenDescriptions1767910000000 } from './migrations/1767910000000-token-descriptions.js';
import { Bots1767920000000 } from './migrations/1767920000000-bots.js';
import { DeployTokens1767930000000 } from './migrations/1767930000000-deploy-tokens.js';
import { JobTokenScopes1767940000000 } from './migrations/1767940000000-job-token-scopes.js';
import { UserStatuses1769100000000 } from './migrations/1769100000000-user-statuses.js';
import { OrdersOfUsers1770100000000 } from './migrations/1770100000000-orders-of-users.js';
import { BannedUsers1770110000000 } from './migrations/1770110000000-banned-users.js';
import { DeactivatedUsers1770400000000 } from './migrations/1770400000000-deactivated-users.js';
import { SingleSignOn1795634000000 } from './migrations/1795634000000-single-sign-on.js';
import { GpgKeyIds1795636537000 } from './migrations/1795636537000-gpg-key-ids.js';
import { UserActivities1795828800000 } from './migrations/1795828800000-user-activities.js';
import { AuditExports1795844641000 } from './migrations/1795844641000-audit-exports.js';
import { DefaultsOfProjects1795943675000 } from './migrations/1795943675000-defaults-of-projects.js';
import { PasswordSettings1795956900000 } from './migrations/1795956900000-password-settings.js';
import { NotesOfUsers1795880000000 } from './migrations/1795880000000-notes-of-users.js';
import { Emails1764520000000 } from './migrations/1764520000000-emails.js';
import { ApplicationSettingsEntity } from './settings/application-settings.entity.js';
import { PersonalTokenEntity } from './tokens/personal-token.entity.js';
import { UserEntity } from './users/user.entity.js';

/** PostgreSQL schema of identity. */
export const schema: ServiceSchema = {
  service: 'identity',
  entities: [
    UserEntity,
    AvatarEntity,
    IdentityEntity,
    PersonalTokenEntity,
    ApplicationSettingsEntity,
    AuditEventEntity,
  ],
  migrations: [
    ...messagingMigrations,
    Users1763700000000,
    UsersComplete1763900000000,
    TokensAndSettings1764000000000,
    AuditEvents1764300000000,
    SignInBudgets1764400000000,
    Oauth1764710000000,
    SshKeys1764510000000,
    Sessions1764610000000,
    Emails1764520000000,
    GpgKeys1764720000000,
    Openid1766010000000,
    TwoFactor1766020000000,
    PasswordResets1766030000000,
    MailedLinksByTime1766060000000,
    OpenidAuthTime1766070000000,
    RenamesByUsers1766075000000,
    OauthHardening1766180000000,
    WaitingEmails1766190000000,
    TwoFactorLocks1766200000000,
    FailedSignIns1766210000000,
    DeployKeys1767900000000,
    TokenDescriptions1767910000000,
    Bots1767920000000,
    DeployTokens1767930000000,
    JobTokenScopes1767940000000,
    UserStatuses1769100000000,
    OrdersOfUsers1770100000000,
    BannedUsers1770110000000,
    DeactivatedUsers1770400000000,
    SingleSignOn1795634000000,
    GpgKeyIds1795636537000,
    UserActivities1795828800000,
    AuditExports1795844641000,
    NotesOfUsers1795880000000,
    DefaultsOfProjects1795943675000,
    PasswordSettings1795956900000,
  ],
  extensions: ['pg_trgm'],
  encrypted: [
    { table: 'application_settings', id: 'id', columns: [{ column: 'runners_registration_token' }] },
    { table: 'openid_keys', id: 'id', columns: [{ column: 'private_key' }] },
    { table: 'two_factor_secrets', id: 'user_id', columns: [{ column: 'secret' }] },
  ],
  jobs: true,
};
