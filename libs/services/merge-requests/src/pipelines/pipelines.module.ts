import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { DiffsModule } from '../diffs/diffs.module.js';
import { MergeRequestModule } from '../merge-requests/merge-request.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { PipelineFacts } from './pipeline.facts.js';
import { PipelinesController } from './pipelines.controller.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, DiffsModule, MergeRequestModule],
  controllers: [PipelinesController],
  providers: [PipelineFacts],
})
export class PipelinesModule {}
