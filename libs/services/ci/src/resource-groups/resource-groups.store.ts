import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';
import { AssignResourceJob } from '../jobs.js';
import type { ProcessMode } from './resource-group.rules.js';

export interface ResourceGroup {
  readonly id: number;
  readonly key: string;
  readonly processMode: ProcessMode;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Resource group of a job; null for a job without one. */
export interface ResourceUse {
  readonly projectId: ProjectId;
  readonly resourceGroupId: number | null;
}

const COLUMNS = 'id, key, process_mode as "processMode", created_at as "createdAt", updated_at as "updatedAt"';

const FIND = `select ${COLUMNS} from resource_groups where project_id = $1 and key = $2`;

const UPDATE = `
  update resource_groups set process_mode = $2, updated_at = now() where id = $1 returning ${COLUMNS}`;

const INSERT = `
  insert into resource_groups (project_id, key) select $1, unnest($2::text[]) on conflict do nothing`;

/** The jobs of a group that wait for its resource, or that are to get it later, in the order of its mode. */
const UPCOMING = `
  from resource_groups g join jobs j on j.resource_group_id = g.id
    and j.status in ('created', 'scheduled', 'waiting_for_resource')
    and (j.status = 'waiting_for_resource' or g.process_mode in ('oldest_first', 'newest_first'))
  where g.id = $1`;
const ORDER = `
  order by case g.process_mode when 'unordered' then 0 when 'oldest_first' then j.pipeline_id else - j.pipeline_id end,
    j.status <> 'waiting_for_resource', j.id`;

/** The first of the upcoming jobs, if it waits for the resource and no other job has it. */
const NEXT = `
  select first.id from (select j.id, j.status ${UPCOMING} ${ORDER} limit 1) first
  where first.status = 'waiting_for_resource' and not exists (
    select from jobs holder where holder.resource_group_id = $1 and holder.status in ('pending', 'running', 'canceling'))`;

const USES = `
  select distinct project_id as "projectId", resource_group_id as "resourceGroupId" from jobs
  where pipeline_id = $1 and resource_group_id is not null`;

const DELETE_SOME = `
  delete from resource_groups where id in (select id from resource_groups where project_id = $1 limit $2) returning id`;

/** All SQL about resource groups. */
@Injectable()
export class ResourceGroupsStore {
  constructor(private readonly jobs: Jobs) {}

  /** Returns a page of a project's groups, oldest first. */
  page(db: Db, projectId: ProjectId, request: PageRequest): Promise<Page<ResourceGroup>> {
    const rows = (parameter: Parameter) => `from resource_groups where project_id = ${parameter(projectId)}`;
    return readPage<ResourceGroup>(db, request, plainList({ columns: COLUMNS, rows, order: 'id' }));
  }

  async find(db: Db, projectId: ProjectId, key: string): Promise<ResourceGroup | undefined> {
    const [group] = await db.prepared<ResourceGroup & Row>(FIND, [projectId, key]);
    return group;
  }

  async lock(tx: Tx, projectId: ProjectId, key: string): Promise<ResourceGroup | undefined> {
    const [group] = await tx.prepared<ResourceGroup & Row>(`${FIND} for update`, [projectId, key]);
    return group;
  }

  async update(tx: Tx, id: number, processMode: ProcessMode): Promise<ResourceGroup> {
    const [group] = await tx.prepared<ResourceGroup & Row>(UPDATE, [id, processMode]);
    return group!;
  }

  /** Inserts the groups that do not exist. @param keys in one order, so that two transactions do not deadlock */
  async insertMissing(tx: Tx, projectId: ProjectId, keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await tx.prepared(INSERT, [projectId, keys]);
  }

  /** Adds jobs that give the resources of these jobs to the next ones. */
  async assignOf(tx: Tx, jobs: readonly ResourceUse[]): Promise<void> {
    const projectOf = new Map(jobs.map(({ projectId, resourceGroupId }) => [resourceGroupId, projectId]));
    for (const [resourceGroupId, projectId] of projectOf)
      if (resourceGroupId !== null) await this.jobs.add(tx, AssignResourceJob, { projectId, resourceGroupId });
  }

  /** Gives the resources of the jobs of a pipeline that is being deleted to other jobs. */
  async releaseOf(tx: Tx, pipelineId: number): Promise<void> {
    await this.assignOf(tx, await tx.prepared<ResourceUse & Row>(USES, [pipelineId]));
  }

  /** Returns a page of the ids of the upcoming jobs of a group, in their order. */
  upcoming(db: Db, id: number, request: PageRequest): Promise<Page<{ id: number }>> {
    return readPage<{ id: number }>(db, request, {
      page: ({ page, perPage }) => [
        `select j.id ${UPCOMING} ${ORDER} limit $2 offset $3`,
        [id, perPage, (page - 1) * perPage],
      ],
      count: (most) => [`select count(*)::int as count from (select ${UPCOMING} limit $2) counted`, [id, most]],
    });
  }

  /** Returns the job that gets the resource of a group now; undefined when none waits for it, or another has it. */
  async next(db: Db, id: number): Promise<number | undefined> {
    const [job] = await db.prepared<{ id: number }>(NEXT, [id]);
    return job?.id;
  }

  /** Returns as `next`; other transactions that assign the resource of the group wait. */
  async lockNext(tx: Tx, id: number): Promise<number | undefined> {
    await tx.prepared('select from resource_groups where id = $1 for update', [id]);
    return this.next(tx, id);
  }

  /** Deletes at most `limit` groups of a project, which has no jobs any more; returns their number. */
  async deleteSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [projectId, limit])).length;
  }
}
