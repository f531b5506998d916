import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { CheckTwoFactorCode } from './check-code.js';
import { DisableTwoFactor } from './disable.js';
import { EnableTwoFactor } from './enable.js';
import { TwoFactorController } from './two-factor.controller.js';
import { TwoFactorFacts } from './two-factor.facts.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, IdentityPagesModule, SignInModule],
  controllers: [TwoFactorController],
  providers: [TwoFactorFacts, CheckTwoFactorCode, EnableTwoFactor, DisableTwoFactor],
  exports: [DisableTwoFactor, CheckTwoFactorCode],
})
export class TwoFactorModule {}
