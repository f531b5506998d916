import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NotModified, ProjectNotFound } from '@hearth/http';
import { ProjectsStore, type ProjectRecord } from '../projects/projects.store.js';
import { StarsStore } from './stars.store.js';

/** A user likes a project. */
@Injectable()
export class StarProject {
  constructor(
    private readonly db: Database,
    private readonly stars: StarsStore,
    private readonly projects: ProjectsStore,
  ) {}

  /** @throws NotModified when the user has starred it before; ProjectNotFound when it was deleted meanwhile */
  execute(projectId: ProjectId, userId: UserId): Promise<ProjectRecord> {
    return this.db.tx(async (tx) => {
      const added = await this.stars.add(tx, userId, projectId);
      const project = await this.projects.one(tx, projectId, userId);
      if (!project) throw ProjectNotFound();
      if (!added) throw NotModified();
      return project;
    });
  }
}
