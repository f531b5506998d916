import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { ForkUnlinkedEvent } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { NotModified, ProjectNotFound, requireAbility, type UnlessModified } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { abilities } from '../abilities.js';
import { ProjectsStore } from '../projects/projects.store.js';
import { ForksStore } from './forks.store.js';

/** Takes a fork out of its network: it is an independent project then. */
@Injectable()
export class UnlinkFork {
  constructor(
    private readonly db: Database,
    private readonly forksStore: ForksStore,
    private readonly projectsStore: ProjectsStore,
    private readonly outbox: Outbox,
  ) {}

  /** @throws NotModified for a project that is no fork, PreconditionFailed, Forbidden; ProjectNotFound when it is gone */
  execute(projectId: ProjectId, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const project = await this.projectsStore.lock(tx, projectId, actor);
      if (!project) throw ProjectNotFound();
      requireAbility(abilities.unlinkFork, project, actor);
      const { forkedFromId, forkNetworkId, updatedAt } = project;
      if (forkedFromId === null) throw NotModified();
      unlessModified(updatedAt);
      await this.forksStore.unlink(tx, projectId);
      await this.forksStore.count(tx, forkedFromId, -1);
      await this.outbox.append(tx, ForkUnlinkedEvent, { projectId, forkNetworkId, userId: actor.userId });
    });
  }
}
