import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { PipelineStatus } from '@hearth/ci-contracts';
import type { Db, Row } from '@hearth/data';
import { readPage, statement, type Page, type PageRequest, type Parameter } from '@hearth/http';
import type { PipelineSource } from '../configuration/pipeline-source.js';
import type { ReportType } from '../artifacts/file-types.js';
import { REPORTS_OF_JOB, WITH_ARCHIVE } from '../artifacts/artifacts.store.js';
import type { ArtifactsAccess } from './build-options.js';
import type { When } from './stages.rules.js';

/** Job with the columns of its record. */
export interface Build {
  readonly id: number;
  readonly projectId: ProjectId;
  readonly pipelineId: number;
  readonly pipelineIid: number;
  readonly pipelineStatus: PipelineStatus;
  readonly pipelineSource: PipelineSource;
  readonly pipelineCreatedAt: Date;
  readonly pipelineUpdatedAt: Date;
  readonly sha: string;
  readonly ref: string;
  readonly tag: boolean;
  /** Of the merge request that it runs for; null without one. */
  readonly sourceBranch: string | null;
  readonly stage: string;
  readonly stageIndex: number;
  readonly name: string;
  /** Whether it starts another pipeline, instead of being taken by a runner. */
  readonly isBridge: boolean;
  readonly status: PipelineStatus;
  readonly when: When;
  readonly allowFailure: boolean;
  /** Null unless it has failed. */
  readonly failureReason: string | null;
  readonly tags: readonly string[];
  readonly coverage: number | null;
  readonly userId: number | null;
  readonly runnerId: number | null;
  readonly createdAt: Date;
  /** Null until it was pending. */
  readonly queuedAt: Date | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly erasedAt: Date | null;
  /** Archive; null when there is none, or it was removed. */
  readonly artifacts: { readonly filename: string; readonly size: number } | null;
  /** Null without one. */
  readonly reports: readonly { readonly type: ReportType; readonly filename: string; readonly size: number }[] | null;
  /** Users who may download them; null when it is not configured. */
  readonly artifactsAccess: ArtifactsAccess | null;
  /** Paths that the job's page lists under a name; null when it is not configured. */
  readonly exposedArtifacts: { readonly name: string; readonly paths: readonly string[] } | null;
  /** Null for artifacts that never expire, and for jobs that never had any. */
  readonly artifactsExpireAt: Date | null;
}

/** Job of a pipeline in its stage. */
export type JobOfStage = Pick<
  Build,
  'id' | 'name' | 'stage' | 'stageIndex' | 'status' | 'when' | 'allowFailure' | 'startedAt' | 'finishedAt'
> & {
  /** Only those of kind `build` are run by runners. */
  readonly kind: string;
  /** Names of the jobs that it waits for; null: all jobs of earlier stages. */
  readonly needs: readonly string[] | null;
};

/** Owner of the listed jobs. */
export type BuildsOf =
  | { readonly projectId: ProjectId }
  | { readonly pipelineId: number }
  /** `projectIds` null: all projects. */
  | { readonly runnerId: number; readonly projectIds: readonly ProjectId[] | null };

export interface BuildsRequest extends PageRequest {
  /** By id. */
  readonly sort: 'asc' | 'desc';
  /** False: without runs that another run replaced. */
  readonly retried?: boolean | undefined;
  /** Undefined: all states. */
  readonly statuses?: readonly PipelineStatus[] | undefined;
  /** Whether bridges are listed, instead of jobs that runners take. */
  readonly bridges?: boolean;
}

const COLUMNS = `j.id, j.project_id as "projectId", j.pipeline_id as "pipelineId", p.iid as "pipelineIid", p.status as "pipelineStatus", p.source as "pipelineSource",
  p.created_at as "pipelineCreatedAt", p.updated_at as "pipelineUpdatedAt", j.sha, j.ref, j.tag, p.merge_request ->> 'sourceBranch' as "sourceBranch",
  j.stage, j.stage_index as "stageIndex", j.name, j.kind = 'bridge' as "isBridge", j.status, j."when", j.allow_failure as "allowFailure", j.failure_reason as "failureReason", j.tags, j.coverage, j.user_id as "userId", j.runner_id as "runnerId",
  j.created_at as "createdAt", j.queued_at as "queuedAt", j.erased_at as "erasedAt", j.started_at as "startedAt", j.finished_at as "finishedAt", j.artifacts_expire_at as "artifactsExpireAt",
  case when a.job_id is not null then jsonb_build_object('filename', a.filename, 'size', a.size) end as artifacts,
  ${REPORTS_OF_JOB} as reports, j.options #>> '{artifacts,access}' as "artifactsAccess",
  case when j.options #> '{artifacts,exposeAs}' is not null then jsonb_build_object(
    'name', j.options #>> '{artifacts,exposeAs}', 'paths', j.options #> '{artifacts,paths}') end as "exposedArtifacts"`;

const FROM = `jobs j join pipelines p on p.id = j.pipeline_id ${WITH_ARCHIVE}`;

const FIND_ANY = `
  select ${COLUMNS} from ${FROM}
  where j.id = $2 and j.project_id = $1 and j.kind <> 'external'`;

const FIND = `${FIND_ANY} and j.kind = 'build'`;

const BY_IDS = `
  select ${COLUMNS} from ${FROM}
  where j.id = any ($2::bigint[]) and j.project_id = $1 and j.kind = 'build'`;

const OF_STAGES = `
  select j.id, j.kind, j.name, j.stage, j.stage_index as "stageIndex", j.status, j."when", j.allow_failure as "allowFailure", j.needs,
    j.started_at as "startedAt", j.finished_at as "finishedAt"
  from jobs j where j.pipeline_id = $2 and j.project_id = $1 and not j.retried order by j.stage_index, j.id limit $3`;

/** Reads of jobs that runners take, and of bridges. */
@Injectable()
export class BuildsFinder {
  page(
    db: Db,
    of: BuildsOf,
    { sort, statuses, retried = true, bridges = false, ...request }: BuildsRequest,
  ): Promise<Page<Build>> {
    const where = (parameter: Parameter) =>
      [
        `j.kind = '${bridges ? 'bridge' : 'build'}' and ${owned(of, parameter)}`,
        ...(retried ? [] : ['not j.retried']),
        ...(statuses ? [`j.status = any (${parameter(statuses)}::text[])`] : []),
      ].join(' and ');
    return readPage<Build>(db, request, {
      page: ({ page, perPage, keyset }) =>
        statement(
          (parameter) => `select ${COLUMNS} from ${FROM}
            where ${where(parameter)}
            ${keyset?.after == null ? '' : `and j.id ${sort === 'asc' ? '>' : '<'} ${parameter(keyset.after)}::bigint`}
            order by j.id ${sort} limit ${parameter(perPage)}
            offset ${parameter((page - 1) * perPage)}`,
        ),
      count: (most) =>
        statement(
          (parameter) => `select count(*)::int as count from (
            select from jobs j where ${where(parameter)} limit ${parameter(most)}) counted`,
        ),
    });
  }

  /** Returns the jobs with these ids, unordered. */
  byIds(db: Db, projectId: ProjectId, ids: readonly number[]): Promise<Build[]> {
    return db.prepared<Build & Row>(BY_IDS, [projectId, ids]);
  }

  /** Returns the jobs of a pipeline and the statuses posted to it by stage, without retried ones: at most `limit`. */
  ofStages(db: Db, projectId: ProjectId, pipelineId: number, limit: number): Promise<JobOfStage[]> {
    return db.prepared<JobOfStage & Row>(OF_STAGES, [projectId, pipelineId, limit]);
  }

  async find(db: Db, projectId: ProjectId, id: number): Promise<Build | undefined> {
    const [build] = await db.prepared<Build & Row>(FIND, [projectId, id]);
    return build;
  }

  /** Returns a job that runners take, or a bridge. */
  async findAny(db: Db, projectId: ProjectId, id: number): Promise<Build | undefined> {
    const [build] = await db.prepared<Build & Row>(FIND_ANY, [projectId, id]);
    return build;
  }
}

function owned(of: BuildsOf, parameter: Parameter): string {
  if ('projectId' in of) return `j.project_id = ${parameter(of.projectId)}::bigint`;
  if ('pipelineId' in of) return `j.pipeline_id = ${parameter(of.pipelineId)}::bigint`;
  const ofRunner = `j.runner_id = ${parameter(of.runnerId)}::bigint`;
  return of.projectIds ? `${ofRunner} and j.project_id = any (${parameter(of.projectIds)}::bigint[])` : ofRunner;
}
