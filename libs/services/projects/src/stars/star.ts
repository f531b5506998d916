import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NotModified, ProjectNotFound } from '@hearth/http';
import { ProjectsStore, type ProjectRecord } from '../projects/projects.store.js';
import { projectsCaller } from '../access/projects-caller.js';
import { StarsStore } from './stars.store.js';

/** Stars a project. */
@Injectable()
export class StarProject {
  constructor(
    private readonly db: Database,
    private readonly starsStore: StarsStore,
    private readonly projectsStore: ProjectsStore,
  ) {}

  /** @throws NotModified when the user has starred it before; ProjectNotFound when it was deleted meanwhile */
  execute(projectId: ProjectId, user: Principal): Promise<ProjectRecord> {
    return this.db.tx(async (tx) => {
      const added = await this.starsStore.add(tx, user.userId, projectId);
      const project = await this.projectsStore.one(tx, projectId, projectsCaller(user));
      if (!project) throw ProjectNotFound();
      if (!added) throw NotModified();
      return project;
    });
  }
}
