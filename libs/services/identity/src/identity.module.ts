import { Module } from '@nestjs/common';
import { provideAudit } from '@hearth/audit';
import { IdentityAuditRecordedEvent } from '@hearth/identity-contracts';
import { customAttributeProviders } from '@hearth/custom-attributes';
import { DataModule } from '@hearth/data';
import type { ApiDeclaration } from '@hearth/http';
import { JobsModule } from '@hearth/jobs';
import { MessagingModule } from '@hearth/messaging';
import { AssetsController, PagesModule } from '@hearth/pages';
import { AdminSettingsController } from './admin/admin-settings.controller.js';
import { AdminUserController } from './admin/admin-user.controller.js';
import { AdminUsersController } from './admin/admin-users.controller.js';
import { AuditEventFacts } from './audit/audit-event.facts.js';
import { AuditEventsController } from './audit/audit-events.controller.js';
import { RecordFailedSignIn } from './audit/record-failed-sign-in.js';
import { AuditEventsFinder } from './audit/audit-events.finder.js';
import { AuditEventsStore } from './audit/audit-events.store.js';
import { AvatarFacts } from './avatars/avatar.facts.js';
import { AvatarsController } from './avatars/avatars.controller.js';
import { AvatarsStore } from './avatars/avatars.store.js';
import { Clock } from './clock.js';
import { UserAttributesController } from './custom-attributes/custom-attributes.controller.js';
import { ATTRIBUTE_TABLES } from './custom-attributes/custom-attributes.store.js';
import { DeleteUser } from './deletion/delete.js';
import { DeletionsStore } from './deletion/deletions.store.js';
import { FinishUserDeletion } from './deletion/finish.js';
import { ConfirmationController } from './emails/confirmation.controller.js';
import { CreateConfirmationLink } from './emails/create-confirmation-link.js';
import { ResendConfirmation } from './emails/resend-confirmation.js';
import { ConfirmEmail } from './emails/confirm.js';
import { ConfirmationsStore } from './emails/confirmations.store.js';
import { CreateEmail } from './emails/create.js';
import { DeleteEmail } from './emails/delete.js';
import { EmailFacts } from './emails/email.facts.js';
import { EmailPagesController } from './emails/email-pages.controller.js';
import { EmailsController } from './emails/emails.controller.js';
import { EmailsStore } from './emails/emails.store.js';
import { MainEmailController } from './emails/main-email.controller.js';
import { MainEmail } from './emails/main-email.js';
import {
  OnCiAuditRecorded,
  OnIdentityAuditRecorded,
  OnProjectsAuditRecorded,
  OnRepositoryAuditRecorded,
} from './events/on-audit-recorded.js';
import { IdentitiesStore } from './identities/identities.store.js';
import { RemoveEndedAccess, RemoveEndedAccessWorker } from './jobs/remove-ended-access.js';
import { RemoveOldAuditEvents, RemoveOldAuditEventsWorker } from './jobs/remove-old-audit-events.js';
import { ResumeUserCreation, ResumeUserCreationWorker } from './jobs/resume-user-creation.js';
import { ResumeUserDeletion, ResumeUserDeletionWorker } from './jobs/resume-user-deletion.js';
import { ResumeUserRename, ResumeUserRenameWorker } from './jobs/resume-user-rename.js';
import { ApplicationFacts } from './applications/application.facts.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { ApplicationsStore } from './applications/applications.store.js';
import { ReplaceSigningKeys, ReplaceSigningKeysWorker } from './jobs/replace-signing-keys.js';
import { AuthenticateClient } from './oauth/authenticate-client.js';
import { AuthorizationServer } from './oauth/authorization-server.js';
import { AuthorizeController } from './oauth/authorize.controller.js';
import { DeleteApplication } from './applications/delete.js';
import { ExchangeCode } from './oauth/exchange-code.js';
import { GrantAuthorization } from './oauth/grant.js';
import { IssueOAuthToken } from './oauth/issue.js';
import { OAuthTokenFacts } from './oauth/oauth-token.facts.js';
import { GrantToPassword } from './oauth/password-grant.js';
import { RefreshToken } from './oauth/refresh.js';
import { REFRESH_LIMITS, refreshLimits } from './oauth/refresh-limits.js';
import { RegisterApplication } from './applications/register.js';
import { RevokeOAuthToken } from './oauth/revoke.js';
import { OAuthTokensController } from './oauth/tokens.controller.js';
import { OAuthTokensStore } from './oauth/tokens.store.js';
import { UpdateApplication } from './applications/update.js';
import { KeepSigningKeys } from './openid/keep-signing-keys.js';
import { OpenIdController } from './openid/openid.controller.js';
import { SignIdToken } from './openid/sign-id-token.js';
import { SigningKeysStore } from './openid/signing-keys.store.js';
import { AccountController } from './profile/account.controller.js';
import { PasswordController } from './profile/password.controller.js';
import { ProfileController } from './profile/profile.controller.js';
import { HomeController } from './pages/home.controller.js';
import { PageRenderer } from './pages/page-renderer.js';
import { SendMainAddressNotice, SendMainAddressNoticeWorker } from './jobs/send-main-address-notice.js';
import { SendPasswordReset, SendPasswordResetWorker } from './jobs/send-password-reset.js';
import { SendSignInNotice, SendSignInNoticeWorker } from './jobs/send-sign-in-notice.js';
import { MakeResetLink } from './password-resets/make-link.js';
import { PasswordResetFacts } from './password-resets/password-reset.facts.js';
import { PasswordResetsController } from './password-resets/password-resets.controller.js';
import { PasswordResetsStore } from './password-resets/password-resets.store.js';
import { RequestPasswordReset } from './password-resets/request.js';
import { ResetPassword } from './password-resets/reset.js';
import { SendConfirmation, SendConfirmationWorker } from './jobs/send-confirmation.js';
import { mailSettings } from './mail/mail-settings.js';
import { MAIL_SETTINGS, Mailer } from './mail/mailer.js';
import { IdentityProvider } from './provider/identity.provider.js';
import { SettingsProvider } from './provider/settings.provider.js';
import { FinishUserRename } from './renaming/finish.js';
import { RenameUser } from './renaming/rename.js';
import { RenamesStore } from './renaming/renames.store.js';
import { schema } from './schema.js';
import { AuthenticateSession } from './sessions/authenticate.js';
import { EndUserAccess } from './sessions/end-access.js';
import { FinishSignIn } from './sessions/finish-sign-in.js';
import { OpenSession } from './sessions/open.js';
import { SESSION_LIMITS, sessionLimits } from './sessions/session-limits.js';
import { EndSession } from './sessions/end-session.js';
import { SessionFacts } from './sessions/session.facts.js';
import { SessionPagesController } from './sessions/session-pages.controller.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { PendingSignInsStore } from './sessions/pending-sign-ins.store.js';
import { SessionsStore } from './sessions/sessions.store.js';
import { SignOut } from './sessions/sign-out.js';
import { CheckRegistrationToken } from './settings/check-registration-token.js';
import { RevealRegistrationToken } from './settings/reveal-registration-token.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsFacts } from './settings/settings.facts.js';
import { SettingsStore } from './settings/settings.store.js';
import { UpdateSettings } from './settings/update.js';
import { AuthenticateCredential } from './sign-in/authenticate.js';
import { BAN_LIMITS, banLimits } from './sign-in/ban-limits.js';
import { ChargeSignInAttempt } from './sign-in/charge-attempt.js';
import { CredentialsStore } from './sign-in/credentials.store.js';
import { RecordSignInAttempt } from './sign-in/record-attempt.js';
import { SIGN_IN_BUDGETS, signInBudgets } from './sign-in/sign-in-budgets.js';
import { SignInBudgetsStore } from './sign-in/sign-in-budgets.store.js';
import { SignInFailuresStore } from './sign-in/sign-in-failures.store.js';
import { CreateGpgKey } from './gpg-keys/create.js';
import { DeleteGpgKey } from './gpg-keys/delete.js';
import { GpgKeyFacts } from './gpg-keys/gpg-key.facts.js';
import { GpgKeyPagesController } from './gpg-keys/gpg-key-pages.controller.js';
import { GpgKeysController } from './gpg-keys/gpg-keys.controller.js';
import { GpgKeysStore } from './gpg-keys/gpg-keys.store.js';
import { CreateSshKey } from './ssh-keys/create.js';
import { DeleteSshKey } from './ssh-keys/delete.js';
import { SshKeyFacts } from './ssh-keys/ssh-key.facts.js';
import { SshKeyPagesController } from './ssh-keys/ssh-key-pages.controller.js';
import { SshKeysController } from './ssh-keys/ssh-keys.controller.js';
import { SshKeysStore } from './ssh-keys/ssh-keys.store.js';
import { CheckTwoFactorCode } from './two-factor/check-code.js';
import { DisableTwoFactor } from './two-factor/disable.js';
import { EnableTwoFactor } from './two-factor/enable.js';
import { TwoFactorController } from './two-factor/two-factor.controller.js';
import { TwoFactorFacts } from './two-factor/two-factor.facts.js';
import { TwoFactorStore } from './two-factor/two-factor.store.js';
import { CreateToken } from './tokens/create.js';
import { ImpersonationTokensController } from './tokens/impersonation-tokens.controller.js';
import { IssueToken } from './tokens/issue.js';
import { MintPersonalToken } from './tokens/mint.js';
import { PersonalTokensController } from './tokens/personal-tokens.controller.js';
import { PersonalTokensStore } from './tokens/personal-tokens.store.js';
import { RecordTokenUse } from './tokens/record-use.js';
import { RevokeToken } from './tokens/revoke.js';
import { TokenPagesController } from './tokens/token-pages.controller.js';
import { TokenFacts } from './tokens/token.facts.js';
import { TokensFinder } from './tokens/tokens.finder.js';
import { SaveUserRelations } from './users/save-relations.js';
import { BlockUser } from './users/block.js';
import { CreateUser } from './users/create.js';
import { EnsureRootUser } from './users/ensure-root.js';
import { FinishUserCreation } from './users/finish-creation.js';
import { UpdateUser } from './users/update.js';
import { UserFacts } from './users/user.facts.js';
import { UsersController } from './users/users.controller.js';
import { UsersFinder } from './users/users.finder.js';
import { UsersStore } from './users/users.store.js';

/** Users and their credentials. */
@Module({
  imports: [
    DataModule.forService(schema),
    MessagingModule.forService(schema.service),
    JobsModule.forService(schema.service),
    PagesModule,
  ],
  controllers: [
    UsersController,
    AvatarsController,
    ImpersonationTokensController,
    PersonalTokensController,
    SshKeysController,
    GpgKeysController,
    EmailsController,
    ConfirmationController,
    UserAttributesController,
    SettingsController,
    AuditEventsController,
    ...[HomeController, AssetsController],
    ...[AdminUsersController, AdminUserController, AdminSettingsController],
    ...[ProfileController, TokenPagesController, SshKeyPagesController, GpgKeyPagesController, EmailPagesController],
    ...[PasswordController, AccountController, MainEmailController, SessionPagesController],
    SessionsController,
    ApplicationsController,
    AuthorizeController,
    OAuthTokensController,
    OpenIdController,
    TwoFactorController,
    PasswordResetsController,
    ...[OnIdentityAuditRecorded, OnProjectsAuditRecorded, OnRepositoryAuditRecorded, OnCiAuditRecorded],
    ...[IdentityProvider, SettingsProvider],
  ],
  providers: [
    Clock,
    provideAudit(IdentityAuditRecordedEvent),
    ...[AuditEventsStore, AuditEventsFinder, AuditEventFacts, RecordFailedSignIn],
    ...[ResumeUserCreationWorker, ResumeUserRenameWorker, ResumeUserDeletionWorker, RemoveOldAuditEventsWorker],
    RemoveEndedAccessWorker,
    ...[UsersStore, UsersFinder, UserFacts, CreateUser, FinishUserCreation, EnsureRootUser, UpdateUser, BlockUser],
    ...[SaveUserRelations, AvatarsStore, AvatarFacts, IdentitiesStore],
    ...[RenamesStore, RenameUser, FinishUserRename],
    ...[DeletionsStore, DeleteUser, FinishUserDeletion],
    ...[PersonalTokensStore, TokensFinder, TokenFacts, IssueToken, CreateToken, RevokeToken, MintPersonalToken],
    RecordTokenUse,
    ...[GpgKeysStore, GpgKeyFacts, CreateGpgKey, DeleteGpgKey],
    ...[SshKeysStore, SshKeyFacts, CreateSshKey, DeleteSshKey],
    ...[
      EmailsStore,
      EmailFacts,
      MainEmail,
      CreateEmail,
      DeleteEmail,
      ConfirmationsStore,
      ConfirmEmail,
      CreateConfirmationLink,
      ResendConfirmation,
    ],
    ...[SendConfirmationWorker, Mailer],
    { provide: MAIL_SETTINGS, useFactory: () => mailSettings() ?? null },
    ...customAttributeProviders(ATTRIBUTE_TABLES),
    ...[SettingsStore, SettingsFacts, UpdateSettings, RevealRegistrationToken, CheckRegistrationToken],
    ...[CredentialsStore, AuthenticateCredential, SignInFailuresStore, RecordSignInAttempt],
    ...[SignInBudgetsStore, ChargeSignInAttempt],
    ...[SessionsStore, AuthenticateSession, OpenSession, SignOut, EndUserAccess, PageRenderer],
    ...[SessionFacts, EndSession],
    ...[PendingSignInsStore, FinishSignIn],
    ...[PasswordResetsStore, PasswordResetFacts, RequestPasswordReset, MakeResetLink, ResetPassword],
    ...[SendPasswordResetWorker, SendSignInNoticeWorker, SendMainAddressNoticeWorker],
    ...[TwoFactorStore, TwoFactorFacts, CheckTwoFactorCode, EnableTwoFactor, DisableTwoFactor],
    ...[ApplicationsStore, ApplicationFacts, RegisterApplication, UpdateApplication, DeleteApplication],
    ...[OAuthTokensStore, OAuthTokenFacts, IssueOAuthToken, ExchangeCode, RefreshToken, RevokeOAuthToken],
    ...[AuthenticateClient, AuthorizationServer, GrantAuthorization, GrantToPassword],
    ...[SigningKeysStore, KeepSigningKeys, SignIdToken, ReplaceSigningKeysWorker],
    { provide: REFRESH_LIMITS, useFactory: () => refreshLimits() },
    { provide: SESSION_LIMITS, useFactory: () => sessionLimits() },
    { provide: SIGN_IN_BUDGETS, useFactory: () => signInBudgets() },
    { provide: BAN_LIMITS, useFactory: () => banLimits() },
  ],
})
export class IdentityModule {
  /** Endpoints, for the gateways. */
  static readonly api: ApiDeclaration = {
    service: 'identity',
    document: new URL('../openapi.generated.json', import.meta.url),
  };
  static readonly schema = schema;
  static readonly jobs = [
    ResumeUserCreation,
    ResumeUserRename,
    ResumeUserDeletion,
    RemoveOldAuditEvents,
    RemoveEndedAccess,
    SendConfirmation,
    ReplaceSigningKeys,
    SendPasswordReset,
    SendSignInNotice,
    SendMainAddressNotice,
  ];
}
