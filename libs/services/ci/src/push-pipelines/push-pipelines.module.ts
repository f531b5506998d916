import { Module } from '@nestjs/common';
import { CiCoreModule } from '../core.module.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { CreatePushPipeline } from './create.js';

@Module({
  imports: [CiCoreModule, PipelinesModule],
  providers: [CreatePushPipeline],
})
export class PushPipelinesModule {}
