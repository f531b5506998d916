import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { IdentityCoreModule } from '../core.module.js';
import { EmailsModule } from '../emails/emails.module.js';
import { MailModule } from '../mail/mail.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { PasswordResetsModule } from '../password-resets/password-resets.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminSettingsController } from './admin-settings.controller.js';
import { AdminUserController } from './admin-user.controller.js';
import { AdminUsersController } from './admin-users.controller.js';

@Module({
  imports: [
    IdentityCoreModule,
    AuditModule,
    EmailsModule,
    MailModule,
    IdentityPagesModule,
    PasswordResetsModule,
    SettingsModule,
    TwoFactorModule,
    UsersModule,
  ],
  controllers: [AdminUsersController, AdminUserController, AdminSettingsController],
})
export class AdminModule {}
