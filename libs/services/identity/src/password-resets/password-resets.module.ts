import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { MailModule } from '../mail/mail.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { MakeResetLink } from './make-link.js';
import { PasswordResetFacts } from './password-reset.facts.js';
import { PasswordResetsController } from './password-resets.controller.js';
import { RequestPasswordReset } from './request.js';
import { ResetPassword } from './reset.js';
import { SendPasswordReset } from './send-password-reset.js';
import { SendSignInNotice } from './send-sign-in-notice.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, MailModule, IdentityPagesModule, SessionsModule, SignInModule],
  controllers: [PasswordResetsController],
  providers: [
    SendSignInNotice,
    SendPasswordReset,
    PasswordResetFacts,
    RequestPasswordReset,
    MakeResetLink,
    ResetPassword,
  ],
  exports: [PasswordResetFacts, MakeResetLink],
})
export class PasswordResetsModule {}
