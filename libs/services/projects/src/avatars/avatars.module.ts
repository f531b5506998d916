import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { AvatarFacts } from './avatar.facts.js';
import { AvatarsController } from './avatars.controller.js';
import { SaveAvatar } from './save-avatar.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  controllers: [AvatarsController],
  providers: [AvatarFacts, SaveAvatar],
  exports: [AvatarFacts, SaveAvatar],
})
export class AvatarsModule {}
