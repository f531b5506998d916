import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { CreateLabel } from './create.js';
import { DeleteLabel } from './delete.js';
import { LabelFacts } from './label.facts.js';
import { GroupLabelsController, ProjectLabelsController } from './labels.controller.js';
import { PromoteLabel } from './promote.js';
import { LabelPromotionController } from './promotion.controller.js';
import { ResolveLabels } from './resolve.js';
import { SubscribeToLabel } from './subscribe.js';
import { UpdateLabel } from './update.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  controllers: [ProjectLabelsController, GroupLabelsController, LabelPromotionController],
  providers: [LabelFacts, CreateLabel, UpdateLabel, DeleteLabel, PromoteLabel, SubscribeToLabel, ResolveLabels],
  exports: [LabelFacts, CreateLabel, UpdateLabel, DeleteLabel, PromoteLabel, ResolveLabels],
})
export class LabelsModule {}
