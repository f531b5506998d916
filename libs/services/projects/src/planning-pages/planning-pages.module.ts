import { Module } from '@nestjs/common';
import { RichTextModule } from '@hearth/pages';
import { IssuesModule } from '../issues/issues.module.js';
import { MilestonesModule } from '../milestones/milestones.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { MilestonePagesController } from './milestone-pages.controller.js';

/** Pages of the milestones of projects. */
@Module({
  imports: [RichTextModule, RenderingModule, IssuesModule, MilestonesModule],
  controllers: [MilestonePagesController],
})
export class PlanningPagesModule {}
