import { Module } from '@nestjs/common';
import { AvatarsModule } from '../avatars/avatars.module.js';
import { ProjectsCoreModule } from '../core.module.js';
import { HookDeliveriesModule } from '../hook-deliveries/hook-deliveries.module.js';
import { NamespacesModule } from '../namespaces/namespaces.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { CreateGroup } from './create.js';
import { DeleteGroup } from './delete.js';
import { GroupFacts } from './group.facts.js';
import { GroupsController } from './groups.controller.js';
import { ProjectGroupsController } from './project-groups.controller.js';
import { UpdateGroup } from './update.js';

@Module({
  imports: [
    ProjectsCoreModule,
    ProjectsStoresModule,
    AvatarsModule,
    HookDeliveriesModule,
    NamespacesModule,
    ProjectModule,
  ],
  controllers: [GroupsController, ProjectGroupsController],
  providers: [GroupFacts, CreateGroup, UpdateGroup, DeleteGroup],
  exports: [GroupFacts, CreateGroup, UpdateGroup, DeleteGroup],
})
export class GroupsModule {}
