import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { BlockingModule } from '../blocking/blocking.module.js';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { SingleSignOnSettingsModule } from '../single-sign-on/settings.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { AuthenticateSession } from './authenticate.js';
import { EndUserAccess } from './end-access.js';
import { EndSession } from './end-session.js';
import { FinishSignIn } from './finish-sign-in.js';
import { OpenSession } from './open.js';
import { RemoveEndedAccess } from './remove-ended-access.js';
import { SESSION_LIMITS, sessionLimits } from './session-limits.js';
import { SessionPagesController } from './session-pages.controller.js';
import { SessionFacts } from './session.facts.js';
import { SessionsController } from './sessions.controller.js';
import { SignInPage } from './sign-in-page.js';
import { SignOut } from './sign-out.js';

@Module({
  imports: [
    IdentityCoreModule,
    IdentityStoresModule,
    AuditModule,
    BlockingModule,
    IdentityPagesModule,
    SignInModule,
    SingleSignOnSettingsModule,
    TwoFactorModule,
  ],
  controllers: [SessionPagesController, SessionsController],
  providers: [
    RemoveEndedAccess,
    AuthenticateSession,
    OpenSession,
    SignOut,
    EndUserAccess,
    SessionFacts,
    EndSession,
    FinishSignIn,
    SignInPage,
    { provide: SESSION_LIMITS, useFactory: () => sessionLimits() },
  ],
  exports: [EndSession, EndUserAccess, SessionFacts, AuthenticateSession, OpenSession, SignInPage],
})
export class SessionsModule {}
