import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NotModified, ProjectNotFound } from '@hearth/http';
import { ProjectsStore, type ProjectRecord } from '../projects/projects.store.js';
import { StarsStore } from './stars.store.js';

/** A user takes the star of a project back. */
@Injectable()
export class UnstarProject {
  constructor(
    private readonly db: Database,
    private readonly stars: StarsStore,
    private readonly projects: ProjectsStore,
  ) {}

  /** @throws NotModified when there is no star; ProjectNotFound when the project was deleted meanwhile */
  execute(projectId: ProjectId, userId: UserId): Promise<ProjectRecord> {
    return this.db.tx(async (tx) => {
      const taken = await this.stars.takeBack(tx, userId, projectId);
      const project = await this.projects.one(tx, projectId, userId);
      if (!project) throw ProjectNotFound();
      if (!taken) throw NotModified();
      return project;
    });
  }
}
