import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { SingleSignOnSettingsModule } from '../single-sign-on/settings.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountController } from './account.controller.js';
import { GitlabAddressesController } from './gitlab-addresses.controller.js';
import { PasswordController } from './password.controller.js';
import { ProfileController } from './profile.controller.js';

@Module({
  imports: [
    IdentityCoreModule,
    IdentityPagesModule,
    SettingsModule,
    SignInModule,
    SingleSignOnSettingsModule,
    UsersModule,
  ],
  controllers: [ProfileController, PasswordController, AccountController, GitlabAddressesController],
})
export class ProfileModule {}
