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

/** Queues of the projects of a specific runner, `$8`; their jobs are taken in the order of their ids. */
const OF_ITS_PROJECTS = {
  queues: queuesOf('runner_projects mine join projects p on p.id = mine.project_id and mine.runner_id = $8'),
  ...{ serves: `queues q where ${FITS}`, running: '0', turn: '0' },
};

/** Queues of the projects of a group, `$8`; their jobs are taken in the order of their ids. */
const OF_ITS_GROUP = {
  ...OF_ITS_PROJECTS,
  queues: queuesOf(`(select p.* from projects p
      where p.group_ids @> array[$8::bigint] and p.group_runners_enabled) p`),
};

/** Queues that a shared runner serves, of projects that use shared runners: the next job is of the project with the fewest jobs on shared runners. */
const OF_ALL_PROJECTS = {
  // Looked up once for all counts, not for each running job.
  queues: `${ALL_QUEUES}, shared as materialized (select id from runners where is_shared)`,
  serves: `queues q join projects p on p.id = q.project_id
    where ${FITS} and p.shared_runners_enabled and p.builds_enabled and p.deleted_at is null`,
  running: `(select count(*) from jobs j join shared r on r.id = j.runner_id
    where j.project_id = q.project_id and j.status = 'running' and j.kind = 'build')`,
  // A job that is taken counts for the next one.
  turn: 'running + row_number() over (partition by project_id order by id)',
};

const MOST = '(select count(*) from asking)';
/** Jobs of a queue, oldest first. */
const jobsOf = (queue: string) => `
  select j.id from jobs j where ${PENDING} and j.project_id = ${queue}.project_id and j.protected = ${queue}.protected
    and ${TAGS} = ${queue}.tags_hash and j.tags = ${queue}.tags
  order by j.id`;

/**
 * Assigns jobs to runners that serve the same queues, in the order in which they would get them one after the other. The first jobs of the
 * first queues show how many are due of each; queues further back cannot be due earlier than their first job. No two runners get the same job:
 * jobs that another transaction is taking are skipped, and where too few are left of a queue, others take their place.
 */
const assigning = ({ queues, serves, running, turn }: typeof OF_ALL_PROJECTS, lock: string) => `
  ${queues}, present as materialized (select id from runners where id = any ($1::bigint[]) ${lock}),
  asking as materialized (
    select *, row_number() over () as place from unnest($1::bigint[], $5::text[], $6::text[], $7::boolean[])
      as given (runner_id, token_hash, system, cancels_gracefully)
    where runner_id in (select id from present)),
  served as materialized (select q.*, ${running} as running from ${serves}),
  ordered as materialized (select *, ${turn} as turn from served order by turn, id),
  due as (
    select project_id, protected, tags_hash, tags, count(*) as jobs from (
      select *, ${turn} as turn from (
        select q.project_id, q.protected, q.tags_hash, q.tags, q.running, job.id
        from (select * from ordered limit ${MOST}) q cross join lateral (${jobsOf('q')} limit ${MOST}) job) jobs
      order by turn, id limit ${MOST}) next
    group by project_id, protected, tags_hash, tags),
  locked as materialized (
    select job.id from due cross join lateral (${jobsOf('due')} limit due.jobs for update skip locked) job),
  taken as materialized (
    select id from locked union all (
      select job.id from ordered q cross join lateral (${jobsOf('q')} for update skip locked) job
      where job.id <> all (array(select id from locked)))
    limit ${MOST}),
  assigned as (
    update jobs set status = 'running', runner_id = asking.runner_id, token_hash = asking.token_hash, runner_system = asking.system,
      cancels_gracefully = asking.cancels_gracefully, silent_since = null, started_at = now(), updated_at = now()
    from (select id, row_number() over () as place from taken) taken join asking using (place)
    where jobs.id = taken.id returning jobs.id, jobs.project_id, jobs.token_hash)
  select asking.token_hash as "tokenHash", assigned.id, assigned.project_id as "projectId"
  from asking left join assigned using (token_hash)`;

const taking = (queues: typeof OF_ALL_PROJECTS) => ({
  together: assigning(queues, 'for key share skip locked'),
  alone: assigning(queues, 'for key share'),
});
const TAKE: Readonly<Record<RunnerType, ReturnType<typeof taking>>> = {
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

/** Runner's request for a job, with the hash of the token for the job's calls. */
export interface RunnerRequest extends Machine {
  readonly runner: PollingRunner;
  readonly tokenHash: string;
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

/** Row of a request: its job, if there is one for it. */
type Answered = AssignedJob | { readonly tokenHash: string; readonly id: null };

/** Job that its runner has not reported on. */
export interface SilentJob extends AssignedJob {
  /** It was marked at least a minute ago. */
  readonly isLost: boolean;
}

/** Returns the key of the queues that a runner serves. */
export function queuesServedBy(runner: PollingRunner): string {
  const { tags, runUntagged, protectedOnly } = runner;
  return JSON.stringify([runnerType(runner), ...ownerOf(runner), runUntagged, protectedOnly, ...tags]);
}

/** Returns the owner of the queues that a runner serves: its group, or the runner by its projects; none for a shared one. */
function ownerOf(runner: PollingRunner): (number | null)[] {
  return { instance_type: [], group_type: [runner.groupId], project_type: [runner.id] }[runnerType(runner)];
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
   * Assigns a job to each of some requests of runners that serve the same queues, as far as there are jobs, and publishes that these run.
   * @param waits whether for the locks of others on runners: requests of locked runners are left out otherwise
   * @returns the jobs by the hashes of their tokens; null for a request without one. A request whose runner was deleted is left out.
   */
  async take(tx: Tx, requests: readonly RunnerRequest[], waits: boolean): Promise<Map<string, AssignedJob | null>> {
    const { runner } = requests[0]!;
    const values = [
      ...[requests.map((each) => each.runner.id), runner.tags, runner.runUntagged, runner.protectedOnly],
      ...[requests.map(({ tokenHash }) => tokenHash), requests.map(({ system }) => system)],
      ...[requests.map(({ cancelsGracefully }) => cancelsGracefully), ...ownerOf(runner)],
    ];
    const { together, alone } = TAKE[runnerType(runner)];
    const rows = await tx.prepared<Answered & Row>(waits ? alone : together, values, 'once');
    const jobs = rows.filter((row) => row.id !== null);
    await this.buildsStore.publish(tx, jobs, 'running');
    return new Map(rows.map((row) => [row.tokenHash, row.id === null ? null : row]));
  }

  /** Stores the jobs of other pipelines whose artifacts a job gets. */
  async setOtherJobs(tx: Tx, id: number, others: readonly number[]): Promise<void> {
    await tx.prepared('update jobs set other_job_ids = $2 where id = $1', [id, others]);
  }

  /** Returns a job to the queue, unless its runner has reported on it. */
  async requeue(tx: Tx, job: AssignedJob): Promise<void> {
    if (!(await this.unassign(tx, job))) return;
    await this.buildsStore.wake(tx);
    await this.buildsStore.publish(tx, [job], 'pending');
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
