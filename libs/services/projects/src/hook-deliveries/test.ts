import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { HooksStore } from '../hooks/hooks.store.js';
import { LockHook, type HookAt } from '../hooks/lock.js';
import { RecordNotFound } from '../refusals.js';
import { DeliveriesStore } from './deliveries.store.js';
import type { TestedTrigger } from './delivery.rules.js';
import { QueueDeliveries } from './queue.js';
import { HookSampleFacts } from './sample.facts.js';

/** Calls a hook with the newest record of its project, or of one of its group, as if that had changed; for pushes with the default branch. */
@Injectable()
export class TestHook {
  constructor(
    private readonly db: Database,
    private readonly lockHook: LockHook,
    private readonly hooksStore: HooksStore,
    private readonly hookSampleFacts: HookSampleFacts,
    private readonly deliveriesStore: DeliveriesStore,
    private readonly queueDeliveries: QueueDeliveries,
  ) {}

  /** @throws RecordNotFound, HookNotTested, Forbidden */
  async execute({ source, id }: HookAt, trigger: TestedTrigger, actor: Principal): Promise<void> {
    if (!(await this.hooksStore.find(this.db, source, id))) throw RecordNotFound();
    const { projectId, event } = await this.hookSampleFacts.of(source, trigger, actor);
    await this.db.tx(async (tx) => {
      await this.lockHook.within(tx, { source, id }, actor);
      await this.deliveriesStore.insert(tx, projectId, [id], [event]);
      await this.queueDeliveries.wake(tx, { id, slow: false });
    });
  }
}
