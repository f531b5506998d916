import { Injectable } from '@nestjs/common';
import type { PipelineStatus } from '@hearth/ci-contracts';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, IdRange, Row, Tx } from '@hearth/data';
import { listedColumns, NO_CHILD, type ListedPipeline } from '../pipelines/pipelines.store.js';
import type { HierarchyPipeline } from './hierarchy.rules.js';

/** Pipeline that a bridge has started. */
export interface Downstream extends ListedPipeline {
  /** The bridge. */
  readonly jobId: number;
  /** Whether the bridge has its status. */
  readonly isAwaited: boolean;
}

/** Pipeline that bridges have the status of. */
export interface Awaited {
  readonly projectId: ProjectId;
  readonly pipelineId: number;
  /** The bridge that has started it, if it was deleted. */
  readonly bridgeId?: number | null | undefined;
}

/** Bridge of a pipeline that it has started or mirrors. */
export interface Waiting {
  readonly id: number;
  readonly projectId: ProjectId;
  /** Status of that pipeline; null when it was deleted. */
  readonly status: PipelineStatus | null;
  /** Whether it has that status itself, instead of success or failure. */
  readonly isMirrored: boolean;
}

const UPSTREAMS = `
  with recursive upstream as (
    select id, project_id, ref, source, upstream_pipeline_id, root_pipeline_id, 0 as distance from pipelines where id = $1
    union all
    select p.id, p.project_id, p.ref, p.source, p.upstream_pipeline_id, p.root_pipeline_id, upstream.distance + 1
    from pipelines p join upstream on p.id = upstream.upstream_pipeline_id)
  select id, project_id as "projectId", ref, source, root_pipeline_id as "rootId" from upstream order by distance`;

const DOWNSTREAM = `
  select ${listedColumns('p')}, p.upstream_job_id as "jobId", p.awaited as "isAwaited" from pipelines p where p.upstream_job_id = any ($1::bigint[])`;

/** A bridge whose pipeline was deleted may have been retried since, or have started one again after its process ended. */
const WAITING = `
  select j.id, j.project_id as "projectId", p.status, coalesce((j.options #> '{trigger,isMirrored}')::boolean, false) as "isMirrored"
  from pipelines p join jobs j on j.id = p.upstream_job_id where p.project_id = $1 and p.id = $2 and p.awaited
  union all
  select j.id, j.project_id, p.status, true
  from jobs j left join pipelines p on p.id = j.mirrored_pipeline_id where j.mirrored_pipeline_id = $2 and not j.retried
  union all
  select j.id, j.project_id, null, false
  from jobs j where j.id = $3 and not j.retried and not exists (select from pipelines p where p.upstream_job_id = j.id)`;

/** A pipeline does not mirror itself. */
const NEWEST_OTHER = `
  select p.id from pipelines p where p.project_id = $1 and p.ref = $2 and ${NO_CHILD} and not p.tag and p.id <> $3 order by p.id desc limit 1`;

/** The pipeline's row is locked by each change of its status: the next one finds the job. */
const MIRROR = `
  with mirrored as (update pipelines set mirrored = true where id = $1 returning id)
  update jobs set mirrored_pipeline_id = mirrored.id from mirrored where jobs.id = $2 returning jobs.id`;

const UNFINISHED_CHILDREN = `
  select id from pipelines where upstream_pipeline_id = $1 and source = 'parent_pipeline'
    and status not in ('success', 'failed', 'canceled', 'skipped') and id > $2 order by id limit $3`;

/** All SQL about bridges and the pipelines that they start, except for the changes of their rows. */
@Injectable()
export class BridgesStore {
  /** Returns a pipeline and those that have led to it, the nearest first. Their number is bounded by the size of a hierarchy. */
  upstreams(db: Db, pipelineId: number): Promise<HierarchyPipeline[]> {
    return db.prepared<HierarchyPipeline & Row>(UPSTREAMS, [pipelineId]);
  }

  /** Returns the number of pipelines in a hierarchy below its first one: at most `most`. */
  async hierarchySize(db: Db, rootId: number, most: number): Promise<number> {
    const [row] = await db.prepared<{ count: number }>(
      'select count(*)::int as count from (select from pipelines where root_pipeline_id = $1 limit $2) counted',
      [rootId, most],
    );
    return row!.count;
  }

  /** Returns the pipelines that bridges have started. */
  downstream(db: Db, jobIds: readonly number[]): Promise<Downstream[]> {
    return db.prepared<Downstream & Row>(DOWNSTREAM, [jobIds]);
  }

  /** Returns the child pipelines of a pipeline that have not ended: at most `limit` after an id. */
  unfinishedChildren(db: Db, id: number, { after, limit }: IdRange): Promise<{ readonly id: number }[]> {
    return db.prepared<{ id: number }>(UNFINISHED_CHILDREN, [id, after, limit]);
  }

  /** Returns bridges that have the status of a pipeline: at most `limit` after an id, or a single one. */
  waiting(
    db: Db,
    { projectId, pipelineId, bridgeId = null }: Awaited,
    which: IdRange | { readonly only: number },
  ): Promise<Waiting[]> {
    const text = `select * from (${WAITING}) waiting where id`;
    const of = [projectId, pipelineId, bridgeId];
    if ('only' in which) return db.prepared<Waiting & Row>(`${text} = $4`, [...of, which.only]);
    return db.prepared<Waiting & Row>(`${text} > $4 order by id limit $5`, [...of, which.after, which.limit]);
  }

  /** Returns the newest pipeline of a branch, besides `own` and child pipelines. */
  async newestOther(db: Db, projectId: ProjectId, branch: string, own: number): Promise<number | undefined> {
    return (await db.prepared<{ id: number }>(NEWEST_OTHER, [projectId, branch, own]))[0]?.id;
  }

  /** Lets a bridge have the status of a pipeline from now on. @returns false when the pipeline was deleted */
  async mirror(tx: Tx, jobId: number, pipelineId: number): Promise<boolean> {
    return (await tx.prepared(MIRROR, [pipelineId, jobId])).length > 0;
  }
}
