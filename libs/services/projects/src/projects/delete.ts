import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { ProjectDeletedEvent } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { ProjectNotFound, requireAbility } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { abilities } from '../abilities.js';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { destroyed } from '../system-hooks/system-subject.rules.js';
import { ProjectsStore } from './projects.store.js';

/** Deletes a project: gone for every reader with the commit. Other services delete their data of it when they receive the event. */
@Injectable()
export class DeleteProject {
  constructor(
    private readonly db: Database,
    private readonly projectsStore: ProjectsStore,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @throws ProjectNotFound when another request deleted it first, Forbidden when the caller has lost permission since the guard's check */
  execute(projectId: ProjectId, owner: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const project = await this.projectsStore.lock(tx, projectId, owner);
      if (!project) throw ProjectNotFound();
      requireAbility(abilities.removeProject, project, owner);
      await this.projectsStore.delete(tx, projectId);
      await this.outbox.append(tx, ProjectDeletedEvent, { projectId });
      await this.queueDeliveries.forSystem(tx, [destroyed(project)]);
      const subject = { type: 'project', id: projectId, name: project.fullPath };
      await this.audit.append(tx, { kind: 'project.deleted', subject });
    });
  }
}
