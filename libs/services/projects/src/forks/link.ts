import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { ProjectsStore } from '../projects/projects.store.js';
import { AlreadyForked } from '../refusals.js';
import { ForksStore } from './forks.store.js';

/** Makes an existing project a fork of another one. Repositories and visibilities stay as they are. */
@Injectable()
export class LinkFork {
  constructor(
    private readonly db: Database,
    private readonly forksStore: ForksStore,
    private readonly projectsStore: ProjectsStore,
  ) {}

  /**
   * Only for admins.
   * @throws AlreadyForked also where the source is the project itself or a fork of it; ProjectNotFound when one of the two is gone
   */
  execute(projectId: ProjectId, sourceId: ProjectId, admin: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const project = await this.projectsStore.lock(tx, projectId, admin);
      if (!project) throw ProjectNotFound();
      if (project.forkedFromId !== null || projectId === sourceId) throw AlreadyForked();
      if (!(await this.forksStore.count(tx, sourceId, 1))) throw ProjectNotFound();
      if (await this.forksStore.isBelow(tx, sourceId, projectId)) throw AlreadyForked();
      await this.forksStore.link(tx, project, await this.projectsStore.locked(tx, sourceId, admin));
    });
  }
}
