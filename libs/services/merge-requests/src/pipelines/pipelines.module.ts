import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { DiffsModule } from '../diffs/diffs.module.js';
import { MergeabilityModule } from '../mergeability/mergeability.module.js';
import { MergeRequestModule } from '../merge-requests/merge-request.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { PipelineFacts } from './pipeline.facts.js';
import { PipelinesController } from './pipelines.controller.js';
import { PublishHeadPipeline } from './publish-head-pipeline.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, DiffsModule, MergeabilityModule, MergeRequestModule],
  controllers: [PipelinesController],
  providers: [PipelineFacts, PublishHeadPipeline],
})
export class PipelinesModule {}
