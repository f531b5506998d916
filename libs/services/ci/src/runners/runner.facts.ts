import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { GroupCard, Principal, ProjectCard, ProjectId } from '@hearth/contract-kit';
import {
  OwnGroupIdsQuery,
  ProjectsByIdsQuery,
  VisibleProjectIdsQuery,
  type ProjectName,
} from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { abilities } from '../abilities.js';
import { RunnerForbidden, RunnerNotFound } from '../refusals.js';
import { RunnerAccessFacts } from './runner-access.facts.js';
import { RunnersStore, type Runner, type RunnerDetail, type RunnerFilters } from './runners.store.js';

/** Runner with the data of its single read. */
export interface RunnerFact {
  readonly runner: RunnerDetail;
  readonly projects: readonly ProjectName[];
  /** Null for runners of no group. */
  readonly group: GroupCard | null;
}

type ServedProject = Pick<ProjectCard, 'id' | 'sharedRunnersEnabled' | 'groupRunnersEnabled'>;

/** Reads runners for their records. */
@Injectable()
export class RunnerFacts {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly runnerAccessFacts: RunnerAccessFacts,
    private readonly calls: Calls,
  ) {}

  /** Returns a page of the instance's runners. */
  all(filters: RunnerFilters, request: PageRequest): Promise<Page<Runner>> {
    return this.runnersStore.page(this.db, null, filters, request);
  }

  /** Returns a page of the runners of a project, including shared ones and those of its groups if it uses them. */
  async ofProject(
    { id, sharedRunnersEnabled: withShared, groupRunnersEnabled = true }: ServedProject,
    filters: RunnerFilters,
    request: PageRequest,
  ): Promise<Page<Runner>> {
    const groupIds = groupRunnersEnabled ? await this.groupsOf(id) : [];
    return this.runnersStore.page(this.db, { projectIds: [id], groupIds, withShared }, filters, request);
  }

  /** Returns a page of the runners of a group: its own, those of the groups around it, and the shared ones. */
  ofGroup({ id, ancestorIds = [] }: GroupCard, filters: RunnerFilters, request: PageRequest): Promise<Page<Runner>> {
    const of = { projectIds: [], groupIds: [...ancestorIds, id], withShared: true };
    return this.runnersStore.page(this.db, of, filters, request);
  }

  /** Returns a page of the runners of the projects and groups whose runners the user manages. */
  async ofUser(user: Principal, filters: RunnerFilters, request: PageRequest): Promise<Page<Runner>> {
    const { userId } = user;
    const { manageRunners, manageGroupRunners } = abilities;
    const [{ readers: projectIds }, { ids: groupIds }] = await Promise.all([
      this.calls.query(VisibleProjectIdsQuery, { userId, from: manageRunners.from }),
      this.calls.query(OwnGroupIdsQuery, { userId, from: manageGroupRunners.from }),
    ]);
    return this.runnersStore.page(this.db, { projectIds, groupIds, withShared: false }, filters, request);
  }

  /**
   * Returns a runner to its managers, and a shared one to every user.
   * @throws RunnerNotFound, RunnerForbidden
   */
  async one(id: number, user: Principal): Promise<RunnerFact> {
    const runner = await this.runnersStore.find(this.db, id);
    if (!runner) throw RunnerNotFound();
    if (!runner.isShared && !(await this.runnerAccessFacts.manages(id, user)))
      throw RunnerForbidden({ reason: 'No access granted' });
    return this.describe(runner, user);
  }

  /** Returns the runner with its group and projects that are visible to the user. */
  async describe(runner: RunnerDetail, user: Principal): Promise<RunnerFact> {
    const { projectIds: ids, group } = await this.runnerAccessFacts.visible(runner.id, user);
    const { projects } = ids.length > 0 ? await this.calls.query(ProjectsByIdsQuery, { ids }) : { projects: [] };
    return { runner, projects, group };
  }

  /** Returns the ids of the ancestor groups of a project. */
  private async groupsOf(id: ProjectId): Promise<readonly number[]> {
    const { projects } = await this.calls.query(ProjectsByIdsQuery, { ids: [id] });
    return projects[0]?.groupIds ?? [];
  }
}
