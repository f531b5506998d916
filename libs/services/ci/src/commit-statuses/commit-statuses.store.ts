import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { PipelineStatus } from '@hearth/ci-contracts';
import type { Db, Row, Tx } from '@hearth/data';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';
import type { Pipeline } from '../pipelines/pipelines.store.js';
import { CONTINUED, type PostedState } from './transition.rules.js';

/** State of a commit: a job, or a posted status. */
export interface CommitStatus {
  readonly id: number;
  /** `build`: a job that runners take; `external`: a posted status. */
  readonly kind: 'build' | 'external';
  readonly sha: string;
  readonly ref: string;
  readonly status: PipelineStatus;
  readonly name: string;
  readonly targetUrl: string | null;
  readonly description: string | null;
  readonly coverage: number | null;
  readonly allowFailure: boolean;
  readonly userId: number | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** Filters of a list; `undefined` does not filter. */
export interface CommitStatusFilters {
  readonly ref?: string;
  readonly stage?: string;
  readonly name?: string;
  /** Includes statuses that a newer one with the same name has replaced. */
  readonly all: boolean;
}

/** Changes of a report; `undefined` leaves a field as it is. */
export interface StatusDetails {
  readonly targetUrl?: string | undefined;
  readonly description?: string | undefined;
  readonly coverage?: number | undefined;
}

/** Stage of all external statuses: after the stages of a configuration. */
const EXTERNAL_STAGE = 'external';

const COLUMNS = `id, kind, sha, ref, status, name, target_url as "targetUrl", description, coverage, allow_failure as "allowFailure",
  user_id as "userId", created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;

const FIND_CONTINUED = `
  select ${COLUMNS} from jobs
  where pipeline_id = $1 and name = $2 and ref = $3 and user_id = $4 and kind = 'external' and status = any ($5::text[])
  order by id desc limit 1 for update`;

const INSERT = `
  insert into jobs (pipeline_id, project_id, kind, ref, sha, stage, name, user_id)
  values ($1, $2, 'external', $3, $4, '${EXTERNAL_STAGE}', $5, $6) returning ${COLUMNS}`;

const RETIRE = `
  update jobs set retried = true, updated_at = now() where pipeline_id = $1 and name = $2 and id <> $3 and not retried`;

/** A status that ends without a report of running has no start. */
const REPORT = `
  update jobs set status = $2, updated_at = now(),
    queued_at = coalesce(queued_at, now()),
    started_at = case when $2 = 'running' then now() else started_at end,
    finished_at = case when $2 in ('success', 'failed', 'canceled') then now() end,
    failure_reason = case when $2 = 'failed' then 'api_failure' end,
    target_url = coalesce($3, target_url), description = coalesce($4, description), coverage = coalesce($5, coverage)
  where id = $1 returning ${COLUMNS}`;

const DELETE_SOME = 'delete from jobs where id in (select id from jobs where project_id = $1 limit $2) returning id';

const REASSIGN_SOME = `
  update jobs set user_id = $2 where id in (select id from jobs where user_id = $1 limit $3) returning id`;

/** All SQL about the statuses of commits. */
@Injectable()
export class CommitStatusesStore {
  /** Returns a page of the statuses of a commit, oldest first. */
  page(
    db: Db,
    projectId: ProjectId,
    sha: string,
    filters: CommitStatusFilters,
    request: PageRequest,
  ): Promise<Page<CommitStatus>> {
    const rows = (parameter: Parameter) => `from jobs where ${conditions(projectId, sha, filters, parameter)}`;
    return readPage<CommitStatus>(db, request, plainList({ columns: COLUMNS, rows, order: 'id' }));
  }

  /** Locks the status that this user's report continues. The transaction has locked the pipeline. */
  async lockContinued(tx: Tx, pipeline: Pipeline, name: string, userId: number): Promise<CommitStatus | undefined> {
    const values = [pipeline.id, name, pipeline.ref, userId, CONTINUED];
    const [status] = await tx.prepared<CommitStatus & Row>(FIND_CONTINUED, values);
    return status;
  }

  /** Inserts a status, which replaces those with the same name in its pipeline. */
  async insert(tx: Tx, pipeline: Pipeline, name: string, userId: number): Promise<CommitStatus> {
    const { id, projectId, ref, sha } = pipeline;
    const [status] = await tx.prepared<CommitStatus & Row>(INSERT, [id, projectId, ref, sha, name, userId]);
    await tx.prepared(RETIRE, [id, name, status!.id]);
    return status!;
  }

  async report(tx: Tx, id: number, state: PostedState, details: StatusDetails): Promise<CommitStatus> {
    const { targetUrl = null, description = null, coverage = null } = details;
    const [status] = await tx.prepared<CommitStatus & Row>(REPORT, [id, state, targetUrl, description, coverage]);
    return status!;
  }

  /** Deletes at most `limit` jobs of a project; returns their number. */
  async deleteSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [projectId, limit])).length;
  }

  /** Changes the user of at most `limit` jobs, or sets it to null; returns their number. */
  async reassignSome(tx: Tx, userId: number, newUserId: number | null, limit: number): Promise<number> {
    return (await tx.prepared(REASSIGN_SOME, [userId, newUserId, limit])).length;
  }
}

function conditions(
  projectId: ProjectId,
  sha: string,
  { ref, stage, name, all }: CommitStatusFilters,
  parameter: Parameter,
): string {
  return [
    `project_id = ${parameter(projectId)} and sha = ${parameter(sha)}`,
    ...(all ? [] : ['not retried']),
    ...(ref ? [`ref = ${parameter(ref)}`] : []),
    ...(stage ? [`stage = ${parameter(stage)}`] : []),
    ...(name ? [`name = ${parameter(name)}`] : []),
  ].join(' and ');
}
