import { Module } from '@nestjs/common';
import { BlockingModule } from '../blocking/blocking.module.js';
import { IdentityCoreModule } from '../core.module.js';
import { IdentitiesModule } from '../identities/identities.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { ApplyRights } from './apply-rights.js';
import { BackChannelLogoutController } from './back-channel-logout.controller.js';
import { OwnIdentityPage } from './own-identity-page.js';
import { OwnIdentityController } from './own-identity.controller.js';
import { ProviderClient } from './provider-client.js';
import { SignInPerson } from './sign-in-person.js';
import { SignOutPerson } from './sign-out-person.js';
import { SingleSignOnController } from './single-sign-on.controller.js';
import { SingleSignOnSettingsModule } from './settings.module.js';

@Module({
  imports: [
    IdentityCoreModule,
    IdentityStoresModule,
    BlockingModule,
    IdentitiesModule,
    SessionsModule,
    SettingsModule,
    IdentityPagesModule,
    SignInModule,
    SingleSignOnSettingsModule,
    UsersModule,
  ],
  controllers: [SingleSignOnController, OwnIdentityController, BackChannelLogoutController],
  providers: [OwnIdentityPage, ProviderClient, SignInPerson, SignOutPerson, ApplyRights],
})
export class SingleSignOnModule {}
