import { Injectable } from '@nestjs/common';
import { OwnAddress } from '@hearth/config';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { HookCipher } from '../hooks/hook-cipher.js';
import { Payloads } from '../hook-payloads/payloads.js';
import { SendDeliveryJob, SendSlowDeliveryJob } from '../jobs.js';
import { DeliveriesStore, type WaitingDelivery } from './deliveries.store.js';
import { alertStatusOf, headersOf, outcomeOf, redacted, signatureOf } from './delivery.rules.js';
import { QueueDeliveries } from './queue.js';
import { Receiver } from './receiver.js';

type Run = Pick<JobRun, 'id' | 'signal'>;

/**
 * Sends the deliveries of a hook, one for each run and in their order. A process that dies between the sending and the record leaves the
 * delivery waiting, so the receiver may get it twice, with the same `Idempotency-Key`.
 */
@Injectable()
export class SendDelivery {
  constructor(
    private readonly db: Database,
    private readonly deliveriesStore: DeliveriesStore,
    private readonly payloads: Payloads,
    private readonly receiver: Receiver,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly hookCipher: HookCipher,
    private readonly ownAddress: OwnAddress,
  ) {}

  @Job(SendDeliveryJob)
  async execute({ hookId }: JobDataOf<typeof SendDeliveryJob>, run: Run): Promise<void> {
    // While another job sends, nothing is to be done: it looks for waiting deliveries when it has finished.
    if (!(await this.db.tx((tx) => this.deliveriesStore.claim(tx, hookId, run.id)))) return;
    const delivery = await this.deliveriesStore.first(this.db, hookId);
    if (!delivery || delivery.dueSeconds > 0) await this.giveBack(hookId, run.id);
    else await this.send(delivery, run);
  }

  @Job(SendSlowDeliveryJob)
  executeSlow(data: JobDataOf<typeof SendDeliveryJob>, run: Run): Promise<void> {
    return this.execute(data, run);
  }

  private async giveBack(hookId: number, jobId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.deliveriesStore.giveBack(tx, hookId, jobId);
      const due = await this.deliveriesStore.nextDue(tx, hookId);
      if (due !== undefined) await this.queueDeliveries.wake(tx, { id: hookId, slow: false }, Math.max(0, due));
    });
  }

  private async send(delivery: WaitingDelivery, { id: jobId, signal }: Run): Promise<void> {
    const { hookId, failures } = delivery;
    const body = delivery.body ?? (await this.payloads.bodyOf(delivery));
    if (body === undefined) return this.drop(delivery, jobId);
    const { url, token, signingToken } = this.hookCipher.open(hookId, delivery);
    const headers = {
      ...headersOf(delivery, { uuid: delivery.hookUuid, isSystem: delivery.isSystem, token, url }, this.ownAddress.url),
      ...(signingToken !== null && signatureOf({ id: delivery.uuid, body, sentAt: new Date() }, signingToken)),
    };
    const answer = await this.receiver.post({ url, verifyTls: delivery.verifyTls }, headers, body, signal);
    const outcome = outcomeOf(answer, { failures }, delivery.ageSeconds);
    await this.db.tx(async (tx) => {
      await this.deliveriesStore.record(tx, delivery, jobId, { headers: redacted(headers), body, answer, outcome });
      if (alertStatusOf(outcome.failures) === 'disabled')
        await this.deliveriesStore.failWaiting(tx, hookId, 'The hook is disabled: its receiver has failed too often.');
      const due = await this.deliveriesStore.nextDue(tx, hookId);
      if (due !== undefined) await this.queueDeliveries.wake(tx, { id: hookId, slow: outcome.slow }, Math.max(0, due));
    });
  }

  /** Goes on to the next delivery: the record that this one is about was deleted, or is no longer for the hook. */
  private async drop({ id, hookId }: WaitingDelivery, jobId: string): Promise<void> {
    await this.db.tx((tx) => this.deliveriesStore.drop(tx, id, 'The record is gone, or no longer for this hook.'));
    await this.giveBack(hookId, jobId);
  }
}
