import { Controller, Module } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { DataModule } from '@hearth/data';
import type { Delivery } from '../event-delivery.js';
import { MessagingModule } from '../messaging.module.js';
import { On } from '../on.js';
import { StepDone, StepSeen, ciSchema, recordStep } from './sample-events.js';

/** Named like the reaction of another service. */
@Controller()
class OnStepDone {
  @On(StepDone)
  async handle(data: EventDataOf<typeof StepDone>, { tx, meta }: Delivery): Promise<void> {
    await recordStep(tx, 'ci', data, meta);
  }
}

@Controller()
class OnStepSeen {
  @On(StepSeen)
  async handle(data: EventDataOf<typeof StepSeen>, { tx, meta }: Delivery): Promise<void> {
    await recordStep(tx, 'seen', data, meta);
  }
}

@Module({
  imports: [DataModule.forService(ciSchema), MessagingModule.forService('ci')],
  controllers: [OnStepDone, OnStepSeen],
})
export class SampleCi {}
