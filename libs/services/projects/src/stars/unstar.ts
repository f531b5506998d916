import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NotModified, ProjectNotFound } from '@hearth/http';
import { ProjectsStore, type ProjectRecord } from '../projects/projects.store.js';
import { projectsCaller } from '../access/projects-caller.js';
import { StarsStore } from './stars.store.js';

/** Removes a user's star from a project. */
@Injectable()
export class UnstarProject {
  constructor(
    private readonly db: Database,
    private readonly starsStore: StarsStore,
    private readonly projectsStore: ProjectsStore,
  ) {}

  /** @throws NotModified when there is no star; ProjectNotFound when the project was deleted meanwhile */
  execute(projectId: ProjectId, user: Principal): Promise<ProjectRecord> {
    return this.db.tx(async (tx) => {
      const taken = await this.starsStore.takeBack(tx, user.userId, projectId);
      const project = await this.projectsStore.one(tx, projectId, projectsCaller(user));
      if (!project) throw ProjectNotFound();
      if (!taken) throw NotModified();
      return project;
    });
  }
}
