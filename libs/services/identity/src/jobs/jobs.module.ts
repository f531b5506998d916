import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { DeletionModule } from '../deletion/deletion.module.js';
import { MailModule } from '../mail/mail.module.js';
import { OpenidModule } from '../openid/openid.module.js';
import { RenamingModule } from '../renaming/renaming.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { RemoveEndedAccessWorker } from './remove-ended-access.js';
import { RemoveOldAuditEventsWorker } from './remove-old-audit-events.js';
import { ReplaceSigningKeysWorker } from './replace-signing-keys.js';
import { ResumeUserCreationWorker } from './resume-user-creation.js';
import { ResumeUserDeletionWorker } from './resume-user-deletion.js';
import { ResumeUserRenameWorker } from './resume-user-rename.js';
import { SendConfirmationWorker } from './send-confirmation.js';
import { SendMainAddressNoticeWorker } from './send-main-address-notice.js';
import { SendPasswordResetWorker } from './send-password-reset.js';
import { SendSignInNoticeWorker } from './send-sign-in-notice.js';

@Module({
  imports: [
    IdentityCoreModule,
    IdentityStoresModule,
    DeletionModule,
    MailModule,
    OpenidModule,
    RenamingModule,
    UsersModule,
  ],
  providers: [
    ResumeUserCreationWorker,
    ResumeUserRenameWorker,
    ResumeUserDeletionWorker,
    RemoveOldAuditEventsWorker,
    RemoveEndedAccessWorker,
    SendConfirmationWorker,
    SendPasswordResetWorker,
    SendSignInNoticeWorker,
    SendMainAddressNoticeWorker,
    ReplaceSigningKeysWorker,
  ],
})
export class JobsModule {}
