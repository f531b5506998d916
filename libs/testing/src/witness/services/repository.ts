import { Controller, Module } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { DataModule } from '@hearth/data';
import { MessagingModule, On, Outbox, type Delivery } from '@hearth/messaging';
import { StepDone, StepSeen } from '../contracts.js';
import { isRecovered, recordEffect, witnessSchema } from '../effects.js';

@Controller()
class OnStepDone {
  @On(StepDone)
  async handle(data: EventDataOf<typeof StepDone>, { tx, meta }: Delivery): Promise<void> {
    await recordEffect(tx, 'first', data, meta);
    if (data.mood === 'flaky' && meta.attempt === 1) throw new Error('not yet');
    if (data.mood === 'poison' && !(await isRecovered(tx, data.key))) throw new Error(`poisoned at step ${data.step}`);
  }
}

/** A second handler of the same event, with its own mark and attempts; it publishes another event. */
@Controller()
class OnStepDoneTellOthers {
  constructor(private readonly outbox: Outbox) {}

  @On(StepDone)
  async handle(data: EventDataOf<typeof StepDone>, { tx, meta }: Delivery): Promise<void> {
    await recordEffect(tx, 'second', data, meta);
    await this.outbox.append(tx, StepSeen, data);
  }
}

const schema = witnessSchema('repository');

/** The service with two handlers of the publisher's event. */
@Module({
  imports: [DataModule.forService(schema), MessagingModule.forService('repository')],
  controllers: [OnStepDone, OnStepDoneTellOthers],
})
export class WitnessRepository {
  static readonly schema = schema;
  static readonly jobs = [];
}
