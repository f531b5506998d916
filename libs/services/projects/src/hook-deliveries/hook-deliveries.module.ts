import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { HookPayloadsModule } from '../hook-payloads/hook-payloads.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { HookCipher } from '../hooks/hook-cipher.js';
import { QueueDeliveries } from './queue.js';
import { Receiver } from './receiver.js';
import { SendDelivery } from './send.js';
import { TrimDeliveries } from './trim.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, HookPayloadsModule],
  providers: [HookCipher, QueueDeliveries, Receiver, SendDelivery, TrimDeliveries],
  exports: [HookCipher, QueueDeliveries],
})
export class HookDeliveriesModule {}
