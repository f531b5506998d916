import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { JobsUpdatedEvent, type PipelineStatus } from '@hearth/ci-contracts';
import type { Db, Row, Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { Outbox, type NewEvent } from '@hearth/messaging';
import { CreateDownstreamPipelineJob, MirrorUpstreamPipelineJob } from '../jobs.js';
import type { RetryOn } from '../configuration/entries/retry.rules.js';
import type { BuildVariable } from '../variables/variable.rules.js';
import type { Pipeline } from '../pipelines/pipelines.store.js';
import { ResourceGroupsStore, type ResourceUse } from '../resource-groups/resource-groups.store.js';
import {
  BUILD_TRANSITIONS,
  isOnRunner,
  type BridgeFailureReason,
  type BuildEvent,
  type FailureReason,
} from './build-status.rules.js';
import type { NewBuild, RunnableBuild } from './build-data.js';
import type { StagedBuild } from './stages.rules.js';

/** Channel that wakes waiting runners: a job became pending, or the jobs that a runner may take have changed. */
export const BUILDS_CHANNEL = 'ci_builds';

/** Jobs of one event. */
const MOST_PUBLISHED = 1_000;

/** Jobs inserted by one statement. Other requests are served between two statements. */
const AT_ONCE = 100;

/** A user's request to run jobs again. */
export interface Rerun {
  readonly userId: number;
  /** Whether the jobs' ref is protected now. */
  readonly isProtected: boolean;
}

/** Running job whose token authenticates a call. */
export type RunningBuild = Pick<CalledBuild, 'id' | 'pipelineId' | 'projectId' | 'userId'> & {
  /** Jobs of other pipelines whose artifacts it gets. */
  readonly otherJobIds: readonly number[] | null;
};

/** Job that a call is made with, or is about. */
export interface CalledBuild {
  readonly id: number;
  readonly pipelineId: number;
  readonly projectId: ProjectId;
  readonly status: PipelineStatus;
  readonly tokenHash: string | null;
  readonly userId: number | null;
  /** CRC-32 of the received part of its trace; null when it is not compared. */
  readonly traceChecksum: number | null;
  readonly erased: boolean;
  readonly projectDeleted: boolean;
  /** Pattern that finds the test coverage in its trace. */
  readonly coverageRegex: string | null;
  readonly retries: number;
  /** Number of earlier runs. */
  readonly attempts: number;
  /** Failures after which it is retried; null: all. */
  readonly retryOn: RetryOn | null;
  /** Exit codes with which it is allowed to fail. */
  readonly allowedExitCodes: readonly number[] | null;
  /** Whether it reports variables for later jobs. */
  readonly hasDotenv: boolean;
}

const FIND_RUNNABLE = `
  select j.id, j.project_id as "projectId", j.pipeline_id as "pipelineId", p.iid, p.name as "pipelineName", p.created_at as "pipelineCreatedAt",
    j.started_at as "startedAt", extract(epoch from j.started_at - j.queued_at)::float8 as "secondsInQueue", p.source, j.sha, p.before_sha as "beforeSha",
    p.config_path as "configPath", p.merge_request as "mergeRequest", p.open_merge_requests as "openMergeRequests", j.ref, j.tag, j.stage, j.name, j."when", j.options, p.variables as common, j.variables, j.protected,
    least(j.timeout_seconds, r.maximum_timeout) as "timeoutSeconds", j.user_id as "userId",
    j.runner_id as "runnerId", r.description as "runnerDescription", r.tag_list as "runnerTags",
    j.needs is not null or exists (
      select from jobs before where before.pipeline_id = j.pipeline_id and before.stage_index < j.stage_index) as "hasEarlierJobs"
  from jobs j join pipelines p on p.id = j.pipeline_id left join runners r on r.id = j.runner_id where j.id = any ($1::bigint[])`;

const CALLED = `
  select j.id, j.pipeline_id as "pipelineId", j.project_id as "projectId", j.status, j.token_hash as "tokenHash", j.user_id as "userId",
    j.trace_checksum as "traceChecksum", j.erased_at is not null as erased, p.deleted_at is not null as "projectDeleted", j.retries,
    j.coverage_regex as "coverageRegex", j.options -> 'retryOn' as "retryOn", j.options -> 'allowedExitCodes' as "allowedExitCodes",
    j.options #> '{artifacts,reports,dotenv}' is not null as "hasDotenv",
    (select count(*) from jobs before where before.pipeline_id = j.pipeline_id and before.name = j.name and before.kind = 'build'
      and before.retried)::int as attempts
  from jobs j join projects p on p.id = j.project_id`;

/**
 * Stuck jobs. On a runner: no call of it for an hour, or ten minutes beyond the job's own timeout, which the runner should enforce. Pending:
 * for a day, or for an hour in which no runner that could take it has called.
 */
const STUCK = `${CALLED} where j.kind = 'build' and (
    j.status in ('running', 'canceling') and (j.updated_at < now() - interval '1 hour'
      or j.started_at < now() - make_interval(secs => j.timeout_seconds) - interval '10 minutes')
    or j.status = 'pending' and (j.queued_at < now() - interval '1 day' or j.queued_at < now() - interval '1 hour' and not exists (
      select from runners r where r.active and r.contacted_at > now() - interval '1 hour' and j.tags <@ r.tag_list
        and (j.tags <> '{}' or r.run_untagged) and (r.access_level = 'not_protected' or j.protected)
        and (r.is_shared and p.shared_runners_enabled or p.group_runners_enabled and r.group_id = any (p.group_ids)
          or exists (select from runner_projects of where of.runner_id = r.id and of.project_id = j.project_id)))))`;

const INSERT = `
  insert into jobs (pipeline_id, project_id, kind, ref, sha, tag, user_id, stage, stage_index, name, "when", allow_failure, options,
    variables, coverage_regex, tags, protected, retries, timeout_seconds, needs, resource_group_id)
  select $1, $2, case when b.options ?| array['trigger', 'upstream'] then 'bridge' else 'build' end, $3, $4, $5, $6, b.stage, b."stageIndex", b.name, b."when", b."allowFailure", b.options, b.variables,
    b."coverageRegex", b.tags, b.protected, b.retries, b."timeoutSeconds", b.needs,
    (select g.id from resource_groups g where g.project_id = $2 and g.key = b."resourceGroup")
  from rows from (jsonb_to_recordset($7::jsonb) as (stage text, "stageIndex" int, name text, "when" text, "allowFailure" boolean,
    options jsonb, variables jsonb, "coverageRegex" text, tags text[], protected boolean, retries smallint, "timeoutSeconds" int,
    needs text[], "resourceGroup" text))
    with ordinality as b(stage, "stageIndex", name, "when", "allowFailure", options, variables, "coverageRegex", tags, protected,
      retries, "timeoutSeconds", needs, "resourceGroup", place)
  order by b.place
  returning id`;

const STAGED = `
  select id, name, stage_index as "stageIndex", status, "when", allow_failure as "allowFailure", needs from jobs
  where pipeline_id = $1 and kind <> 'external' and not retried order by stage_index, id`;

/**
 * Updates only jobs in a source state of the event. A job that another transaction changed first is left unchanged. One of a resource group waits
 * for the resource before it is pending. One is canceled gracefully where its runner offers that, and has reported on it: without a report the runner
 * may not know the job.
 */
const MOVE = `
  update jobs set status = next.status, updated_at = now(),
    queued_at = case when next.status = 'pending' then now() when next.status = 'created' then null else queued_at end,
    scheduled_at = case when next.status = 'scheduled' then now() + make_interval(secs => (options -> 'startInSeconds')::int)
      when next.status <> 'created' then scheduled_at end,
    started_at = case when next.status = 'running' then now() when next.status in ('created', 'pending') then null else started_at end,
    finished_at = case when next.status in ('success', 'failed', 'canceled') then now() end,
    failure_reason = case when next.status = 'failed' then $4 end,
    token_hash = case when next.status in ('created', 'pending') then null else token_hash end
  from (
    select id, case when $2 = 'pending' and resource_group_id is not null and status <> 'waiting_for_resource' then 'waiting_for_resource'
      when $2 = 'canceled' and status = 'running' and cancels_gracefully and updated_at > started_at then 'canceling'
      when status = 'canceling' then 'canceled' else $2 end as status
    from jobs where id = any ($1::bigint[])) next
  where jobs.id = next.id and jobs.status = any ($3::text[])
  returning jobs.id, jobs.project_id as "projectId", jobs.status, jobs.resource_group_id as "resourceGroupId",
    jobs.kind = 'bridge' as "isBridge", jobs.kind = 'bridge' and jobs.options ? 'upstream' as "isMirror"`;

interface Moved extends ResourceUse {
  readonly id: number;
  readonly status: PipelineStatus;
  readonly isBridge: boolean;
  /** Whether it is a bridge that mirrors a pipeline which it does not start. */
  readonly isMirror: boolean;
}

/** New runs of jobs, in the order of the old ones. */
const CLONE = `
  insert into jobs (pipeline_id, project_id, kind, ref, sha, tag, user_id, stage, stage_index, name, "when", allow_failure, options,
    variables, coverage_regex, tags, protected, retries, timeout_seconds, needs, resource_group_id)
  select pipeline_id, project_id, kind, ref, sha, tag, coalesce($2, user_id), stage, stage_index, name, "when", allow_failure, options,
    variables, coverage_regex, tags, coalesce($3, protected), retries, timeout_seconds, needs, resource_group_id
  from jobs where id = any ($1::bigint[]) and kind <> 'external' order by id
  returning id`;

/** Only the newest run of a job counts. */
const RETIRE = `
  update jobs set retried = true, updated_at = now()
  where pipeline_id = $1 and kind <> 'external' and not retried and id <> all ($3::bigint[])
    and name in (select name from jobs where id = any ($2::bigint[]))`;

const CANCELABLE = `
  select id from jobs where pipeline_id = $1 and not retried and status = any ($2::text[])
    and (not $3 or coalesce((options -> 'interruptible')::boolean, false)) order by id`;

/** All SQL about the jobs that runners take, and bridges, except for their lists. */
@Injectable()
export class BuildsStore {
  constructor(
    private readonly outbox: Outbox,
    private readonly resourceGroupsStore: ResourceGroupsStore,
    private readonly jobs: Jobs,
  ) {}

  /** Inserts the jobs of a pipeline, which the transaction has locked or created. @returns their ids, in order */
  async insert(tx: Tx, pipeline: Pipeline, builds: readonly NewBuild[]): Promise<number[]> {
    const { id, projectId, ref, sha, tag, userId } = pipeline;
    const keys = new Set(builds.flatMap(({ resourceGroup }) => resourceGroup ?? []));
    await this.resourceGroupsStore.insertMissing(tx, projectId, [...keys].sort());
    const ids: number[] = [];
    for (let first = 0; first < builds.length; first += AT_ONCE) {
      const some = JSON.stringify(builds.slice(first, first + AT_ONCE));
      const rows = await tx.prepared<{ id: number }>(INSERT, [id, projectId, ref, sha, tag, userId, some]);
      ids.push(...rows.map((row) => row.id));
    }
    return ids;
  }

  /**
   * Creates new runs of jobs of a pipeline. They replace all earlier runs and wait for their stage.
   * @param by null keeps user and protection
   * @returns their ids
   */
  async clone(tx: Tx, pipelineId: number, ids: readonly number[], by: Rerun | null): Promise<number[]> {
    if (ids.length === 0) return [];
    const values = [ids, by?.userId ?? null, by?.isProtected ?? null];
    const made = (await tx.prepared<{ id: number }>(CLONE, values)).map(({ id }) => id);
    await tx.prepared(RETIRE, [pipelineId, ids, made]);
    return made;
  }

  /** Returns the jobs and statuses of a pipeline that have not ended. */
  async cancelable(tx: Tx, pipelineId: number, { onlyInterruptible = false } = {}): Promise<number[]> {
    const values = [pipelineId, BUILD_TRANSITIONS.cancel.from, onlyInterruptible];
    return (await tx.prepared<{ id: number }>(CANCELABLE, values)).map(({ id }) => id);
  }

  /** Returns whether a job has failed that neither may fail nor runs again. */
  async hasFailed(tx: Tx, id: number): Promise<boolean> {
    const text = `select from jobs where id = $1 and status = 'failed' and not allow_failure and not retried`;
    return (await tx.prepared(text, [id])).length > 0;
  }

  /** Returns the different delays of jobs, in seconds. */
  async delays(tx: Tx, ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const rows = await tx.prepared<{ seconds: number }>(
      `select distinct (options -> 'startInSeconds')::int as seconds from jobs where id = any ($1::bigint[]) order by seconds`,
      [ids],
    );
    return rows.map(({ seconds }) => seconds);
  }

  /** Returns the delayed jobs of a pipeline whose time has come. */
  async dueDelayed(tx: Tx, pipelineId: number): Promise<number[]> {
    const rows = await tx.prepared<{ id: number }>(
      `select id from jobs where pipeline_id = $1 and status = 'scheduled' and scheduled_at <= now() order by id`,
      [pipelineId],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns those of some jobs that exist, in any order. */
  findRunnable(db: Db, ids: readonly number[]): Promise<RunnableBuild[]> {
    return db.prepared<RunnableBuild & Row>(FIND_RUNNABLE, [ids], 'once');
  }

  /** Returns the job with that token that is on a runner, unless its project is being deleted. */
  async findRunning(db: Db, tokenHash: string): Promise<RunningBuild | undefined> {
    const [job] = await db.prepared<RunningBuild & Row>(
      `select j.id, j.pipeline_id as "pipelineId", j.project_id as "projectId", j.user_id as "userId",
         to_jsonb(j.other_job_ids) as "otherJobIds" from jobs j join projects p on p.id = j.project_id
       where j.token_hash = $1 and j.status in ('running', 'canceling') and p.deleted_at is null`,
      [tokenHash],
    );
    return job;
  }

  /** Returns a job by id, for a caller with its token. */
  async findCalled(db: Db, id: number): Promise<CalledBuild | undefined> {
    const [build] = await db.prepared<CalledBuild & Row>(`${CALLED} where j.id = $1 and j.kind = 'build'`, [id]);
    return build;
  }

  /** Returns stuck jobs by id: at most `limit` after an id, or a single one. */
  stuck(
    db: Db,
    which: { readonly after: number; readonly limit: number } | { readonly only: number },
  ): Promise<CalledBuild[]> {
    if ('only' in which) return db.prepared<CalledBuild & Row>(`${STUCK} and j.id = $1`, [which.only]);
    const { after, limit } = which;
    return db.prepared<CalledBuild & Row>(
      `${STUCK} and j.status in ('pending', 'running', 'canceling') and j.id > $1 order by j.id limit $2`,
      [after, limit],
    );
  }

  /** Records that the runner of a job is still working on it. */
  async touch(tx: Tx, id: number): Promise<void> {
    await tx.prepared(`update jobs set updated_at = now() where id = $1 and status in ('running', 'canceling')`, [id]);
  }

  async markErased(tx: Tx, id: number): Promise<void> {
    await tx.prepared('update jobs set erased_at = now(), updated_at = now() where id = $1', [id]);
  }

  async setUser(tx: Tx, id: number, userId: number): Promise<void> {
    await tx.prepared('update jobs set user_id = $2 where id = $1', [id, userId]);
  }

  /** Stores variables for the jobs that get the artifacts of a job. */
  async setReportedVariables(tx: Tx, id: number, variables: readonly BuildVariable[]): Promise<void> {
    await tx.prepared('update jobs set reported_variables = $2 where id = $1', [id, JSON.stringify(variables)]);
  }

  /** Lets a pipeline pass although the job has failed. */
  async allowFailure(tx: Tx, id: number): Promise<void> {
    await tx.prepared('update jobs set allow_failure = true where id = $1', [id]);
  }

  async setCoverage(tx: Tx, id: number, coverage: number): Promise<void> {
    await tx.prepared('update jobs set coverage = $2 where id = $1', [id, coverage]);
  }

  /** Returns the jobs of a pipeline, without retried ones, by stage. */
  staged(tx: Tx, pipelineId: number): Promise<StagedBuild[]> {
    return tx.prepared<StagedBuild & Row>(STAGED, [pipelineId]);
  }

  /**
   * Applies an event to those of the jobs of a project whose state allows it, and publishes their new one. Waiting runners are woken for jobs
   * that become pending; the pipelines of bridges that do are created, or found, by a job of the queue.
   * @returns the ids of the changed jobs
   */
  async move(
    tx: Tx,
    ids: readonly number[],
    event: BuildEvent,
    reason?: FailureReason | BridgeFailureReason,
  ): Promise<number[]> {
    if (ids.length === 0) return [];
    const { from, to } = BUILD_TRANSITIONS[event];
    const moved = await tx.prepared<Moved & Row>(MOVE, [ids, to, from, reason ?? null]);
    const builds = moved.filter(({ isBridge }) => !isBridge);
    const byStatus = Map.groupBy(builds, ({ status }) => status);
    for (const { id: jobId, projectId, status, isBridge, isMirror } of moved) {
      if (!isBridge || status !== 'pending') continue;
      await this.jobs.add(tx, isMirror ? MirrorUpstreamPipelineJob : CreateDownstreamPipelineJob, { projectId, jobId });
    }
    if (byStatus.has('pending')) await this.wake(tx);
    for (const [status, jobs] of byStatus) await this.publish(tx, jobs, status);
    // Jobs that wait for a resource, or no longer have or want it.
    await this.resourceGroupsStore.assignOf(
      tx,
      moved.filter(({ status }) => status !== 'pending' && !isOnRunner(status)),
    );
    return moved.map(({ id }) => id);
  }

  /** Publishes the new status of jobs. */
  async publish(tx: Tx, jobs: readonly Pick<CalledBuild, 'id' | 'projectId'>[], status: PipelineStatus): Promise<void> {
    const events: NewEvent<typeof JobsUpdatedEvent>[] = [];
    for (const [projectId, some] of Map.groupBy(jobs, (job) => job.projectId))
      for (let first = 0; first < some.length; first += MOST_PUBLISHED) {
        const jobIds = some.slice(first, first + MOST_PUBLISHED).map(({ id }) => id);
        events.push({ event: JobsUpdatedEvent, data: { projectId, jobIds, status } });
      }
    await this.outbox.appendAll(tx, events);
  }

  /** Wakes the waiting runners in every process when the transaction commits. */
  async wake(tx: Tx): Promise<void> {
    await tx.prepared(`select pg_notify('${BUILDS_CHANNEL}', '')`);
  }
}
