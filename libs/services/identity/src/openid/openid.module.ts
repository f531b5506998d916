import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { OauthModule } from '../oauth/oauth.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { IdTokensModule } from './id-tokens.module.js';
import { OpenIdController } from './openid.controller.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, OauthModule, SettingsModule, UsersModule, IdTokensModule],
  controllers: [OpenIdController],
  exports: [IdTokensModule],
})
export class OpenidModule {}
