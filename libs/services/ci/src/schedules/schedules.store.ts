import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import type { Fields } from '../configuration/checks.rules.js';
import { listedColumns, type ListedPipeline } from '../pipelines/pipelines.store.js';

/** Editable fields of a schedule. */
export interface ScheduleColumns {
  readonly description: string;
  readonly ref: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly active: boolean;
  /** Null when the owner was deleted. */
  readonly ownerId: number | null;
  readonly nextRunAt: Date;
  /** Values of the inputs of the configuration, by name. */
  readonly inputs: Fields;
}

/** A schedule of pipelines. */
export interface Schedule extends ScheduleColumns {
  readonly id: number;
  readonly projectId: ProjectId;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `id, project_id as "projectId", owner_id as "ownerId", description, ref, cron, cron_timezone as "timeZone", active,
  next_run_at as "nextRunAt", inputs, created_at as "createdAt", updated_at as "updatedAt"`;

const IS_ASKED = 'project_id = $1 and ($2::boolean is null or active = $2)';
const LIST = `select ${COLUMNS} from pipeline_schedules where ${IS_ASKED} order by id desc limit $3 offset $4`;
const COUNT = `select count(*)::int as count from (select from pipeline_schedules where ${IS_ASKED} limit $3) counted`;
const FIND = `select ${COLUMNS} from pipeline_schedules where project_id = $1 and id = $2`;

const INSERT = `
  insert into pipeline_schedules (project_id, owner_id, description, ref, cron, cron_timezone, active, next_run_at, inputs)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`;

const UPDATE = `
  update pipeline_schedules set owner_id = $2, description = $3, ref = $4, cron = $5, cron_timezone = $6, active = $7, next_run_at = $8,
    inputs = $9, updated_at = now()
  where id = $1 returning ${COLUMNS}`;

/** Rows that another process is taking are skipped. */
const LOCK_DUE = `
  select ${COLUMNS} from pipeline_schedules where active and next_run_at <= $1
  order by next_run_at limit $2 for update skip locked`;

const MOVE_ON = 'update pipeline_schedules set next_run_at = $2 where id = $1';

const LAST_PIPELINE = `
  select ${listedColumns('p')} from pipelines p where schedule_id = $1 order by id desc limit 1`;

const LAST_RUN = 'select created_at as at from pipelines where schedule_id = $1 order by id desc limit 1';

const DELETE_SOME = `
  delete from pipeline_schedules where id in (select id from pipeline_schedules where project_id = $1 limit $2) returning id`;

const DISOWN_SOME = `
  update pipeline_schedules set owner_id = null
  where id in (select id from pipeline_schedules where owner_id = $1 limit $2) returning id`;

/** All SQL about schedules of pipelines. */
@Injectable()
export class SchedulesStore {
  /** Returns a page of a project's schedules, newest first. @param active null for all */
  page(db: Db, projectId: ProjectId, active: boolean | null, request: PageRequest): Promise<Page<Schedule>> {
    return readPage<Schedule>(db, request, {
      page: ({ page, perPage }) => [LIST, [projectId, active, perPage, (page - 1) * perPage]],
      count: (most) => [COUNT, [projectId, active, most]],
    });
  }

  async find(db: Db, projectId: ProjectId, id: number): Promise<Schedule | undefined> {
    const [schedule] = await db.prepared<Schedule & Row>(FIND, [projectId, id]);
    return schedule;
  }

  async lock(tx: Tx, projectId: ProjectId, id: number): Promise<Schedule | undefined> {
    const [schedule] = await tx.prepared<Schedule & Row>(`${FIND} for update`, [projectId, id]);
    return schedule;
  }

  /** Returns the newest pipeline of a schedule. */
  async lastPipeline(db: Db, id: number): Promise<ListedPipeline | undefined> {
    const [pipeline] = await db.prepared<ListedPipeline & Row>(LAST_PIPELINE, [id]);
    return pipeline;
  }

  /** Returns the time of a schedule's newest pipeline. */
  async lastRunAt(tx: Tx, id: number): Promise<Date | undefined> {
    const [pipeline] = await tx.prepared<{ at: Date }>(LAST_RUN, [id]);
    return pipeline?.at;
  }

  /** Counts the schedules of a project, up to a limit. */
  async count(tx: Tx, projectId: ProjectId, most: number): Promise<number> {
    const [counted] = await tx.prepared<{ count: number }>(COUNT, [projectId, null, most]);
    return counted!.count;
  }

  async insert(tx: Tx, projectId: ProjectId, columns: ScheduleColumns): Promise<Schedule> {
    const [schedule] = await tx.prepared<Schedule & Row>(INSERT, [projectId, ...valuesOf(columns)]);
    return schedule!;
  }

  async update(tx: Tx, id: number, columns: ScheduleColumns): Promise<Schedule> {
    const [schedule] = await tx.prepared<Schedule & Row>(UPDATE, [id, ...valuesOf(columns)]);
    return schedule!;
  }

  /** Locks due schedules, at most `limit`. */
  lockDue(tx: Tx, now: Date, limit: number): Promise<Schedule[]> {
    return tx.prepared<Schedule & Row>(LOCK_DUE, [now, limit]);
  }

  async moveOn(tx: Tx, id: number, nextRunAt: Date): Promise<void> {
    await tx.prepared(MOVE_ON, [id, nextRunAt]);
  }

  /** Deactivates a schedule, unless it was changed since. */
  async deactivate(tx: Tx, { id, updatedAt }: Pick<Schedule, 'id' | 'updatedAt'>): Promise<void> {
    // JavaScript dates have no microseconds.
    const text = `
      update pipeline_schedules set active = false, updated_at = now()
      where id = $1 and date_trunc('milliseconds', updated_at) = $2`;
    await tx.prepared(text, [id, updatedAt]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from pipeline_schedules where id = $1', [id]);
  }

  /** Deletes at most `limit` schedules of a project; returns their number. */
  async deleteSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [projectId, limit])).length;
  }

  /** Removes the owner of at most `limit` schedules; returns their number. */
  async disownSome(tx: Tx, ownerId: number, limit: number): Promise<number> {
    return (await tx.prepared(DISOWN_SOME, [ownerId, limit])).length;
  }
}

function valuesOf({ ownerId, description, ref, cron, timeZone, active, nextRunAt, inputs }: ScheduleColumns) {
  return [ownerId, description, ref, cron, timeZone, active, nextRunAt, JSON.stringify(inputs)];
}
