import { Controller, Module } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { DataModule } from '@hearth/data';
import { gone } from '../confirm.js';
import type { Delivery } from '../event-delivery.js';
import { MessagingModule } from '../messaging.module.js';
import { On } from '../on.js';
import { Outbox } from '../outbox/outbox.js';
import { StepDeleted, StepDone, StepSeen, StepsByIds, recordStep, repositorySchema } from './sample-events.js';

@Controller()
class OnStepDone {
  @On(StepDone)
  async handle(data: EventDataOf<typeof StepDone>, { tx, meta }: Delivery): Promise<void> {
    await recordStep(tx, 'first', data, meta);
    if (data.mood === 'kill' || (data.mood === 'kill-once' && meta.attempt === 1)) process.kill(process.pid, 'SIGKILL');
    if (data.mood === 'flaky' && meta.attempt < 3) throw new Error('not yet');
    if (data.mood === 'poison') {
      const cured = await tx.query('select from cures where project_id = $1', [data.projectId]);
      if (cured.length === 0) throw new Error('poisoned');
    }
  }
}

/** A second handler of the same event, with its own transaction, attempts and mark; it publishes another event. */
@Controller()
class OnStepDoneTellOthers {
  constructor(private readonly outbox: Outbox) {}

  @On(StepDone)
  async handle(data: EventDataOf<typeof StepDone>, { tx, meta }: Delivery): Promise<void> {
    await recordStep(tx, 'second', data, meta);
    await this.outbox.append(tx, StepSeen, { projectId: data.projectId, step: data.step });
  }
}

/** Erases, so it asks first. */
@Controller()
class OnStepDeleted {
  @On(StepDeleted, { confirm: gone(StepsByIds, ({ step }) => ({ ids: [step] })) })
  async handle(data: EventDataOf<typeof StepDeleted>, { tx, meta }: Delivery): Promise<void> {
    await recordStep(tx, 'erased', data, meta);
  }
}

@Module({
  imports: [DataModule.forService(repositorySchema), MessagingModule.forService('repository')],
  controllers: [OnStepDone, OnStepDoneTellOthers, OnStepDeleted],
})
export class SampleRepository {}
