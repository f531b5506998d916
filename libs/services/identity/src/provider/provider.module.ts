import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { DeployKeysModule } from '../deploy-keys/deploy-keys.module.js';
import { DeployTokensModule } from '../deploy-tokens/deploy-tokens.module.js';
import { JobTokenScopesModule } from '../job-token-scopes/job-token-scopes.module.js';
import { EmailsModule } from '../emails/emails.module.js';
import { IdTokensModule } from '../openid/id-tokens.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { SshKeysModule } from '../ssh-keys/ssh-keys.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { UsersModule } from '../users/users.module.js';
import { IdentityProvider } from './identity.provider.js';
import { MailProvider } from './mail.provider.js';
import { ProjectsCredentialsProvider } from './projects-credentials.provider.js';
import { SettingsProvider } from './settings.provider.js';
import { SignaturesProvider } from './signatures.provider.js';

@Module({
  imports: [
    IdentityCoreModule,
    IdentityStoresModule,
    DeployKeysModule,
    DeployTokensModule,
    EmailsModule,
    IdTokensModule,
    JobTokenScopesModule,
    MailModule,
    SessionsModule,
    SettingsModule,
    SignaturesModule,
    SignInModule,
    SshKeysModule,
    TokensModule,
    UsersModule,
  ],
  controllers: [IdentityProvider, MailProvider, ProjectsCredentialsProvider, SettingsProvider, SignaturesProvider],
})
export class ProviderModule {}
