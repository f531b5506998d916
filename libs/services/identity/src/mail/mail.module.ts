import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { mailSettings } from './mail-settings.js';
import { MAIL_SETTINGS, Mailer } from './mailer.js';

@Module({
  imports: [IdentityCoreModule],
  providers: [Mailer, { provide: MAIL_SETTINGS, useFactory: () => mailSettings() ?? null }],
  exports: [Mailer],
})
export class MailModule {}
