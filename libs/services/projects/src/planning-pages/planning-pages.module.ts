import { Module } from '@nestjs/common';
import { RichTextModule } from '@hearth/pages';
import { GroupsModule } from '../groups/groups.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { MilestonesModule } from '../milestones/milestones.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { GroupMilestoneFormsController, ProjectMilestoneFormsController } from './milestone-forms.controller.js';
import { MilestonePage } from './milestone-page.js';
import { GroupMilestonePagesController, ProjectMilestonePagesController } from './milestone-pages.controller.js';
import { MilestonePromotionFormController } from './milestone-promotion-form.controller.js';

/** Pages of the milestones of projects and groups. */
@Module({
  imports: [RichTextModule, RenderingModule, GroupsModule, IssuesModule, MilestonesModule],
  controllers: [
    ProjectMilestonePagesController,
    GroupMilestonePagesController,
    ProjectMilestoneFormsController,
    GroupMilestoneFormsController,
    MilestonePromotionFormController,
  ],
  providers: [MilestonePage],
})
export class PlanningPagesModule {}
