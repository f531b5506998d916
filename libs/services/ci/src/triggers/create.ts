import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Keyring, newToken } from '@hearth/secrets';
import { ProjectsStore } from '../pipelines/projects.store.js';
import { TRIGGER_TOKEN, TriggersStore, type Trigger } from './triggers.store.js';

/** Creates a trigger with a new token. */
@Injectable()
export class CreateTrigger {
  constructor(
    private readonly db: Database,
    private readonly projectsStore: ProjectsStore,
    private readonly triggersStore: TriggersStore,
    private readonly keyring: Keyring,
    private readonly audit: Audit,
  ) {}

  /** @throws ProjectNotFound when it was deleted in the meantime */
  execute(projectId: ProjectId, description: string, ownerId: number): Promise<Trigger> {
    const token = newToken();
    const lookup = this.keyring.lookup(token, TRIGGER_TOKEN);
    return this.db.tx(async (tx) => {
      if (!(await this.projectsStore.hold(tx, projectId))) throw ProjectNotFound();
      const id = await this.triggersStore.nextId(tx);
      const sealed = this.keyring.encrypt(token, { ...TRIGGER_TOKEN, id });
      const trigger = await this.triggersStore.insert(tx, { id, projectId, ownerId, description }, { sealed, lookup });
      await this.audit.append(tx, {
        kind: 'trigger.created',
        subject: { type: 'trigger', id, name: description },
        details: { projectId },
      });
      return trigger;
    });
  }
}
