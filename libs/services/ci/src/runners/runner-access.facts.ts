import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { ResolveAccessQuery } from '@hearth/projects-contracts';
import { Database, type Tx } from '@hearth/data';
import { Forbidden, ProjectNotFound } from '@hearth/http';
import { abilities } from '../abilities.js';
import { RunnerForbidden, RunnerNotFound } from '../refusals.js';
import { RunnersStore } from './runners.store.js';

/** Most projects of a runner whose access is resolved. */
const MOST_PROJECTS = 100;

/** Resolves access to a runner itself, for requests without a project. */
@Injectable()
export class RunnerAccessFacts {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly calls: Calls,
  ) {}

  /** Returns whether the user manages the runners of one of the runner's projects; admins manage all runners. */
  async manages(runnerId: number, user: Principal): Promise<boolean> {
    return user.admin || (await this.managedProjects(runnerId, user)).size > 0;
  }

  /** Returns the projects of a runner whose runners the user manages; not read for admins, who manage all. */
  async managedProjects(runnerId: number, user: Principal): Promise<ReadonlySet<ProjectId>> {
    if (user.admin) return new Set();
    const found = await this.accessTo(runnerId, user);
    return new Set(idsOf(found.filter((access) => may(abilities.manageRunners, access, user))));
  }

  /**
   * Requires that the user manages the runners of every project of a runner, because its token and settings concern all of them.
   * @param tx has locked the runner, so that it is enabled in no other project in the meantime
   * @param managed the result of `managedProjects`
   * @throws RunnerForbidden, also to users for a runner of more than a hundred projects
   */
  async requireEveryProject(tx: Tx, runnerId: number, managed: ReadonlySet<ProjectId>, user: Principal): Promise<void> {
    if (user.admin) return;
    const ids = await this.runnersStore.projectIds(tx, runnerId, MOST_PROJECTS + 1);
    if (ids.length === 0 || !ids.every((id) => managed.has(id))) throw RunnerForbidden({ reason: 'No access granted' });
  }

  /**
   * Returns the projects of a runner whose jobs the user may read; null: all projects, for admins.
   * @throws RunnerNotFound; RunnerForbidden unless the user manages the runners of one of them
   */
  async readableProjects(runnerId: number, user: Principal): Promise<ProjectId[] | null> {
    if (!(await this.runnersStore.find(this.db, runnerId))) throw RunnerNotFound();
    if (user.admin) return null;
    const found = await this.accessTo(runnerId, user);
    if (!found.some((access) => may(abilities.manageRunners, access, user)))
      throw RunnerForbidden({ reason: 'No access granted' });
    return idsOf(found.filter((access) => may(abilities.readBuild, access, user)));
  }

  /** Returns the projects of a runner that are visible to the user. */
  async visibleProjects(runnerId: number, user: Principal): Promise<ProjectId[]> {
    return idsOf(await this.accessTo(runnerId, user));
  }

  /**
   * Requires that the user manages the runners of a project.
   * @throws ProjectNotFound, Forbidden
   */
  async requireManager(projectId: ProjectId, user: Principal): Promise<void> {
    const [access] = await this.resolve([projectId], user);
    if (!access) throw ProjectNotFound();
    if (!may(abilities.manageRunners, access, user)) throw Forbidden();
  }

  private async accessTo(runnerId: number, user: Principal): Promise<ProjectAccess[]> {
    return this.resolve(await this.runnersStore.projectIds(this.db, runnerId, MOST_PROJECTS), user);
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

function idsOf(found: readonly ProjectAccess[]): ProjectId[] {
  return found.map(({ project }) => project.id);
}
