import { forwardRef, Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { RunnersTokensModule } from '../runners-tokens/runners-tokens.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { ForkProject } from './fork.js';
import { ForksController } from './forks.controller.js';
import { LimitForkVisibility } from './limit-visibility.js';
import { LinkFork } from './link.js';
import { UnlinkFork } from './unlink.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, forwardRef(() => ProjectModule), RunnersTokensModule],
  controllers: [ForksController],
  providers: [ForkProject, LinkFork, UnlinkFork, LimitForkVisibility],
  exports: [LimitForkVisibility],
})
export class ForksModule {}
