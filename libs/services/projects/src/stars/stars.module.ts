import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { StarProject } from './star.js';
import { StarsController } from './stars.controller.js';
import { UnstarProject } from './unstar.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  controllers: [StarsController],
  providers: [StarProject, UnstarProject],
  exports: [StarProject, UnstarProject],
})
export class StarsModule {}
