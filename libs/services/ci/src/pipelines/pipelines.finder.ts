import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { PipelineStatus } from '@hearth/ci-contracts';
import type { Db } from '@hearth/data';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';
import type { PipelineSource } from '../configuration/pipeline-source.js';
import { listedColumns, NO_CHILD, type ListedPipeline, type Pipeline } from './pipelines.store.js';

/** Pipeline with the columns of its row on a page. */
export type PipelineRow = ListedPipeline & Pick<Pipeline, 'name' | 'userId' | 'duration'>;

/** Filters and order of a list of pipelines; `undefined` does not filter. */
export interface PipelineFilters {
  readonly statuses?: readonly PipelineStatus[];
  /** The last pipeline of each existing branch, or tag. */
  readonly lastOf?: 'branches' | 'tags';
  readonly ref?: string;
  readonly sha?: string;
  /** Includes the pipelines of a merge request, whatever their project, ref and commit. */
  readonly orMergeRequestId?: number;
  readonly shas?: readonly string[];
  readonly hasErrors?: boolean;
  readonly userIds?: readonly number[];
  /** Undefined: all but child pipelines. */
  readonly source?: PipelineSource;
  readonly scheduleId?: number;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
  readonly updatedAfter?: Date;
  readonly updatedBefore?: Date;
  readonly orderBy: 'id' | 'status' | 'ref' | 'user_id' | 'updated_at';
  readonly sort: 'asc' | 'desc';
}

const EXISTING = { branches: 'is_branch', tags: 'is_tag' } as const;

/** Of the last 100 pipelines of the ref before one. */
const PREVIOUS_RESULT = `
  select before.status from (
    select p.id, p.status from pipelines p where p.project_id = $1 and p.ref = $2 and p.id < $3 and p.tag = $4 order by p.id desc limit 100) before
  where before.status in ('success', 'failed') order by before.id desc limit 1`;

/** Lists of pipelines. */
@Injectable()
export class PipelinesFinder {
  /** Returns the result of the pipeline of the ref that succeeded or failed before this one; null without one. */
  async previousResult(
    db: Db,
    { projectId, ref, id, tag }: Pick<Pipeline, 'projectId' | 'ref' | 'id' | 'tag'>,
  ): Promise<'success' | 'failed' | null> {
    const [previous] = await db.prepared<{ status: 'success' | 'failed' }>(PREVIOUS_RESULT, [projectId, ref, id, tag]);
    return previous?.status ?? null;
  }

  page(db: Db, projectId: ProjectId, filters: PipelineFilters, request: PageRequest): Promise<Page<PipelineRow>> {
    const rows = (parameter: Parameter) => `from pipelines p where ${conditions(projectId, filters, parameter)}`;
    const { orderBy, sort } = filters;
    const order = [...new Set([orderBy, 'id'])].map((column) => `p.${column} ${sort}`).join(', ');
    const columns = `${listedColumns('p')}, p.name, p.user_id as "userId", p.duration`;
    return readPage<PipelineRow>(db, request, plainList({ columns, rows, order }));
  }
}

function conditions(projectId: ProjectId, filters: PipelineFilters, parameter: Parameter): string {
  const { statuses, lastOf, sha, hasErrors, userIds, source, scheduleId } = filters;
  const project = parameter(projectId);
  return [
    ...(filters.orMergeRequestId === undefined ? [`p.project_id = ${project}::bigint`] : []),
    ...(statuses ? [`p.status = any (${parameter(statuses)}::text[])`] : []),
    ...(lastOf
      ? [
          `p.id = any (array(select last_pipeline_id from pipeline_refs
            where project_id = ${project}::bigint and ${EXISTING[lastOf]}))`,
        ]
      : []),
    ...refConditions(project, filters, parameter),
    ...(sha === undefined ? [] : [`p.sha = ${parameter(sha)}`]),
    ...(hasErrors === undefined ? [] : [`p.yaml_errors is ${hasErrors ? 'not ' : ''}null`]),
    ...(userIds ? [`p.user_id = any (${parameter(userIds)}::bigint[])`] : []),
    source === undefined ? NO_CHILD : `p.source = ${parameter(source)}`,
    ...(scheduleId === undefined ? [] : [`p.schedule_id = ${parameter(scheduleId)}::bigint`]),
    ...timeConditions(filters, parameter),
  ].join(' and ');
}

function refConditions(
  project: string,
  { ref, shas, orMergeRequestId }: PipelineFilters,
  parameter: Parameter,
): string[] {
  const given = [
    ...(ref === undefined ? [] : [`p.ref = ${parameter(ref)}`]),
    ...(shas ? [`p.sha = any (${parameter(shas)}::text[])`] : []),
  ];
  if (orMergeRequestId === undefined) return given;
  const ofRef = [`p.project_id = ${project}::bigint`, ...given, 'p.merge_request_id is null'].join(' and ');
  const ofMergeRequest = `p.merge_request_id = ${parameter(orMergeRequestId)}::bigint`;
  const ids = [ofRef, ofMergeRequest].map((condition) => `select p.id from pipelines p where ${condition}`);
  return [`p.id = any (array(${ids.join(' union all ')}))`];
}

function timeConditions(
  { createdAfter, createdBefore, updatedAfter, updatedBefore }: PipelineFilters,
  parameter: Parameter,
): string[] {
  const bounds = [
    ['p.created_at >=', createdAfter],
    ['p.created_at <=', createdBefore],
    ['p.updated_at >=', updatedAfter],
    ['p.updated_at <=', updatedBefore],
  ] as const;
  return bounds.flatMap(([bound, time]) => (time === undefined ? [] : [`${bound} ${parameter(time)}::timestamptz`]));
}
