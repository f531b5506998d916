import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { ProjectDeletedEvent } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { ProjectNotFound, requireAbility } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { abilities } from '../abilities.js';
import { ProjectsStore } from './projects.store.js';

/** Removes a project: gone for every reader with the commit; what others keep of it they remove when they hear of it. */
@Injectable()
export class DeleteProject {
  constructor(
    private readonly db: Database,
    private readonly projectsStore: ProjectsStore,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @throws ProjectNotFound when somebody else was faster, Forbidden when the right to it has gone since it was asked for */
  execute(projectId: ProjectId, owner: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const project = await this.projectsStore.lock(tx, projectId, owner);
      if (!project) throw ProjectNotFound();
      requireAbility(abilities.removeProject, project, owner);
      await this.projectsStore.delete(tx, projectId);
      await this.outbox.append(tx, ProjectDeletedEvent, { projectId });
      const subject = { type: 'project', id: projectId, name: project.fullPath };
      await this.audit.append(tx, { kind: 'project.deleted', subject });
    });
  }
}
