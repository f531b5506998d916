import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ForksModule } from '../forks/forks.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { StarsModule } from '../stars/stars.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { CreationFacts } from './creation.facts.js';
import { NewForkController } from './new-fork.controller.js';
import { NewGroupController } from './new-group.controller.js';
import { NewProjectController } from './new-project.controller.js';

/** Pages that create projects and groups. */
@Module({
  imports: [
    ProjectsCoreModule,
    ProjectsStoresModule,
    RenderingModule,
    ProjectModule,
    GroupsModule,
    ForksModule,
    StarsModule,
  ],
  controllers: [NewProjectController, NewGroupController, NewForkController],
  providers: [CreationFacts],
  exports: [CreationFacts],
})
export class CreationPagesModule {}
