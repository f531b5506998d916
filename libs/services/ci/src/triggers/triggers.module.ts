import { Module } from '@nestjs/common';
import { BridgesModule } from '../bridges/bridges.module.js';
import { CiCoreModule } from '../core.module.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { CiStoresModule } from '../stores.module.js';
import { CreateTrigger } from './create.js';
import { DeleteTrigger } from './delete.js';
import { RecordTriggerUse } from './record-use.js';
import { JobRequestFacts } from './job-request.facts.js';
import { TriggerFacts } from './trigger.facts.js';
import { TriggeredPipelinesController } from './triggered-pipelines.controller.js';
import { TriggersController } from './triggers.controller.js';
import { UpdateTrigger } from './update.js';

@Module({
  imports: [BridgesModule, CiCoreModule, CiStoresModule, PipelinesModule],
  controllers: [TriggersController, TriggeredPipelinesController],
  providers: [TriggerFacts, CreateTrigger, UpdateTrigger, DeleteTrigger, RecordTriggerUse, JobRequestFacts],
  exports: [TriggerFacts, CreateTrigger, UpdateTrigger, DeleteTrigger],
})
export class TriggersModule {}
