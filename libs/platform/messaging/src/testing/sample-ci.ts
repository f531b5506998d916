import { Module } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { DataModule, type Tx } from '@hearth/data';
import type { EventMeta } from '../event.js';
import { MessagingModule } from '../messaging.module.js';
import { On, type Reaction } from '../on.js';
import { StepDone, StepSeen, ciSchema, recordStep } from './sample-events.js';

/** Named like the reaction of another service. */
@On(StepDone)
class OnStepDone implements Reaction<typeof StepDone> {
  async handle(data: EventDataOf<typeof StepDone>, tx: Tx, meta: EventMeta): Promise<void> {
    await recordStep(tx, 'ci', data, meta);
  }
}

@On(StepSeen)
class OnStepSeen implements Reaction<typeof StepSeen> {
  async handle(data: EventDataOf<typeof StepSeen>, tx: Tx, meta: EventMeta): Promise<void> {
    await recordStep(tx, 'seen', data, meta);
  }
}

@Module({
  imports: [DataModule.forService(ciSchema), MessagingModule.forService('ci')],
  providers: [OnStepDone, OnStepSeen],
})
export class SampleCi {}
