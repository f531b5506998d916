import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import { abilities } from '../abilities.js';
import { PipelinesFinder } from '../pipelines/pipelines.finder.js';
import type { RequestedPipeline } from '../pipelines/request.js';
import type { ListedPipeline } from '../pipelines/pipelines.store.js';
import { ScheduleNotFound } from '../refusals.js';
import { opened, type GivenVariable } from '../variables/variable.rules.js';
import { VariablesStore } from '../variables/variables.store.js';
import { SchedulesStore, type Schedule } from './schedules.store.js';
import { standingOf } from './schedule-access.rules.js';

/** Schedule with the data of its record. */
export interface ScheduleFact {
  readonly schedule: Schedule;
  readonly owner: UserCard | null;
  /** Full path of its project. */
  readonly projectPath: string;
  readonly lastPipeline: ListedPipeline | null;
  /** Null for callers who may not change it. */
  readonly variables: readonly GivenVariable[] | null;
}

/** Reads of schedules. */
@Injectable()
export class ScheduleFacts {
  constructor(
    private readonly db: Database,
    private readonly schedulesStore: SchedulesStore,
    private readonly variablesStore: VariablesStore,
    private readonly keyring: Keyring,
    private readonly pipelinesFinder: PipelinesFinder,
    private readonly calls: Calls,
  ) {}

  /** Returns a page of a project's schedules. @param active null for all */
  async page(
    projectId: ProjectId,
    active: boolean | null,
    request: PageRequest,
  ): Promise<Page<Pick<ScheduleFact, 'schedule' | 'owner'>>> {
    const page = await this.schedulesStore.page(this.db, projectId, active, request);
    const owners = await this.owners(page.items);
    return page.map((schedule) => ({ schedule, owner: owners.get(schedule.ownerId) ?? null }));
  }

  /** @throws ScheduleNotFound */
  async one(access: ProjectAccess, id: number, caller: Principal | null): Promise<ScheduleFact> {
    const schedule = await this.schedulesStore.find(this.db, access.project.id, id);
    if (!schedule) throw ScheduleNotFound();
    return this.of(access, schedule, caller);
  }

  /**
   * Returns a page of the pipelines that a schedule has created.
   * @throws ScheduleNotFound
   */
  async pipelines(
    projectId: ProjectId,
    id: number,
    { sort, ...request }: PageRequest & { readonly sort: 'asc' | 'desc' },
  ): Promise<Page<ListedPipeline>> {
    if (!(await this.schedulesStore.find(this.db, projectId, id))) throw ScheduleNotFound();
    return this.pipelinesFinder.page(this.db, projectId, { scheduleId: id, orderBy: 'id', sort }, request);
  }

  async of(access: ProjectAccess, schedule: Schedule, caller: Principal | null): Promise<ScheduleFact> {
    const owner = (await this.owners([schedule])).get(schedule.ownerId) ?? null;
    const lastPipeline = (await this.schedulesStore.lastPipeline(this.db, schedule.id)) ?? null;
    const { standing, relations } = standingOf(access, schedule, caller);
    const mayChange =
      isAllowed(abilities.createPipelineSchedule, standing, caller) &&
      isAllowed(abilities.updatePipelineSchedule, standing, caller, relations);
    const variables = mayChange ? await this.variables(schedule.id) : null;
    return { schedule, owner, projectPath: access.project.fullPath, lastPipeline, variables };
  }

  /** Returns the variables that a schedule gives its pipelines. */
  async variables(id: number): Promise<GivenVariable[]> {
    const variables = await this.variablesStore.all(this.db, { kind: 'schedule', id });
    return variables.map((variable) => opened(this.keyring, variable));
  }

  /**
   * Returns the request for a pipeline of a schedule at once. Its next time does not matter, and it may be inactive.
   * @throws ScheduleNotFound
   */
  async requested(projectId: ProjectId, id: number): Promise<RequestedPipeline> {
    const schedule = await this.schedulesStore.find(this.db, projectId, id);
    if (!schedule) throw ScheduleNotFound();
    return {
      ref: schedule.ref,
      source: 'schedule',
      variables: await this.variables(id),
      inputs: schedule.inputs,
      schedule: { id, dueAt: null },
    };
  }

  private async owners(schedules: readonly Schedule[]): Promise<Map<number | null, UserCard>> {
    const ids = [...new Set(schedules.flatMap(({ ownerId }) => ownerId ?? []))];
    const { users } = ids.length > 0 ? await this.calls.query(UsersByIdsQuery, { ids }) : { users: [] };
    return new Map(users.map((user) => [user.askedAs ?? user.id, user]));
  }
}
