import { Module } from '@nestjs/common';
import { BucketsModule } from '@hearth/objects';
import { ApplicationsStore } from './applications/applications.store.js';
import { AuditEventsFinder } from './audit/audit-events.finder.js';
import { AuditExport } from './audit/audit-export.js';
import { AuditExportsStore } from './audit/audit-exports.store.js';
import { AuditEventsStore } from './audit/audit-events.store.js';
import { AvatarsStore } from './avatars/avatars.store.js';
import { IdentityCoreModule } from './core.module.js';
import { BotsStore } from './access-tokens/bots.store.js';
import { CredentialHoldersStore } from './credential-holders/credential-holders.store.js';
import { DeployTokensStore } from './deploy-tokens/deploy-tokens.store.js';
import { DeployKeysStore } from './deploy-keys/deploy-keys.store.js';
import { DeletionsStore } from './deletion/deletions.store.js';
import { ConfirmationsStore } from './emails/confirmations.store.js';
import { EmailsStore } from './emails/emails.store.js';
import { GpgKeysStore } from './gpg-keys/gpg-keys.store.js';
import { JobTokenScopesStore } from './job-token-scopes/job-token-scopes.store.js';
import { IdentitiesStore } from './identities/identities.store.js';
import { OAuthTokensStore } from './oauth/tokens.store.js';
import { SigningKeysStore } from './openid/signing-keys.store.js';
import { PasswordResetsStore } from './password-resets/password-resets.store.js';
import { RenamesStore } from './renaming/renames.store.js';
import { PendingSignInsStore } from './sessions/pending-sign-ins.store.js';
import { SessionsStore } from './sessions/sessions.store.js';
import { SettingsStore } from './settings/settings.store.js';
import { CredentialsStore } from './sign-in/credentials.store.js';
import { SignInBudgetsStore } from './sign-in/sign-in-budgets.store.js';
import { SignaturesStore } from './signatures/signatures.store.js';
import { SignInFailuresStore } from './sign-in/sign-in-failures.store.js';
import { KeysStore } from './keys/keys.store.js';
import { SshKeysStore } from './ssh-keys/ssh-keys.store.js';
import { PersonalTokensStore } from './tokens/personal-tokens.store.js';
import { TokensFinder } from './tokens/tokens.finder.js';
import { TwoFactorStore } from './two-factor/two-factor.store.js';
import { UserActivitiesStore } from './user-activities/user-activities.store.js';
import { StatusesStore } from './user-status/statuses.store.js';
import { UsersFinder } from './users/users.finder.js';
import { UserCountsStore } from './users/user-counts.store.js';
import { UsersStore } from './users/users.store.js';

const stores = [
  AuditEventsStore,
  AuditExportsStore,
  AuditEventsFinder,
  UsersStore,
  UserCountsStore,
  UsersFinder,
  UserActivitiesStore,
  StatusesStore,
  AvatarsStore,
  IdentitiesStore,
  RenamesStore,
  DeletionsStore,
  PersonalTokensStore,
  TokensFinder,
  GpgKeysStore,
  SshKeysStore,
  KeysStore,
  SignaturesStore,
  CredentialHoldersStore,
  DeployKeysStore,
  BotsStore,
  DeployTokensStore,
  JobTokenScopesStore,
  EmailsStore,
  ConfirmationsStore,
  SettingsStore,
  CredentialsStore,
  SignInFailuresStore,
  SignInBudgetsStore,
  SessionsStore,
  PendingSignInsStore,
  PasswordResetsStore,
  TwoFactorStore,
  ApplicationsStore,
  OAuthTokensStore,
  SigningKeysStore,
];

/** All SQL of the service. */
@Module({
  imports: [IdentityCoreModule, BucketsModule],
  providers: [...stores, { provide: AuditExport, useFactory: () => AuditExport.fromEnvironment() }],
  exports: [...stores, AuditExport],
})
export class IdentityStoresModule {}
