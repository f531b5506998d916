import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { ResolveAccessQuery } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { abilities } from '../abilities.js';
import { RunnersStore } from './runners.store.js';

/** Who may do something with a runner itself, whatever the project of the request. */
@Injectable()
export class RunnerAccessFacts {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly calls: Calls,
  ) {}

  /** Whether the user manages the runners of one of the projects that a runner works for; admins manage all runners. */
  async manages(runnerId: number, user: Principal): Promise<boolean> {
    if (user.admin) return true;
    const ids = await this.runnersStore.projectIds(this.db, runnerId);
    if (ids.length === 0) return false;
    const { userId: id, admin, external } = user;
    const { projects } = await this.calls.query(ResolveAccessQuery, {
      projects: ids.map((projectId) => ({ id: projectId })),
      user: { id, admin, external },
    });
    return projects.some(
      (access) =>
        access !== null && isAllowed(abilities.manageRunners, { ...access.project, level: access.level }, user),
    );
  }
}
