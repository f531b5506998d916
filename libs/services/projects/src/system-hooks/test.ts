import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { DeliveriesStore } from '../hook-deliveries/deliveries.store.js';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { RecordNotFound } from '../refusals.js';
import { SystemHooksStore } from './system-hooks.store.js';

/** Calls a hook of the instance with the sample of a new project. */
@Injectable()
export class TestSystemHook {
  constructor(
    private readonly db: Database,
    private readonly systemHooksStore: SystemHooksStore,
    private readonly deliveriesStore: DeliveriesStore,
    private readonly queueDeliveries: QueueDeliveries,
  ) {}

  /** @throws RecordNotFound */
  execute(id: number): Promise<void> {
    return this.db.tx(async (tx) => {
      if (!(await this.systemHooksStore.lock(tx, id))) throw RecordNotFound();
      await this.deliveriesStore.insert(tx, null, [id], [{ trigger: 'system_events', subject: { name: 'sample' } }]);
      await this.queueDeliveries.wake(tx, { id, slow: false });
    });
  }
}
