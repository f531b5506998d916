import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { IdentityCoreModule } from '../core.module.js';
import { SingleSignOnSettingsModule } from '../single-sign-on/settings.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { TokenUseModule } from '../tokens/token-use.module.js';
import { AuthenticateCredential } from './authenticate.js';
import { BAN_LIMITS, banLimits } from './ban-limits.js';
import { ChargeSignInAttempt } from './charge-attempt.js';
import { PasswordFacts } from './password.facts.js';
import { RecordSignInAttempt } from './record-attempt.js';
import { SIGN_IN_BUDGETS, signInBudgets } from './sign-in-budgets.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, AuditModule, SingleSignOnSettingsModule, TokenUseModule],
  providers: [
    AuthenticateCredential,
    PasswordFacts,
    RecordSignInAttempt,
    ChargeSignInAttempt,
    { provide: SIGN_IN_BUDGETS, useFactory: () => signInBudgets() },
    { provide: BAN_LIMITS, useFactory: () => banLimits() },
  ],
  exports: [AuthenticateCredential, ChargeSignInAttempt, PasswordFacts],
})
export class SignInModule {}
