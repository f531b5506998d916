import { Injectable } from '@nestjs/common';
import { AccessLevel, type Principal, type ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden, ProjectNotFound } from '@hearth/http';
import { ChangedProjectsStore } from './changed-projects.store.js';

/** Archives a project, or makes it active again. Who may write asks for the project's card, so it holds with the commit. */
@Injectable()
export class ArchiveProject {
  constructor(
    private readonly db: Database,
    private readonly changed: ChangedProjectsStore,
  ) {}

  /** Repeating it changes nothing. @throws Forbidden; ProjectNotFound when somebody has deleted it */
  async execute(projectId: ProjectId, archived: boolean, owner: Principal): Promise<void> {
    await this.db.tx(async (tx) => {
      const project = await this.changed.lock(tx, projectId, owner);
      if (!project) throw ProjectNotFound();
      if (project.level < AccessLevel.owner) throw Forbidden();
      await this.changed.setArchived(tx, projectId, archived);
    });
  }
}
