import { Module } from '@nestjs/common';
import { RichTextModule } from '@hearth/pages';
import { IssuesModule } from '../issues/issues.module.js';
import { LabelsModule } from '../labels/labels.module.js';
import { MilestonesModule } from '../milestones/milestones.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { LabelPagesController } from './label-pages.controller.js';
import { MilestonePagesController } from './milestone-pages.controller.js';

/** Pages by which a project plans its issues. */
@Module({
  imports: [RichTextModule, RenderingModule, IssuesModule, LabelsModule, MilestonesModule],
  controllers: [MilestonePagesController, LabelPagesController],
})
export class PlanningPagesModule {}
