import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { IdentityCoreModule } from '../core.module.js';
import { IdTokensModule } from '../openid/id-tokens.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { AuthenticateClient } from './authenticate-client.js';
import { AuthorizationServer } from './authorization-server.js';
import { AuthorizeController } from './authorize.controller.js';
import { ExchangeCode } from './exchange-code.js';
import { GrantAuthorization } from './grant.js';
import { IssueOAuthToken } from './issue.js';
import { OAuthTokenFacts } from './oauth-token.facts.js';
import { GrantToPassword } from './password-grant.js';
import { REFRESH_LIMITS, refreshLimits } from './refresh-limits.js';
import { RefreshToken } from './refresh.js';
import { RevokeOAuthToken } from './revoke.js';
import { OAuthTokensController } from './tokens.controller.js';

@Module({
  imports: [
    IdentityCoreModule,
    IdentityStoresModule,
    ApplicationsModule,
    IdTokensModule,
    IdentityPagesModule,
    SessionsModule,
    SettingsModule,
    SignInModule,
  ],
  controllers: [AuthorizeController, OAuthTokensController],
  providers: [
    OAuthTokenFacts,
    IssueOAuthToken,
    ExchangeCode,
    RefreshToken,
    RevokeOAuthToken,
    AuthenticateClient,
    AuthorizationServer,
    GrantAuthorization,
    GrantToPassword,
    { provide: REFRESH_LIMITS, useFactory: () => refreshLimits() },
  ],
  exports: [OAuthTokenFacts],
})
export class OauthModule {}
