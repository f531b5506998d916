import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { PipelineCard, PipelineStatus } from '@hearth/ci-contracts';
import type { Db, Row, Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import type { Upstream } from '../bridges/upstream.js';
import type { AutoCancel } from '../configuration/conditions/workflow.rules.js';
import type { BuildVariable } from '../variables/variable.rules.js';
import { MirrorDownstreamPipelineJob } from '../jobs.js';
import type { PipelineSource } from '../configuration/pipeline-source.js';
import type { PipelineMergeRequest } from './merge-request-variables.rules.js';
import type { JobCount } from './pipeline-status.rules.js';

/** Pipeline with the columns of its record. */
export interface Pipeline {
  readonly id: number;
  /** Its number in the project. */
  readonly iid: number;
  /** Null without one. */
  readonly name: string | null;
  readonly projectId: ProjectId;
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly beforeSha: string | null;
  readonly status: PipelineStatus;
  readonly source: PipelineSource;
  /** Merge request that it runs for. */
  readonly mergeRequestId: number | null;
  /** Of that merge request. */
  readonly sourceBranch: string | null;
  /** Head of the merge request that its commit merges into the target branch; its commit for other pipelines. */
  readonly headSha: string;
  readonly userId: number | null;
  readonly cancelOnNewCommit: AutoCancel['onNewCommit'];
  readonly cancelOnJobFailure: AutoCancel['onJobFailure'];
  /** Whether bridges have its status: the one that has started it, or those that mirror it. */
  readonly isAwaited: boolean;
  readonly yamlErrors: string | null;
  /** In seconds; null until a job has run. */
  readonly duration: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly committedAt: Date | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** Pipeline with the columns of its record in lists and in other records. */
export type ListedPipeline = Pick<
  Pipeline,
  'id' | 'iid' | 'projectId' | 'sha' | 'ref' | 'status' | 'source' | 'createdAt' | 'updatedAt'
>;

/** Change of a ref. It has one pipeline, however often the job is attempted. */
export interface Push {
  /** Unique in the repository, and increasing. */
  readonly sequence: number;
  readonly pushedAt: string | null;
  /** Former target of the ref. */
  readonly beforeSha: string | null;
  /** The branch that HEAD pointed at after it; null or undefined if unknown. */
  readonly defaultBranch?: string | null | undefined;
}

/** Pipeline to create. */
export type NewPipeline = Pick<Pipeline, 'projectId' | 'ref' | 'tag' | 'sha' | 'userId'> & {
  readonly source: PipelineSource;
  /** The unique ref change or time of a schedule that it was created for. */
  readonly origin?: string | null;
  /** Merge request that it runs for. */
  readonly mergeRequest?: PipelineMergeRequest | null;
  /** References of open merge requests from its branch. */
  readonly openMergeRequests?: string | null;
  /** Pipeline that it was started by. */
  readonly upstream?: Upstream | null;
  /** Schedule that created it. */
  readonly scheduleId?: number | null;
  /** Path of its configuration; null without one. */
  readonly configPath?: string | null;
  /** Push that its jobs belong to. */
  readonly push?: Pick<Push, 'sequence' | 'pushedAt'> | null;
  /** Variables of its configuration for all jobs. */
  readonly variables?: readonly BuildVariable[];
  /** Parts of its name, between which its number is. */
  readonly nameParts?: readonly string[] | null;
  readonly autoCancel?: AutoCancel;
} & Partial<Pick<Pipeline, 'beforeSha' | 'yamlErrors' | 'committedAt'>>;

/** Kinds of a name in the repository; both when a branch and a tag have it. */
export interface RefKinds {
  readonly isBranch: boolean;
  readonly isTag: boolean;
}

const COLUMNS = `id, iid, name, cancel_on_new_commit as "cancelOnNewCommit", cancel_on_job_failure as "cancelOnJobFailure", project_id as "projectId", ref, tag, sha, before_sha as "beforeSha", status, source,
  merge_request_id as "mergeRequestId", merge_request ->> 'sourceBranch' as "sourceBranch", coalesce(merge_request #>> '{merged,sourceSha}', sha) as "headSha",
  user_id as "userId", awaited or mirrored as "isAwaited", yaml_errors as "yamlErrors", duration, created_at as "createdAt", updated_at as "updatedAt", committed_at as "committedAt",
  started_at as "startedAt", finished_at as "finishedAt"`;

const CARD = 'p.id, p.project_id as "projectId", p.sha, p.ref, p.status';

/** Columns of `ListedPipeline` of a table or alias. */
export const listedColumns = (of: string): string =>
  `${of}.id, ${of}.iid, ${of}.project_id as "projectId", ${of}.sha, ${of}.ref, ${of}.status, ${of}.source,
  ${of}.created_at as "createdAt", ${of}.updated_at as "updatedAt"`;

/** Condition that a pipeline `p` counts for its ref and commit: the result of a child pipeline is that of its parent. */
export const NO_CHILD = `p.source <> 'parent_pipeline'`;

const FIND = `select ${COLUMNS} from pipelines where project_id = $1 and id = $2`;

const LOCK_OF = `
  select ${COLUMNS} from pipelines
  where project_id = $1 and id = (select pipeline_id from jobs where id = $2 and project_id = $1 and kind <> 'external') for update`;

const COVERAGE = `select round(avg(coverage::numeric), 2)::text as coverage from jobs where pipeline_id = $1 and not retried`;

const LAST = `
  select given.place, found.* from unnest($2::text[]) with ordinality as given (sha, place)
  cross join lateral (
    select ${CARD} from pipelines p where p.project_id = $1 and p.sha = given.sha and ${NO_CHILD} order by p.id desc limit 1) found`;

const NEWEST = `
  select given.place, found.*
  from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) with ordinality as given (project_id, ref, sha, merge_request_id, place)
  cross join lateral (
    (select 1 as rank, ${CARD} from pipelines p where p.merge_request_id = given.merge_request_id and ${NO_CHILD}
      and coalesce(p.merge_request #>> '{merged,sourceSha}', p.sha) = given.sha order by p.id desc limit 1)
    union all (select 2, ${CARD} from pipelines p where p.project_id = given.project_id and ${NO_CHILD}
      and p.sha = given.sha and p.ref = given.ref and p.merge_request_id is null order by p.id desc limit 1)
    order by rank limit 1) found`;

const LOCK_REF = `
  insert into pipeline_refs as known (project_id, ref, is_branch, is_tag) values ($1, $2, $3, $4)
  on conflict (project_id, ref) do update set ref = known.ref
  returning is_branch as "isBranch", is_tag as "isTag"`;

const FIND_NEWEST = `
  select ${COLUMNS} from pipelines p where project_id = $1 and ref = $2 and sha = $3 and ${NO_CHILD} order by id desc limit 1`;

const LOCK_NEWEST = `${FIND_NEWEST} for update`;

/** Numbers are never reused. Other transactions that create a pipeline of the project wait. */
const INSERT = `
  with counted as (
    insert into pipeline_counters as counter (project_id, last) values ($1, 1)
    on conflict (project_id) do update set last = counter.last + 1 returning last)
  insert into pipelines (iid, project_id, ref, tag, sha, user_id, source, before_sha, yaml_errors, committed_at, origin,
    config_path, push_sequence, pushed_at, schedule_id, variables, merge_request_id, merge_request,
    upstream_job_id, upstream_pipeline_id, root_pipeline_id, awaited, name, cancel_on_new_commit, cancel_on_job_failure,
    open_merge_requests)
  select last, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
    ($16::jsonb ->> 'id')::bigint, $16::jsonb, $17, $18, $19, $20, array_to_string($21::text[], last::text), $22, $23, $24 from counted returning ${COLUMNS}`;

const COUNT_JOBS = `
  select pipeline_id as "pipelineId", status, allow_failure as "allowFailure", count(*)::int as count from jobs
  where pipeline_id = any ($1::bigint[]) and not retried group by pipeline_id, status, allow_failure`;

/** Seconds in which at least one job ran. */
const RAN = `
  select extract(epoch from sum(upper(period) - lower(period)))::bigint from unnest((
    select range_agg(tstzrange(started_at, greatest(started_at, finished_at))) from jobs
    where pipeline_id = pipelines.id and not retried and started_at is not null and finished_at is not null)) period`;

/** A pipeline that continues after its end keeps its first start. */
const MOVE = `
  update pipelines set status = $2, updated_at = now(),
    started_at = case when $2 = 'running' and status in ('created', 'pending') then now()
      when $2 = 'running' and status in ('scheduled', 'waiting_for_resource') then coalesce(started_at, now()) else started_at end,
    finished_at = case when $2 in ('success', 'failed', 'canceled') then now() end,
    duration = case when $3 then (${RAN}) else duration end
  where id = any ($1::bigint[])`;

const RENAME = 'update pipelines set name = $3, updated_at = now() where project_id = $1 and id = $2 returning id';

/** Lists of the last pipelines of refs have the one before it. */
const UNLINK = `
  update pipeline_refs set last_pipeline_id = (
    select max(id) from pipelines p where project_id = $1 and ref = $2 and id <> $3 and ${NO_CHILD})
  where project_id = $1 and ref = $2 and last_pipeline_id = $3`;

/** Pipeline that was deleted. */
interface Deleted {
  readonly pipelineId: number;
  /** The bridge that has started it, if that has not ended. */
  readonly bridgeId: number | null;
  readonly isMirrored: boolean;
}

/** Deletes the pipelines that a query finds, with a row of `Deleted` for each. */
const deletionOf = (ids: string): string => `
  with gone as (delete from pipelines where id = any (array(${ids})) returning id, mirrored, upstream_job_id)
  select gone.id as "pipelineId", j.id as "bridgeId", gone.mirrored as "isMirrored"
  from gone left join jobs j on j.id = gone.upstream_job_id and j.status in ('pending', 'running')`;
const DELETE = deletionOf('select $1::bigint');
const DELETE_SOME = deletionOf('select id from pipelines where project_id = $1 order by id limit $2 for update');

const DELETE_SOME_REFS = `
  delete from pipeline_refs where (project_id, ref) in (
    select project_id, ref from pipeline_refs where project_id = $1 limit $2) returning ref`;

const REASSIGN_SOME = `
  with found as materialized (select id from pipelines where user_id = $1 limit $3),
  locked as materialized (select id from pipelines where id = any (array(select id from found)) order by id for no key update)
  update pipelines set user_id = $2 where id in (select id from locked) returning id`;

/** All SQL about pipelines, except for their lists. */
@Injectable()
export class PipelinesStore {
  constructor(private readonly jobs: Jobs) {}

  async find(db: Db, projectId: ProjectId, id: number): Promise<Pipeline | undefined> {
    const [pipeline] = await db.prepared<Pipeline & Row>(FIND, [projectId, id]);
    return pipeline;
  }

  /** Returns the mean coverage of its jobs, with two decimals; null when none has one. */
  async coverage(db: Db, id: number): Promise<string | null> {
    const [row] = await db.prepared<{ coverage: string | null }>(COVERAGE, [id]);
    return row!.coverage;
  }

  /** Returns the newest pipeline of each commit, in their order. */
  async last(db: Db, projectId: ProjectId, shas: readonly string[]): Promise<(PipelineCard | null)[]> {
    return placed(await db.prepared<Placed>(LAST, [projectId, shas]), shas.length);
  }

  /** Returns the newest pipeline of a ref with a commit. */
  async findNewest(db: Db, projectId: ProjectId, ref: string, sha: string): Promise<Pipeline | undefined> {
    const [pipeline] = await db.prepared<Pipeline & Row>(FIND_NEWEST, [projectId, ref, sha]);
    return pipeline;
  }

  /** Returns the newest pipeline of each merge request, or else of each ref, with a commit, in their order. */
  async newest(
    db: Db,
    heads: readonly {
      readonly projectId: ProjectId;
      readonly ref: string;
      readonly sha: string;
      readonly mergeRequestId?: number | undefined;
    }[],
  ): Promise<(PipelineCard | null)[]> {
    const projectIds = heads.map(({ projectId }) => projectId);
    const mergeRequestIds = heads.map(({ mergeRequestId = null }) => mergeRequestId);
    const values = [projectIds, heads.map(({ ref }) => ref), heads.map(({ sha }) => sha), mergeRequestIds];
    return placed(await db.prepared<Placed>(NEWEST, values), heads.length);
  }

  /** Returns whether a ref has had a pipeline: then its kinds are stored. */
  async knowsRef(db: Db, projectId: ProjectId, ref: string): Promise<boolean> {
    const text = 'select from pipeline_refs where project_id = $1 and ref = $2';
    return (await db.prepared(text, [projectId, ref])).length > 0;
  }

  /**
   * Locks a ref, so that only one transaction at a time creates a pipeline of it.
   * @param kinds for a ref without a row
   * @returns the kinds of the ref
   */
  async lockRef(tx: Tx, projectId: ProjectId, ref: string, kinds: RefKinds): Promise<RefKinds> {
    const [known] = await tx.prepared<RefKinds & Row>(LOCK_REF, [projectId, ref, kinds.isBranch, kinds.isTag]);
    return known!;
  }

  /** Stores the kinds of a ref after it was created or deleted. Refs without pipelines have no row. */
  async moveRef(tx: Tx, projectId: ProjectId, ref: string, kinds: Partial<RefKinds>): Promise<void> {
    await tx.prepared(
      `update pipeline_refs set is_branch = coalesce($3, is_branch), is_tag = coalesce($4, is_tag)
       where project_id = $1 and ref = $2`,
      [projectId, ref, kinds.isBranch ?? null, kinds.isTag ?? null],
    );
  }

  /** Locks the newest pipeline of a ref with a commit. */
  async lockNewest(tx: Tx, projectId: ProjectId, ref: string, sha: string): Promise<Pipeline | undefined> {
    const [pipeline] = await tx.prepared<Pipeline & Row>(LOCK_NEWEST, [projectId, ref, sha]);
    return pipeline;
  }

  /** Locks a pipeline. Every change of its jobs and its state must hold this lock. */
  async lock(tx: Tx, projectId: ProjectId, id: number): Promise<Pipeline | undefined> {
    const [pipeline] = await tx.prepared<Pipeline & Row>(`${FIND} for update`, [projectId, id]);
    return pipeline;
  }

  /** Locks the pipeline of a job. */
  async lockOf(tx: Tx, projectId: ProjectId, jobId: number): Promise<Pipeline | undefined> {
    const [pipeline] = await tx.prepared<Pipeline & Row>(LOCK_OF, [projectId, jobId]);
    return pipeline;
  }

  /**
   * Locks pipelines, in the order of their ids.
   * @param waits whether for the locks of others: otherwise pipelines that are locked are left out
   */
  lockAll(tx: Tx, ids: readonly number[], waits: boolean): Promise<Pipeline[]> {
    const text = `select ${COLUMNS} from pipelines where id = any ($1::bigint[]) order by id for no key update`;
    return tx.prepared<Pipeline & Row>(waits ? text : `${text} skip locked`, [ids]);
  }

  /** @returns whether a push already has its pipeline */
  async isMade(tx: Tx, projectId: ProjectId, origin: string): Promise<boolean> {
    const text = 'select from pipelines where project_id = $1 and origin = $2';
    return (await tx.prepared(text, [projectId, origin])).length > 0;
  }

  /** Inserts a pipeline, as the last one of its ref unless it is a child pipeline. The transaction has locked the ref. */
  async insert(tx: Tx, made: NewPipeline): Promise<Pipeline> {
    const { projectId, ref, tag, sha, userId, source } = made;
    const { beforeSha = null, yamlErrors = null, committedAt = null, origin = null, configPath = null, push } = made;
    const { scheduleId = null, variables = [], mergeRequest = null, upstream = null, nameParts, autoCancel } = made;
    const [pipeline] = await tx.prepared<Pipeline & Row>(INSERT, [
      ...[projectId, ref, tag, sha, userId, source],
      ...[
        beforeSha,
        yamlErrors,
        committedAt,
        origin,
        configPath,
        push?.sequence ?? null,
        push?.pushedAt ?? null,
        scheduleId,
        JSON.stringify(variables),
        mergeRequest === null ? null : JSON.stringify(mergeRequest),
      ],
      ...[
        upstream?.jobId ?? null,
        upstream?.pipelineId ?? null,
        upstream?.rootId ?? null,
        upstream?.isAwaited ?? false,
      ],
      ...[nameParts ?? null, autoCancel?.onNewCommit ?? 'conservative', autoCancel?.onJobFailure ?? 'none'],
      made.openMergeRequests ?? null,
    ]);
    if (source === 'parent_pipeline') return pipeline!;
    const text = 'update pipeline_refs set last_pipeline_id = $3 where project_id = $1 and ref = $2';
    await tx.prepared(text, [projectId, ref, pipeline!.id]);
    return pipeline!;
  }

  /** Returns the numbers of equal jobs of pipelines by their ids. */
  async countJobs(tx: Tx, ids: readonly number[]): Promise<Map<number, JobCount[]>> {
    const counts = await tx.prepared<JobCount & { pipelineId: number } & Row>(COUNT_JOBS, [ids]);
    return Map.groupBy(counts, ({ pipelineId }) => pipelineId);
  }

  async move(tx: Tx, ids: readonly number[], status: PipelineStatus, { ends }: { ends: boolean }): Promise<void> {
    await tx.prepared(MOVE, [ids, status, ends]);
  }

  /** @returns whether there is such a pipeline */
  async rename(tx: Tx, projectId: ProjectId, id: number, name: string): Promise<boolean> {
    return (await tx.prepared(RENAME, [projectId, id, name])).length > 0;
  }

  /** Deletes a pipeline with its jobs, and lets bridges that wait for it end. The transaction has locked its ref and the pipeline. */
  async delete(tx: Tx, { id, projectId, ref }: Pipeline): Promise<void> {
    await tx.prepared(UNLINK, [projectId, ref, id]);
    await tx.prepared('delete from jobs where pipeline_id = $1', [id]);
    await this.endBridges(tx, projectId, await tx.prepared<Deleted & Row>(DELETE, [id]));
  }

  /** Deletes at most `limit` pipelines of a project without jobs, and lets bridges that wait for them end; returns their number. */
  async deleteSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    const gone = await tx.prepared<Deleted & Row>(DELETE_SOME, [projectId, limit]);
    await this.endBridges(tx, projectId, gone);
    return gone.length;
  }

  private async endBridges(tx: Tx, projectId: ProjectId, gone: readonly Deleted[]): Promise<void> {
    for (const { pipelineId, bridgeId, isMirrored } of gone)
      if (isMirrored || bridgeId !== null)
        await this.jobs.add(tx, MirrorDownstreamPipelineJob, { projectId, pipelineId, bridgeId });
  }

  /** Deletes at most `limit` refs of a project; returns their number. */
  async deleteSomeRefs(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME_REFS, [projectId, limit])).length;
  }

  /** Changes the user of at most `limit` pipelines, or sets it to null; returns their number. */
  async reassignSome(tx: Tx, userId: number, newUserId: number | null, limit: number): Promise<number> {
    return (await tx.prepared(REASSIGN_SOME, [userId, newUserId, limit])).length;
  }
}

/** Returns the fields of a pipeline that other services see. */
export function pipelineCard({ id, projectId, sha, ref, status }: PipelineCard): PipelineCard {
  return { id, projectId, sha, ref, status };
}

type Placed = PipelineCard & Row & { readonly place: number };

function placed(rows: readonly Placed[], length: number): (PipelineCard | null)[] {
  const cards: (PipelineCard | null)[] = Array.from({ length }, () => null);
  for (const row of rows) cards[row.place - 1] = pipelineCard(row);
  return cards;
}
