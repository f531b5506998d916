import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ForksModule } from '../forks/forks.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { HookDeliveriesModule } from '../hook-deliveries/hook-deliveries.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { RunnersTokensModule } from '../runners-tokens/runners-tokens.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { TransferTargetFacts } from './transfer-target.facts.js';
import { TransferGroup } from './transfer-group.js';
import { TransferProject } from './transfer.js';
import { TransfersController } from './transfers.controller.js';

@Module({
  imports: [
    ProjectsCoreModule,
    ProjectsStoresModule,
    ForksModule,
    GroupsModule,
    HookDeliveriesModule,
    ProjectModule,
    RunnersTokensModule,
  ],
  controllers: [TransfersController],
  providers: [TransferProject, TransferGroup, TransferTargetFacts],
  exports: [TransferProject, TransferGroup, TransferTargetFacts],
})
export class TransfersModule {}
