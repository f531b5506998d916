import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { AvatarFacts } from './avatar.facts.js';
import { AvatarsController } from './avatars.controller.js';
import { OwnAvatarController } from './own-avatar.controller.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, SettingsModule, UsersModule],
  controllers: [AvatarsController, OwnAvatarController],
  providers: [AvatarFacts],
})
export class AvatarsModule {}
