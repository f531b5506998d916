import { Module } from '@nestjs/common';
import { BuildChangesModule } from '../builds/build-changes.module.js';
import { CiCoreModule } from '../core.module.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { CreateMergeRequestPipeline } from './create.js';
import { MergeRequestFacts } from './merge-request.facts.js';
import { MergeRequestPipelinesController } from './merge-request-pipelines.controller.js';
import { RequestMergeRequestPipeline } from './request.js';

@Module({
  imports: [CiCoreModule, BuildChangesModule, PipelinesModule],
  controllers: [MergeRequestPipelinesController],
  providers: [CreateMergeRequestPipeline, MergeRequestFacts, RequestMergeRequestPipeline],
})
export class MergeRequestPipelinesModule {}
