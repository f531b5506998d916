import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { KeepSigningKeys } from './keep-signing-keys.js';
import { SignIdToken } from './sign-id-token.js';
import { SignJobTokens } from './sign-job-tokens.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, SettingsModule],
  providers: [KeepSigningKeys, SignIdToken, SignJobTokens],
  exports: [KeepSigningKeys, SignIdToken, SignJobTokens],
})
export class IdTokensModule {}
