import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound, requireAbility } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ProjectsStore } from './projects.store.js';
import { PublishProjectUpdate } from './publish-update.js';

/** Archives a project, or makes it active again. Checks of writes query the project's card, so it takes effect with the commit. */
@Injectable()
export class ArchiveProject {
  constructor(
    private readonly db: Database,
    private readonly projectsStore: ProjectsStore,
    private readonly publishProjectUpdate: PublishProjectUpdate,
  ) {}

  /** Repeating it changes nothing. @throws Forbidden; ProjectNotFound when another request has deleted it */
  async execute(projectId: ProjectId, archived: boolean, owner: Principal): Promise<void> {
    await this.db.tx(async (tx) => {
      const project = await this.projectsStore.lock(tx, projectId, owner);
      if (!project) throw ProjectNotFound();
      requireAbility(abilities.archiveProject, project, owner);
      await this.projectsStore.setArchived(tx, projectId, archived);
      await this.publishProjectUpdate.within(tx, project, { archived });
    });
  }
}
