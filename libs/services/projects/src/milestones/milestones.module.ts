import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { CreateMilestone } from './create.js';
import { DeleteMilestone } from './delete.js';
import { MilestoneFacts } from './milestone.facts.js';
import { GroupMilestonesController, ProjectMilestonesController } from './milestones.controller.js';
import { PromoteMilestone } from './promote.js';
import { MilestonePromotionController } from './promotion.controller.js';
import { UpdateMilestone } from './update.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  controllers: [ProjectMilestonesController, GroupMilestonesController, MilestonePromotionController],
  providers: [MilestoneFacts, CreateMilestone, UpdateMilestone, DeleteMilestone, PromoteMilestone],
  exports: [MilestoneFacts, CreateMilestone, UpdateMilestone, DeleteMilestone, PromoteMilestone],
})
export class MilestonesModule {}
