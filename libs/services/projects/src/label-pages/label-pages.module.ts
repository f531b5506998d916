import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module.js';
import { LabelsModule } from '../labels/labels.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { LabelPage } from './label-page.js';
import { GroupLabelPagesController, ProjectLabelPagesController } from './label-pages.controller.js';
import { LabelPromotionFormController } from './label-promotion-form.controller.js';

/** Pages of the labels of projects and groups. */
@Module({
  imports: [RenderingModule, GroupsModule, LabelsModule],
  controllers: [ProjectLabelPagesController, GroupLabelPagesController, LabelPromotionFormController],
  providers: [LabelPage],
})
export class LabelPagesModule {}
