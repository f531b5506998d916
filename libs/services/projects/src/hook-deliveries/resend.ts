import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { LockHook, type HookAt } from '../hooks/lock.js';
import { RecordNotFound } from '../refusals.js';
import { DeliveriesStore } from './deliveries.store.js';
import { QueueDeliveries } from './queue.js';

/** Delivers the body of an earlier delivery again. */
@Injectable()
export class ResendDelivery {
  constructor(
    private readonly db: Database,
    private readonly lockHook: LockHook,
    private readonly deliveriesStore: DeliveriesStore,
    private readonly queueDeliveries: QueueDeliveries,
  ) {}

  /** @throws RecordNotFound, Forbidden */
  execute(at: HookAt, deliveryId: number, actor: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      await this.lockHook.within(tx, at, actor);
      if (!(await this.deliveriesStore.repeat(tx, at.id, deliveryId))) throw RecordNotFound();
      await this.queueDeliveries.wake(tx, { id: at.id, slow: false });
    });
  }
}
