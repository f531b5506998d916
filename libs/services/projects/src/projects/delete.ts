import { Injectable } from '@nestjs/common';
import { AccessLevel, type Principal, type ProjectId } from '@hearth/contract-kit';
import { ProjectDeleted } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Forbidden, ProjectNotFound } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { ChangedProjectsStore } from './changes/changed-projects.store.js';
import { ProjectsStore } from './projects.store.js';

/** Removes a project: gone for every reader with the commit; what others keep of it they remove when they hear of it. */
@Injectable()
export class DeleteProject {
  constructor(
    private readonly db: Database,
    private readonly changed: ChangedProjectsStore,
    private readonly projects: ProjectsStore,
    private readonly outbox: Outbox,
  ) {}

  /** @throws ProjectNotFound when somebody else was faster, Forbidden when the right to it has gone since it was asked for */
  execute(projectId: ProjectId, owner: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const project = await this.changed.lock(tx, projectId, owner);
      if (!project) throw ProjectNotFound();
      if (project.level < AccessLevel.owner) throw Forbidden();
      await this.projects.delete(tx, projectId);
      await this.outbox.append(tx, ProjectDeleted, { projectId });
    });
  }
}
