import { forwardRef, Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { OauthModule } from '../oauth/oauth.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { KeepSigningKeys } from './keep-signing-keys.js';
import { OpenIdController } from './openid.controller.js';
import { SignIdToken } from './sign-id-token.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, forwardRef(() => OauthModule), SettingsModule, UsersModule],
  controllers: [OpenIdController],
  providers: [KeepSigningKeys, SignIdToken],
  exports: [SignIdToken, KeepSigningKeys],
})
export class OpenidModule {}
