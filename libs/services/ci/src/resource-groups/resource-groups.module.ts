import { Module } from '@nestjs/common';
import { BuildChangesModule } from '../builds/build-changes.module.js';
import { CiCoreModule } from '../core.module.js';
import { AdvanceModule } from '../pipelines/advance.module.js';
import { CiStoresModule } from '../stores.module.js';
import { AssignResource } from './assign.js';
import { ResourceGroupFacts } from './resource-group.facts.js';
import { ResourceGroupsController } from './resource-groups.controller.js';
import { UpdateResourceGroup } from './update.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, AdvanceModule, BuildChangesModule],
  controllers: [ResourceGroupsController],
  providers: [ResourceGroupFacts, AssignResource, UpdateResourceGroup],
})
export class ResourceGroupsModule {}
