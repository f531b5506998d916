import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import type { FailureReason } from '../builds/build-status.rules.js';
import { BuildsStore } from '../builds/builds.store.js';
import { runnerType, type RunnerType } from '../runners/runner.rules.js';
import { SILENT, type PollingRunner } from '../runners/runners.store.js';

const PENDING = `j.status = 'pending' and j.kind = 'build'`;
const TAGS = 'hash_array_extended(j.tags, 0)';
/** First job of each queue. Jobs of one project with the same requirements on a runner form one queue, ordered by id. */
const FIRST = `select j.project_id, j.protected, ${TAGS} as tags_hash, j.tags, j.id from jobs j where ${PENDING}`;
const IN_ORDER = `order by j.project_id, j.protected, ${TAGS}, j.id limit 1`;

/** Every queue, each found by one index look-up after the previous one: further jobs of a queue are not read. */
const ALL_QUEUES = `
  with recursive queues as (
    (${FIRST} ${IN_ORDER})
    union all
    select next.* from queues q cross join lateral (
      ${FIRST} and (j.project_id, j.protected, ${TAGS}) > (q.project_id, q.protected, q.tags_hash) ${IN_ORDER}) next)`;

/** Queues of the projects of a runner. @param served SQL: `projects p` as far as the runner serves them */
const queuesOf = (served: string) => `
  with recursive queues as (
    select first.* from ${served}
    cross join lateral (${FIRST} and j.project_id = p.id ${IN_ORDER}) first
    where p.builds_enabled and p.deleted_at is null
    union all
    select next.* from queues q cross join lateral (
      ${FIRST} and j.project_id = q.project_id and (j.protected, ${TAGS}) > (q.protected, q.tags_hash) ${IN_ORDER}) next)`;

/** The runner has all tags of the job; a job without tags needs a runner that accepts such jobs; some runners accept only protected refs. */
const FITS = `q.tags <@ $2::text[] and (q.tags <> '{}' or $3) and (not $4 or q.protected)`;

/** Queues that a specific runner serves, ordered by their oldest job. */
const OF_ITS_PROJECTS = {
  queues: queuesOf('runner_projects mine join projects p on p.id = mine.project_id and mine.runner_id = $1'),
  ...{ serves: `queues q where ${FITS}`, first: 'q.id' },
};

/** Queues that the runner of a group serves, ordered by their oldest job. */
const OF_ITS_GROUP = {
  ...OF_ITS_PROJECTS,
  queues: queuesOf(`(select p.* from projects p
      where p.group_ids @> array[(select group_id from runners where id = $1)] and p.group_runners_enabled) p`),
};

/** Queues that a shared runner serves, of projects that use shared runners: first those of the project with the fewest jobs on shared runners. */
const OF_ALL_PROJECTS = {
  // Looked up once for all counts, not for each running job.
  queues: `${ALL_QUEUES}, shared as materialized (select id from runners where is_shared)`,
  serves: `queues q join projects p on p.id = q.project_id
    where ${FITS} and p.shared_runners_enabled and p.builds_enabled and p.deleted_at is null and $1::bigint is not null`,
  first: `(select count(*) from jobs j join shared r on r.id = j.runner_id
    where j.project_id = q.project_id and j.status = 'running' and j.kind = 'build'), q.id`,
};

/** No two runners get the same job: a job that another runner is taking is skipped. */
const taking = ({ queues, serves, first }: typeof OF_ALL_PROJECTS) => `
  ${queues}, due as materialized (select q.* from ${serves} order by ${first}),
  taken as materialized (
    select oldest.id from due cross join lateral (
      select j.id from jobs j where ${PENDING} and j.project_id = due.project_id and j.protected = due.protected
        and ${TAGS} = due.tags_hash and j.tags = due.tags
      order by j.id limit 1 for update skip locked) oldest
    limit 1)
  update jobs set status = 'running', runner_id = $1, token_hash = $5, runner_system = $6, silent_since = null, cancels_gracefully = $7,
    started_at = now(), updated_at = now()
  from taken where jobs.id = taken.id returning jobs.id, jobs.project_id as "projectId"`;

const TAKE: Readonly<Record<RunnerType, string>> = {
  instance_type: taking(OF_ALL_PROJECTS),
  group_type: taking(OF_ITS_GROUP),
  project_type: taking(OF_ITS_PROJECTS),
};

const READY = `
  ${ALL_QUEUES}, served as materialized (
    select q.*, p.shared_runners_enabled as shared, case when p.group_runners_enabled then p.group_ids end as groups from queues q join projects p on p.id = q.project_id
    where p.builds_enabled and p.deleted_at is null)
  select r.id from runners r where r.id = any ($1::bigint[]) and r.active and exists (
    select from served q where q.tags <@ r.tag_list and (q.tags <> '{}' or r.run_untagged)
      and (r.access_level = 'not_protected' or q.protected)
      and (r.is_shared and q.shared or r.group_id = any (q.groups)
        or exists (select from runner_projects own where own.project_id = q.project_id and own.runner_id = r.id)))`;

const RETURN = `
  update jobs set status = 'pending', runner_id = null, token_hash = null, cancels_gracefully = false, started_at = null, updated_at = now()
  where id = $1 and status = 'running' and token_hash = $2 and updated_at = started_at
  returning id`;

/** Set when the machine first requests another job. */
const MARK_SILENT = `
  update jobs j set silent_since = coalesce(silent_since, now())
  where j.runner_id = $1 and j.runner_system = $2 and ${SILENT}
  returning j.id, j.project_id as "projectId", j.token_hash as "tokenHash", j.silent_since < now() - interval '1 minute' as "isLost"`;

/** Machine that requests a job, among those that share the runner's token. */
export interface Machine {
  readonly system: string;
  /** Whether it runs `after_script` of a job that is canceled. */
  readonly cancelsGracefully: boolean;
}

/** Job assigned to a runner. */
export interface TakenJob {
  readonly id: number;
  readonly projectId: ProjectId;
}

/** Assigned job with the hash of its token. */
export interface AssignedJob extends TakenJob {
  readonly tokenHash: string;
}

/** Job that its runner has not reported on. */
export interface SilentJob extends AssignedJob {
  /** It was marked at least a minute ago. */
  readonly isLost: boolean;
}

/** All SQL about taking jobs. */
@Injectable()
export class TakesStore {
  constructor(private readonly buildsStore: BuildsStore) {}

  /** Returns the runners among these for which there is a job. */
  async ready(db: Db, runnerIds: readonly number[]): Promise<number[]> {
    return (await db.prepared<{ id: number }>(READY, [runnerIds], 'once')).map(({ id }) => id);
  }

  /**
   * Assigns a job to a runner, and publishes that it runs.
   * @param tokenHash hash of the token for the job's own calls
   */
  async take(
    tx: Tx,
    runner: PollingRunner,
    { system, cancelsGracefully }: Machine,
    tokenHash: string,
  ): Promise<TakenJob | undefined> {
    const { id, tags, runUntagged, protectedOnly } = runner;
    const values = [id, tags, runUntagged, protectedOnly, tokenHash, system, cancelsGracefully];
    const [job] = await tx.prepared<TakenJob & Row>(TAKE[runnerType(runner)], values, 'once');
    if (job) await this.buildsStore.publish(tx, job.projectId, [job.id], 'running');
    return job;
  }

  /** Stores the jobs of other pipelines whose artifacts a job gets. */
  async setOtherJobs(tx: Tx, id: number, others: readonly number[]): Promise<void> {
    await tx.prepared('update jobs set other_job_ids = $2 where id = $1', [id, others]);
  }

  /** Returns a job to the queue, unless its runner has reported on it. */
  async requeue(tx: Tx, job: AssignedJob): Promise<void> {
    if (!(await this.unassign(tx, job))) return;
    await this.buildsStore.wake(tx);
    await this.buildsStore.publish(tx, job.projectId, [job.id], 'pending');
  }

  /** Fails a job, unless its runner has reported on it. */
  async drop(tx: Tx, job: AssignedJob, reason: FailureReason): Promise<void> {
    if (await this.unassign(tx, job)) await this.buildsStore.move(tx, [job.id], 'drop', reason);
  }

  private async unassign(tx: Tx, { id, tokenHash }: AssignedJob): Promise<boolean> {
    return (await tx.prepared(RETURN, [id, tokenHash])).length > 0;
  }

  /** Marks the jobs of a machine that requests other jobs without reporting on them. */
  markSilent(tx: Tx, runnerId: number, system: string): Promise<SilentJob[]> {
    return tx.prepared<SilentJob & Row>(MARK_SILENT, [runnerId, system]);
  }
}
