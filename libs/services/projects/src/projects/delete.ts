import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { ProjectDeleted } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { ProjectsStore } from './projects.store.js';

/** Removes a project: gone for every reader with the commit; what others keep of it they remove when they hear of it. */
@Injectable()
export class DeleteProject {
  constructor(
    private readonly db: Database,
    private readonly projects: ProjectsStore,
    private readonly outbox: Outbox,
  ) {}

  /** @throws ProjectNotFound when somebody else was faster */
  execute(projectId: ProjectId): Promise<void> {
    return this.db.tx(async (tx) => {
      if (!(await this.projects.delete(tx, projectId))) throw ProjectNotFound();
      await this.outbox.append(tx, ProjectDeleted, { projectId });
    });
  }
}
