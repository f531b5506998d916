import { Controller, Module } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { DataModule } from '@hearth/data';
import type { Delivery } from '../event-delivery.js';
import { MessagingModule } from '../messaging.module.js';
import { On } from '../on.js';
import { SelectiveReaction } from '../selective-reaction.js';
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

/** Steps whose selection throws an error, and has too few answers. */
export const [UNSELECTED, UNANSWERED] = [13, 17] as const;

/** Handles every tenth step only. */
@Controller()
class OnTenthStepSeen extends SelectiveReaction<typeof StepSeen> {
  selects(events: readonly EventDataOf<typeof StepSeen>[]): Promise<boolean[]> {
    if (events.some(({ step }) => step === UNSELECTED)) return Promise.reject(new Error('no selection'));
    const answered = events.filter(({ step }) => step !== UNANSWERED);
    return Promise.resolve(answered.map(({ step }) => step % 10 === 0));
  }

  @On(StepSeen)
  async handle(data: EventDataOf<typeof StepSeen>, { tx, meta }: Delivery): Promise<void> {
    await recordStep(tx, 'tenth', data, meta);
  }
}

@Module({
  imports: [DataModule.forService(ciSchema), MessagingModule.forService('ci')],
  controllers: [OnStepDone, OnStepSeen, OnTenthStepSeen],
})
export class SampleCi {}
