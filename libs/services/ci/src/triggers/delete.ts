import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { TriggerNotFound } from '../refusals.js';
import { TriggersStore } from './triggers.store.js';

/** Deletes a trigger: its token no longer creates pipelines. */
@Injectable()
export class DeleteTrigger {
  constructor(
    private readonly db: Database,
    private readonly triggersStore: TriggersStore,
    private readonly audit: Audit,
  ) {}

  /** @throws TriggerNotFound, PreconditionFailed */
  async execute(projectId: ProjectId, id: number, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const trigger = await this.triggersStore.lock(tx, projectId, id);
      if (!trigger) throw TriggerNotFound();
      unlessModified(trigger.updatedAt);
      await this.triggersStore.delete(tx, id);
      await this.audit.append(tx, {
        kind: 'trigger.deleted',
        subject: { type: 'trigger', id, name: trigger.description },
        details: { projectId },
      });
    });
  }
}
