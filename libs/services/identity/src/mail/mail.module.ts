import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { mailSettings } from './mail-settings.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { MAIL_SETTINGS, Mailer } from './mailer.js';
import { SendMail } from './send-mail.js';

@Module({
  imports: [IdentityCoreModule, IdentityPagesModule, IdentityStoresModule],
  providers: [Mailer, SendMail, { provide: MAIL_SETTINGS, useFactory: () => mailSettings() ?? null }],
  exports: [Mailer, SendMail],
})
export class MailModule {}
