import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { PayloadFacts } from './payload.facts.js';
import { QueueDeliveries } from './queue.js';
import { Receiver } from './receiver.js';
import { SendDelivery } from './send.js';
import { TrimDeliveries } from './trim.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  providers: [QueueDeliveries, PayloadFacts, Receiver, SendDelivery, TrimDeliveries],
  exports: [QueueDeliveries],
})
export class HookDeliveriesModule {}
