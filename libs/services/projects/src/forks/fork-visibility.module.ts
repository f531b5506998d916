import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { LimitForkVisibility } from './limit-visibility.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  providers: [LimitForkVisibility],
  exports: [LimitForkVisibility],
})
export class ForkVisibilityModule {}
