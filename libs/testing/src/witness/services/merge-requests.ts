import { Controller, Module } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { DataModule } from '@hearth/data';
import { MessagingModule, On, type Delivery } from '@hearth/messaging';
import { StepDone } from '../contracts.js';
import { isRecovered, recordEffect, witnessSchema } from '../effects.js';

@Controller()
class OnStepDone {
  @On(StepDone)
  async handle(data: EventDataOf<typeof StepDone>, { tx, meta }: Delivery): Promise<void> {
    await recordEffect(tx, 'fragile', data, meta);
    if (data.mood === 'kill' && !(await isRecovered(tx, data.key))) process.kill(process.pid, 'SIGKILL');
  }
}

const schema = witnessSchema('merge-requests');

/** The service with one handler, which some events kill. */
@Module({
  imports: [DataModule.forService(schema), MessagingModule.forService('merge-requests')],
  controllers: [OnStepDone],
})
export class WitnessMergeRequests {
  static readonly schema = schema;
  static readonly jobs = [];
}
