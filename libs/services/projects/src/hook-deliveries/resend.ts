import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { requireAbility } from '@hearth/http';
import { abilities } from '../abilities.js';
import { HooksStore } from '../hooks/hooks.store.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import { RecordNotFound } from '../refusals.js';
import { DeliveriesStore } from './deliveries.store.js';
import { QueueDeliveries } from './queue.js';

/** Delivers the body of an earlier delivery again. */
@Injectable()
export class ResendDelivery {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly hooksStore: HooksStore,
    private readonly deliveriesStore: DeliveriesStore,
    private readonly queueDeliveries: QueueDeliveries,
  ) {}

  /** @throws RecordNotFound, Forbidden */
  execute(projectId: ProjectId, hookId: number, deliveryId: number, actor: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const standing = await this.memberSourcesStore.lock(tx, { kind: 'project', id: projectId }, actor);
      if (!standing || !(await this.hooksStore.lock(tx, projectId, hookId))) throw RecordNotFound();
      requireAbility(abilities.manageHook, standing, actor);
      if (!(await this.deliveriesStore.repeat(tx, hookId, deliveryId))) throw RecordNotFound();
      await this.queueDeliveries.wake(tx, { id: hookId, slow: false });
    });
  }
}
