import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { SingleSignOnSettingsModule } from '../single-sign-on/settings.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { CheckRegistrationToken } from './check-registration-token.js';
import { RevealRegistrationToken } from './reveal-registration-token.js';
import { SettingsController } from './settings.controller.js';
import { SettingsFacts } from './settings.facts.js';
import { UpdateSettings } from './update.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, SingleSignOnSettingsModule],
  controllers: [SettingsController],
  providers: [SettingsFacts, UpdateSettings, RevealRegistrationToken, CheckRegistrationToken],
  exports: [SettingsFacts, UpdateSettings, CheckRegistrationToken],
})
export class SettingsModule {}
