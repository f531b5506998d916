import { Module } from '@nestjs/common';
import { SINGLE_SIGN_ON, singleSignOnSettings } from './provider-settings.js';

@Module({
  providers: [{ provide: SINGLE_SIGN_ON, useFactory: () => singleSignOnSettings() }],
  exports: [SINGLE_SIGN_ON],
})
export class SingleSignOnSettingsModule {}
