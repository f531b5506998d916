import { Module } from '@nestjs/common';
import type { ApiDeclaration } from '@hearth/http';
import { AccessTokensModule } from './access-tokens/access-tokens.module.js';
import { AdminModule } from './admin/admin.module.js';
import { ApplicationsModule } from './applications/applications.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AvatarsModule } from './avatars/avatars.module.js';
import { IdentityCoreModule } from './core.module.js';
import { CredentialPagesModule } from './credential-pages/credential-pages.module.js';
import { CustomAttributesModule } from './custom-attributes/custom-attributes.module.js';
import { DeletionModule } from './deletion/deletion.module.js';
import { DeployKeysModule } from './deploy-keys/deploy-keys.module.js';
import { DeployTokensModule } from './deploy-tokens/deploy-tokens.module.js';
import { EmailsModule } from './emails/emails.module.js';
import { ReactionsModule } from './reactions.module.js';
import { GpgKeysModule } from './gpg-keys/gpg-keys.module.js';
import { IdentitiesModule } from './identities/identities.module.js';
import * as jobs from './jobs.js';
import { JobTokenScopesModule } from './job-token-scopes/job-token-scopes.module.js';
import { KeysModule } from './keys/keys.module.js';
import { MailModule } from './mail/mail.module.js';
import { OauthModule } from './oauth/oauth.module.js';
import { OpenidModule } from './openid/openid.module.js';
import { IdentityPagesModule } from './pages/pages.module.js';
import { PasswordResetsModule } from './password-resets/password-resets.module.js';
import { ProfileModule } from './profile/profile.module.js';
import { ProviderModule } from './provider/provider.module.js';
import { RenamingModule } from './renaming/renaming.module.js';
import { schema } from './schema.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { SingleSignOnModule } from './single-sign-on/single-sign-on.module.js';
import { SshKeysModule } from './ssh-keys/ssh-keys.module.js';
import { TokensModule } from './tokens/tokens.module.js';
import { TwoFactorModule } from './two-factor/two-factor.module.js';
import { UserActivitiesModule } from './user-activities/user-activities.module.js';
import { UserStatusModule } from './user-status/user-status.module.js';
import { UsersModule } from './users/users.module.js';

/** Users and their credentials. */
@Module({
  imports: [
    IdentityCoreModule,
    AccessTokensModule,
    AdminModule,
    ApplicationsModule,
    AuditModule,
    AvatarsModule,
    CredentialPagesModule,
    CustomAttributesModule,
    DeletionModule,
    DeployKeysModule,
    DeployTokensModule,
    EmailsModule,
    IdentitiesModule,
    JobTokenScopesModule,
    KeysModule,
    ReactionsModule,
    GpgKeysModule,
    MailModule,
    OauthModule,
    OpenidModule,
    IdentityPagesModule,
    PasswordResetsModule,
    ProfileModule,
    ProviderModule,
    RenamingModule,
    SessionsModule,
    SettingsModule,
    SignInModule,
    SingleSignOnModule,
    SshKeysModule,
    TokensModule,
    TwoFactorModule,
    UsersModule,
    UserActivitiesModule,
    UserStatusModule,
  ],
})
export class IdentityModule {
  /** Endpoints, for the gateways. */
  static readonly api: ApiDeclaration = {
    service: 'identity',
    document: new URL('../openapi.generated.json', import.meta.url),
  };
  static readonly schema = schema;
  static readonly jobs = Object.values(jobs);
}
