import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { AvatarFacts } from './avatar.facts.js';
import { AvatarsController } from './avatars.controller.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  controllers: [AvatarsController],
  providers: [AvatarFacts],
})
export class AvatarsModule {}
