import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { RunnersTokensModule } from '../runners-tokens/runners-tokens.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { ForkVisibilityModule } from './fork-visibility.module.js';
import { ForkPagesController } from './fork-pages.controller.js';
import { ForkProject } from './fork.js';
import { ForksController } from './forks.controller.js';
import { LinkFork } from './link.js';
import { UnlinkFork } from './unlink.js';

@Module({
  imports: [
    ProjectsCoreModule,
    ProjectsStoresModule,
    ProjectModule,
    RenderingModule,
    RunnersTokensModule,
    ForkVisibilityModule,
  ],
  controllers: [ForksController, ForkPagesController],
  providers: [ForkProject, LinkFork, UnlinkFork],
  exports: [ForkVisibilityModule, ForkProject],
})
export class ForksModule {}
