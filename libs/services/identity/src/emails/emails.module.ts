import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { MailModule } from '../mail/mail.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { ConfirmEmail } from './confirm.js';
import { ConfirmationController } from './confirmation.controller.js';
import { CreateConfirmationLink } from './create-confirmation-link.js';
import { CreateEmail } from './create.js';
import { DeleteEmail } from './delete.js';
import { EmailPagesController } from './email-pages.controller.js';
import { EmailFacts } from './email.facts.js';
import { EmailsController } from './emails.controller.js';
import { MainEmailController } from './main-email.controller.js';
import { MainEmailModule } from './main-email.module.js';
import { ResendConfirmation } from './resend-confirmation.js';
import { SendConfirmation } from './send-confirmation.js';
import { SendMainAddressNotice } from './send-main-address-notice.js';

@Module({
  imports: [
    IdentityCoreModule,
    IdentityStoresModule,
    MailModule,
    IdentityPagesModule,
    SettingsModule,
    SignInModule,
    UsersModule,
    MainEmailModule,
  ],
  controllers: [EmailsController, ConfirmationController, EmailPagesController, MainEmailController],
  providers: [
    SendMainAddressNotice,
    SendConfirmation,
    EmailFacts,
    CreateEmail,
    DeleteEmail,
    ConfirmEmail,
    CreateConfirmationLink,
    ResendConfirmation,
  ],
  exports: [MainEmailModule, EmailFacts, CreateConfirmationLink],
})
export class EmailsModule {}
