import { Module } from '@nestjs/common';
import { RichTextModule } from '@hearth/pages';
import { IssuesModule } from '../issues/issues.module.js';
import { MilestonesModule } from '../milestones/milestones.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { MilestoneFormsController } from './milestone-forms.controller.js';
import { MilestonePage } from './milestone-page.js';
import { MilestonePagesController } from './milestone-pages.controller.js';
import { MilestonePromotionFormController } from './milestone-promotion-form.controller.js';

/** Pages of the milestones of projects. */
@Module({
  imports: [RichTextModule, RenderingModule, IssuesModule, MilestonesModule],
  controllers: [MilestonePagesController, MilestoneFormsController, MilestonePromotionFormController],
  providers: [MilestonePage],
})
export class PlanningPagesModule {}
