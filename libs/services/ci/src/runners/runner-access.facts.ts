import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { ResolveAccessQuery } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Forbidden, ProjectNotFound } from '@hearth/http';
import { abilities } from '../abilities.js';
import { RunnerForbidden, RunnerNotFound } from '../refusals.js';
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
    const found = await this.resolve(await this.runnersStore.projectIds(this.db, runnerId), user);
    return found.some((access) => isManaged(access, user));
  }

  /** @throws RunnerNotFound; RunnerForbidden for who does not manage a project of it */
  async requireRunner(runnerId: number, user: Principal): Promise<void> {
    if (!(await this.runnersStore.find(this.db, runnerId))) throw RunnerNotFound();
    if (!(await this.manages(runnerId, user))) throw RunnerForbidden({ reason: 'No access granted' });
  }

  /** The projects that a runner works for, as far as they are visible to the user. */
  async visibleProjects(runnerId: number, user: Principal): Promise<ProjectId[]> {
    const found = await this.resolve(await this.runnersStore.projectIds(this.db, runnerId), user);
    return found.map(({ project }) => project.id);
  }

  /**
   * Requires that the user manages the runners of a project.
   * @throws ProjectNotFound, Forbidden
   */
  async requireManager(projectId: ProjectId, user: Principal): Promise<void> {
    const [access] = await this.resolve([projectId], user);
    if (!access) throw ProjectNotFound();
    if (!isManaged(access, user)) throw Forbidden();
  }

  private async resolve(ids: readonly ProjectId[], user: Principal): Promise<ProjectAccess[]> {
    if (ids.length === 0) return [];
    const { userId: id, admin, external } = user;
    const { projects } = await this.calls.query(ResolveAccessQuery, {
      projects: ids.map((projectId) => ({ id: projectId })),
      user: { id, admin, external },
    });
    return projects.filter((access) => access !== null);
  }
}

function isManaged({ project, level }: ProjectAccess, user: Principal): boolean {
  return isAllowed(abilities.manageRunners, { ...project, level }, user);
}
