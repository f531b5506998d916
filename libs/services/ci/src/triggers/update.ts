import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { TriggerNotFound } from '../refusals.js';
import { TriggersStore, type Trigger } from './triggers.store.js';

/** Changes a trigger: its description, or its owner, whose rights its pipelines use. */
@Injectable()
export class UpdateTrigger {
  constructor(
    private readonly db: Database,
    private readonly triggersStore: TriggersStore,
    private readonly audit: Audit,
  ) {}

  /**
   * @param changes `undefined` leaves a field as it is
   * @throws TriggerNotFound
   */
  execute(
    projectId: ProjectId,
    id: number,
    changes: { readonly description?: string | undefined; readonly ownerId?: number },
  ): Promise<Trigger> {
    return this.db.tx(async (tx) => {
      const trigger = await this.triggersStore.lock(tx, projectId, id);
      if (!trigger) throw TriggerNotFound();
      const { description = trigger.description, ownerId = trigger.ownerId } = changes;
      if (description === trigger.description && ownerId === trigger.ownerId) return trigger;
      await this.audit.append(tx, {
        kind: 'trigger.updated',
        subject: { type: 'trigger', id, name: description },
        details: { projectId, ownerId },
      });
      return this.triggersStore.update(tx, { id, description, ownerId });
    });
  }
}
