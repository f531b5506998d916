import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { GroupAccess, GroupCard, Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { GroupProjectIdsQuery, ResolveAccessQuery } from '@hearth/projects-contracts';
import { Database, type Tx } from '@hearth/data';
import { Forbidden, GroupNotFound, ProjectNotFound } from '@hearth/http';
import { abilities } from '../abilities.js';
import { RunnerForbidden, RunnerNotFound } from '../refusals.js';
import { RunnersStore, type RunnerPlaces } from './runners.store.js';

/** Most projects of a runner whose access is resolved. */
const MOST_PROJECTS = 100;

/** Owner of a runner: all projects of the instance, those of a group and its subgroups, or a single one. */
export type RunnerOwner =
  | { readonly kind: 'instance' }
  | { readonly kind: 'group'; readonly id: number }
  | { readonly kind: 'project'; readonly id: ProjectId };

/** Group and projects of a runner, as far as a user manages them. */
export interface ManagedPlaces {
  readonly group: boolean;
  readonly projects: ReadonlySet<ProjectId>;
}

/** Visible group and projects of a runner. */
interface PlaceAccess {
  readonly group: GroupAccess | null;
  readonly projects: readonly ProjectAccess[];
}

/** Resolves access to a runner itself, for requests without a project. */
@Injectable()
export class RunnerAccessFacts {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly calls: Calls,
  ) {}

  /** Returns whether the user owns the runner's group, or manages the runners of one of its projects; admins manage all runners. */
  async manages(runnerId: number, user: Principal): Promise<boolean> {
    if (user.admin) return true;
    const { group, projects } = await this.managed(runnerId, user);
    return group || projects.size > 0;
  }

  /** Returns what of a runner the user manages; not read for admins, who manage all. */
  async managed(runnerId: number, user: Principal): Promise<ManagedPlaces> {
    if (user.admin) return { group: true, projects: new Set() };
    const { group, projects } = await this.accessTo(runnerId, user);
    const managed = projects.filter((access) => may(abilities.manageRunners, access, user));
    return { group: ownsRunnersOf(group, user), projects: new Set(idsOf(managed)) };
  }

  /**
   * Requires that the user owns the group of a runner, or manages the runners of every project of it, because its token and settings concern all of
   * them.
   * @param tx has locked the runner, so that it is enabled in no other project in the meantime
   * @param managed the result of `managed`
   * @throws RunnerForbidden, also to users for a runner of more than a hundred projects
   */
  async requireEveryPlace(tx: Tx, runnerId: number, managed: ManagedPlaces): Promise<void> {
    if (managed.group) return;
    const ids = await this.runnersStore.projectIds(tx, runnerId, MOST_PROJECTS + 1);
    if (ids.length === 0 || !ids.every((id) => managed.projects.has(id)))
      throw RunnerForbidden({ reason: 'No access granted' });
  }

  /**
   * Returns the projects of a runner whose jobs the user may read; null: all projects, for admins.
   * @throws RunnerNotFound; RunnerForbidden unless the user manages the runners of one of them, or owns its group with all projects
   */
  async readableProjects(runnerId: number, user: Principal): Promise<ProjectId[] | null> {
    if (!(await this.runnersStore.find(this.db, runnerId))) throw RunnerNotFound();
    if (user.admin) return null;
    const { group, projects } = await this.accessTo(runnerId, user);
    if (group && ownsRunnersOf(group, user))
      return (await this.calls.query(GroupProjectIdsQuery, { groupId: group.group.id })).ids;
    if (!projects.some((access) => may(abilities.manageRunners, access, user)))
      throw RunnerForbidden({ reason: 'No access granted' });
    return idsOf(projects.filter((access) => may(abilities.readBuild, access, user)));
  }

  /** Returns the projects of a runner that are visible to the user, and its group where that is. */
  async visible(runnerId: number, user: Principal): Promise<{ projectIds: ProjectId[]; group: GroupCard | null }> {
    const { group, projects } = await this.accessTo(runnerId, user);
    return { projectIds: idsOf(projects), group: group?.group ?? null };
  }

  /**
   * Requires that the user manages the runners of an owner.
   * @returns the full path of the owner; undefined for the instance
   * @throws ProjectNotFound, GroupNotFound, Forbidden
   */
  async requireManager(owner: RunnerOwner, user: Principal): Promise<string | undefined> {
    if (owner.kind === 'instance') {
      if (!user.admin) throw Forbidden();
      return undefined;
    }
    const isGroup = owner.kind === 'group';
    const { group, projects } = await this.resolve(
      isGroup ? { groupId: owner.id, projectIds: [] } : { groupId: null, projectIds: [owner.id] },
      user,
    );
    if (isGroup) {
      if (!group) throw GroupNotFound();
      if (!ownsRunnersOf(group, user)) throw Forbidden();
      return group.group.fullPath;
    }
    const [access] = projects;
    if (!access) throw ProjectNotFound();
    if (!may(abilities.manageRunners, access, user)) throw Forbidden();
    return access.project.fullPath;
  }

  private async accessTo(runnerId: number, user: Principal): Promise<PlaceAccess> {
    return this.resolve(await this.runnersStore.placesOf(this.db, runnerId, MOST_PROJECTS), user);
  }

  private async resolve({ groupId, projectIds }: RunnerPlaces, user: Principal): Promise<PlaceAccess> {
    if (groupId === null && projectIds.length === 0) return { group: null, projects: [] };
    const { userId: id, admin, external } = user;
    const { projects, groups = [] } = await this.calls.query(ResolveAccessQuery, {
      projects: projectIds.map((projectId) => ({ id: projectId })),
      ...(groupId !== null && { groups: [{ id: groupId }] }),
      user: { id, admin, external },
    });
    return { group: groups[0] ?? null, projects: projects.filter((access) => access !== null) };
  }
}

function ownsRunnersOf(group: GroupAccess | null, user: Principal): boolean {
  return group !== null && may(abilities.manageGroupRunners, group, user);
}

function idsOf(found: readonly ProjectAccess[]): ProjectId[] {
  return found.map(({ project }) => project.id);
}
