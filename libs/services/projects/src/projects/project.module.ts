import { Module } from '@nestjs/common';
import { AvatarsModule } from '../avatars/avatars.module.js';
import { ProjectsCoreModule } from '../core.module.js';
import { ForkVisibilityModule } from '../forks/fork-visibility.module.js';
import { ImportsModule } from '../imports/imports.module.js';
import { RunnersTokensModule } from '../runners-tokens/runners-tokens.module.js';
import { HookDeliveriesModule } from '../hook-deliveries/hook-deliveries.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { ArchiveProject } from './archive.js';
import { CreateProject } from './create.js';
import { DeleteProject } from './delete.js';
import { InsertProject } from './insert.js';
import { ProjectChangesController } from './project-changes.controller.js';
import { ProjectFacts } from './project.facts.js';
import { ProjectsController } from './projects.controller.js';
import { PublishProjectUpdate } from './publish-update.js';
import { UpdateProject } from './update.js';

@Module({
  imports: [
    ProjectsCoreModule,
    ProjectsStoresModule,
    HookDeliveriesModule,
    AvatarsModule,
    ForkVisibilityModule,
    ImportsModule,
    RunnersTokensModule,
  ],
  controllers: [ProjectsController, ProjectChangesController],
  providers: [
    ProjectFacts,
    UpdateProject,
    ArchiveProject,
    PublishProjectUpdate,
    CreateProject,
    InsertProject,
    DeleteProject,
  ],
  exports: [ProjectFacts, InsertProject, CreateProject, UpdateProject, ArchiveProject, DeleteProject],
})
export class ProjectModule {}
