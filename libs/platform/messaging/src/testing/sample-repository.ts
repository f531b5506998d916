import { Module } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { DataModule, type Tx } from '@hearth/data';
import type { EventMeta } from '../event.js';
import { MessagingModule } from '../messaging.module.js';
import { On, type Reaction } from '../on.js';
import { Outbox } from '../outbox/outbox.js';
import { StepDeleted, StepDone, StepSeen, recordStep, repositorySchema, stepOwner } from './sample-events.js';

@On(StepDone)
class OnStepDone implements Reaction<typeof StepDone> {
  async handle(data: EventDataOf<typeof StepDone>, tx: Tx, meta: EventMeta): Promise<void> {
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
@On(StepDone)
class OnStepDoneTellOthers implements Reaction<typeof StepDone> {
  constructor(private readonly outbox: Outbox) {}

  async handle(data: EventDataOf<typeof StepDone>, tx: Tx, meta: EventMeta): Promise<void> {
    await recordStep(tx, 'second', data, meta);
    await this.outbox.append(tx, StepSeen, { projectId: data.projectId, step: data.step });
  }
}

/** Erases, so it asks first. */
@On(StepDeleted)
class OnStepDeleted implements Reaction<typeof StepDeleted> {
  confirm({ step }: EventDataOf<typeof StepDeleted>): Promise<boolean> {
    return stepOwner.isGone(step);
  }

  async handle(data: EventDataOf<typeof StepDeleted>, tx: Tx, meta: EventMeta): Promise<void> {
    await recordStep(tx, 'erased', data, meta);
  }
}

@Module({
  imports: [DataModule.forService(repositorySchema), MessagingModule.forService('repository')],
  providers: [OnStepDone, OnStepDoneTellOthers, OnStepDeleted],
})
export class SampleRepository {}
