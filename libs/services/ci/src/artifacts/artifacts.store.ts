import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import type { ArtifactsAccess } from '../builds/build-options.js';
import type { FileType } from './file-types.js';
import type { BuildVariable } from '../variables/variable.rules.js';

/** Uploaded file of a job: its archive, or a report. */
export interface Artifacts {
  readonly jobId: number;
  readonly type: FileType;
  /** Name of the stored object. */
  readonly object: string;
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
}

/** File as users download it. */
export interface FoundArtifacts extends Artifacts {
  /** Null when it is not configured. */
  readonly access: ArtifactsAccess | null;
}

/** A change of the total size of a project's artifacts. */
export interface SizeChange {
  readonly projectId: ProjectId;
  /** In bytes; negative when artifacts were removed. */
  readonly size: number;
}

/** The total size of a project's artifacts. */
export interface ArtifactTotal {
  readonly projectId: ProjectId;
  /** In bytes. */
  readonly artifactsSize: number;
  /** Increases with every change. */
  readonly sequence: number;
}

/** Selects artifacts: a file of a job, by default its archive; or the archive of the job with that name in the newest successful pipeline of a ref. */
export type ArtifactsOf =
  | { readonly jobId: number; readonly type?: FileType }
  | { readonly ref: string; readonly job: string };

/** Earlier job whose artifacts a job gets. */
export interface Dependency {
  readonly id: number;
  readonly name: string;
  readonly filename: string;
  readonly size: number;
}

/** Artifacts that a job gets from earlier jobs. */
export interface Dependencies {
  readonly found: readonly Dependency[];
  /** Variables that these jobs have reported. */
  readonly variables: readonly BuildVariable[];
  /** Whether one of them was erased, or its artifacts have expired. */
  readonly someGone: boolean;
}

export const NO_DEPENDENCIES: Dependencies = { found: [], variables: [], someGone: false };

/** Earlier job with its archive and variables; null without these. */
export interface DependencyRow {
  readonly id: number;
  readonly name: string;
  /** Its `artifacts: access`; null: not configured. */
  readonly access: ArtifactsAccess | null;
  readonly filename: string | null;
  readonly size: number | null;
  readonly variables: readonly BuildVariable[] | null;
  /** Whether its archive was erased or has expired. */
  readonly isGone: boolean | null;
}

/** Condition of files `a` that can be downloaded. */
export const LIVE = 'a.size is not null and (a.expires_at is null or a.expires_at > now())';

/** Joins the archives `a` of jobs `j`: at most one row of each. */
export const WITH_ARCHIVE = `left join job_artifacts a on a.job_id = j.id and a.file_type = 'archive' and ${LIVE}`;

/** JSON list of the reports of a job `j`; null without one. */
export const REPORTS_OF_JOB = `(
  select jsonb_agg(jsonb_build_object('type', a.file_type, 'filename', a.filename, 'size', a.size) order by a.file_type)
  from job_artifacts a where a.job_id = j.id and a.file_type <> 'archive' and ${LIVE})`;

const FIND = `
  select j.id as "jobId", a.file_type as type, a.object, a.filename, a.size, j.options #>> '{artifacts,access}' as access
  from jobs j join job_artifacts a on a.job_id = j.id and ${LIVE}
  where j.kind = 'build'`;

const OF_PIPELINE_JOB = `${FIND} and a.file_type = 'archive' and j.pipeline_id = $1 and j.name = $2 and not j.retried order by j.id desc limit 1`;

const OF_JOB = `${FIND} and a.file_type = $3 and j.id = $2 and j.project_id = $1`;

const OF_REF = `${FIND} and a.file_type = 'archive' and j.name = $3 and not j.retried and j.pipeline_id = (
  select id from pipelines where project_id = $1 and ref = $2 and status = 'success' order by id desc limit 1)`;

const COMPLETE = `
  with completed as (
    update job_artifacts set job_id = $2, filename = $3, size = $4, expires_at = now() + make_interval(secs => $5), file_type = $6
    where object = $1 returning job_id, expires_at),
  expiring as (
    update jobs set artifacts_expire_at = completed.expires_at from completed where jobs.id = completed.job_id and $6 = 'archive')
  select from completed`;

const REPLACE = `
  update job_artifacts set job_id = null where job_id = $1 and file_type = $2 and size is not null returning size`;

const DROP = `
  with dropped as (
    update job_artifacts set job_id = null where job_id = $1 and size is not null returning size),
  forgotten as (update jobs set artifacts_expire_at = null where id = $1 and artifacts_expire_at is not null)
  select sum(size)::bigint as size from dropped having count(*) > 0`;

const DROP_OF_PIPELINE = `
  with dropped as (
    update job_artifacts set job_id = null
    where size is not null and job_id in (select id from jobs where pipeline_id = $1) returning size)
  select coalesce(sum(size), 0)::bigint as size from dropped`;

const KEEP = `
  with kept as (
    update job_artifacts a set expires_at = null where a.job_id = $1 and ${LIVE} returning a.job_id),
  forgotten as (update jobs set artifacts_expire_at = null where id in (select job_id from kept))
  select from kept`;

/** Locks the rows in the order of their jobs. As with expired artifacts, later jobs that need them fail. */
const DROP_OF_JOBS = `
  with chosen as (
    select j.id from jobs j where j.project_id = $1 and j.kind = 'build' and j.id > $2 and j.id <= $3
      and exists (select from job_artifacts a where a.job_id = j.id and a.size is not null) order by j.id limit $4),
  locked as (
    select a.object, a.job_id from chosen join job_artifacts a on a.job_id = chosen.id and a.size is not null
    order by a.job_id, a.object for update of a),
  dropped as (
    update job_artifacts a set job_id = null from locked where a.object = locked.object
    returning locked.job_id as "jobId", a.size),
  expired as (update jobs set artifacts_expire_at = now() where id in (select "jobId" from dropped))
  select "jobId", sum(size)::bigint as size from dropped group by "jobId"`;

const NEWEST_JOB = `
  select coalesce(max(id), 0)::bigint as id from jobs where project_id = $1 and kind = 'build'`;

/** Rows that are set to be kept at the same time stay: PostgreSQL evaluates the condition again after it has locked the row. */
const DROP_EXPIRED = `
  update job_artifacts a set job_id = null from jobs j
  where j.id = a.job_id and a.expires_at < now() and a.object in (
    select object from job_artifacts where job_id is not null and expires_at < now() order by expires_at limit $1)
  returning j.project_id as "projectId", -a.size as size`;

/** Locks the totals in the order of project ids, so that two transactions never deadlock. */
const CHANGE_TOTALS = `
  insert into artifact_totals as t (project_id, size, sequence)
  select project_id, sum(size), 1 from unnest($1::bigint[], $2::bigint[]) as changed (project_id, size)
  group by project_id order by project_id
  on conflict (project_id) do update set size = t.size + excluded.size, sequence = t.sequence + 1
  returning project_id as "projectId", size as "artifactsSize", sequence`;

const DEPENDENCY = `before.id, before.name, before.options #>> '{artifacts,access}' as access, a.filename, a.size, before.reported_variables as variables,
    a.object is null and (before.erased_at is not null or before.artifacts_expire_at <= now()) as "isGone"`;

/**
 * Artifacts and reported variables of earlier stages' jobs in the pipeline and of those that a job needs, of their latest runs; only of the named
 * jobs, when its configuration names some. A job that never had any is left out. An earlier job is one row for all jobs that get its artifacts.
 */
const DEPENDENCIES = `
  select json_agg(j.id) as "jobIds", ${DEPENDENCY} from jobs j
  join jobs before on before.pipeline_id = j.pipeline_id and before.kind = 'build' and not before.retried
    and (before.stage_index < j.stage_index or before.name = any (j.needs))
    and (j.options -> 'dependencies' is null or j.options -> 'dependencies' ? before.name)
  left join job_artifacts a on a.job_id = before.id and a.file_type = 'archive' and ${LIVE}
  where j.id = any ($1::bigint[]) and (a.object is not null or before.reported_variables is not null
    or before.erased_at is not null or before.artifacts_expire_at <= now())
  group by before.id, a.object order by before.id`;

/** Successful runs of a job in other pipelines `p`. */
const SUCCESSFUL = `
  select ${DEPENDENCY} from pipelines p
  join jobs before on before.pipeline_id = p.id and before.kind = 'build' and before.status = 'success' and not before.retried
  left join job_artifacts a on a.job_id = before.id and a.file_type = 'archive' and ${LIVE}`;

const NEWEST_OF = `${SUCCESSFUL}
  where p.project_id = $1 and p.ref = $2 and before.name = $3 order by p.id desc limit 1`;

/** Pipelines of one hierarchy lead back to one first pipeline. */
const OF_HIERARCHY = `${SUCCESSFUL}
  join pipelines own on own.id = $3 and own.id <> p.id and own.project_id = p.project_id
    and coalesce(own.root_pipeline_id, own.id) = coalesce(p.root_pipeline_id, p.id)
  where p.id = $1 and before.name = $2`;

/** Objects that can no longer be read: replaced, erased, expired, of a deleted project, or never completed. */
const USELESS = `
  (select object from job_artifacts where job_id is null order by object limit $1)
  union (select object from job_artifacts where size is null and created_at < now() - interval '1 day' order by created_at limit $1)`;

/** All SQL about artifacts. */
@Injectable()
export class ArtifactsStore {
  /** Records an object before it is written, so that it is removed if it is never completed. */
  async begin(tx: Tx, jobId: number, object: string): Promise<void> {
    await tx.prepared('insert into job_artifacts (object, job_id) values ($1, $2)', [object, jobId]);
  }

  /**
   * Makes a written object a file of its job, which the transaction has locked. An earlier file of the type is dropped.
   * @returns the growth of the project's artifacts in bytes; undefined where the record of the object is gone, as after an upload of more than a day
   */
  async complete(
    tx: Tx,
    { jobId, object, type, filename, size }: Artifacts,
    expireSeconds: number | null,
  ): Promise<number | undefined> {
    const [replaced] = await tx.prepared<{ size: number }>(REPLACE, [jobId, type]);
    const completed = await tx.prepared(COMPLETE, [object, jobId, filename, size, expireSeconds, type]);
    if (completed.length === 0) return undefined;
    return size - (replaced?.size ?? 0);
  }

  /** Returns the archive of the newest run of a pipeline's job. */
  async ofPipelineJob(db: Db, pipelineId: number, job: string): Promise<Artifacts | undefined> {
    const [artifacts] = await db.prepared<Artifacts & Row>(OF_PIPELINE_JOB, [pipelineId, job]);
    return artifacts;
  }

  /** Removes all artifacts of a job. @returns their size; undefined when it had none */
  async drop(tx: Tx, jobId: number): Promise<number | undefined> {
    const [dropped] = await tx.prepared<{ size: number }>(DROP, [jobId]);
    return dropped && Number(dropped.size);
  }

  /** Removes the artifacts of all jobs of a pipeline, which the transaction has locked. @returns their size */
  async dropOfPipeline(tx: Tx, pipelineId: number): Promise<number> {
    const [dropped] = await tx.prepared<{ size: number }>(DROP_OF_PIPELINE, [pipelineId]);
    return Number(dropped!.size);
  }

  /** Returns the id of the newest job of a project; 0 for none. */
  async newestJob(db: Db, projectId: ProjectId): Promise<number> {
    const [newest] = await db.prepared<{ id: number }>(NEWEST_JOB, [projectId]);
    return Number(newest!.id);
  }

  /** Removes the artifacts of at most `limit` jobs of a project, by id. @returns the jobs with the size of their artifacts */
  dropOfJobs(
    tx: Tx,
    projectId: ProjectId,
    { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
  ): Promise<Pick<Artifacts, 'jobId' | 'size'>[]> {
    return tx.prepared<Pick<Artifacts, 'jobId' | 'size'> & Row>(DROP_OF_JOBS, [projectId, after, upTo, limit]);
  }

  /** Applies changes to the totals of projects. @returns the new totals */
  changeTotals(tx: Tx, changes: readonly SizeChange[]): Promise<ArtifactTotal[]> {
    const values = [changes.map(({ projectId }) => projectId), changes.map(({ size }) => size)];
    return tx.prepared<ArtifactTotal & Row>(CHANGE_TOTALS, values);
  }

  /** Deletes the total of a project. */
  async deleteTotal(tx: Tx, projectId: ProjectId): Promise<void> {
    await tx.prepared('delete from artifact_totals where project_id = $1', [projectId]);
  }

  /** Keeps all artifacts of a job forever. @returns whether it has some */
  async keep(tx: Tx, jobId: number): Promise<boolean> {
    return (await tx.prepared(KEEP, [jobId])).length > 0;
  }

  /** Removes the expired artifacts of at most `limit` jobs. @returns the size changes of their projects */
  dropExpired(tx: Tx, limit: number): Promise<SizeChange[]> {
    return tx.prepared<SizeChange & Row>(DROP_EXPIRED, [limit]);
  }

  /** Returns a file of a job or a ref; undefined when there are none, or they were removed. */
  async find(db: Db, projectId: ProjectId, of: ArtifactsOf): Promise<FoundArtifacts | undefined> {
    const [text, values] = 'jobId' in of ? [OF_JOB, [of.jobId, of.type ?? 'archive']] : [OF_REF, [of.ref, of.job]];
    const [artifacts] = await db.prepared<FoundArtifacts & Row>(text, [projectId, ...values]);
    return artifacts;
  }

  /** Returns the earlier jobs whose artifacts each of some jobs gets. */
  async dependencies(db: Db, jobIds: readonly number[]): Promise<Dependencies[]> {
    if (jobIds.length === 0) return [];
    const rows = await db.prepared<DependencyRow & { jobIds: number[] } & Row>(DEPENDENCIES, [jobIds], 'once');
    return jobIds.map((id) => this.dependenciesOf(rows.filter((row) => row.jobIds.includes(id))));
  }

  dependenciesOf(rows: readonly DependencyRow[]): Dependencies {
    return {
      found: rows.flatMap(({ id, name, filename, size }) =>
        filename === null ? [] : [{ id, name, filename, size: size! }],
      ),
      variables: rows.flatMap(({ variables }) => variables ?? []),
      someGone: rows.some(({ isGone }) => isGone === true),
    };
  }

  /** Returns a job of the newest pipeline of a ref in which it has succeeded. */
  async newestOf(
    db: Db,
    projectId: ProjectId,
    { ref, job }: { readonly ref: string; readonly job: string },
  ): Promise<DependencyRow | undefined> {
    const [row] = await db.prepared<DependencyRow & Row>(NEWEST_OF, [projectId, ref, job]);
    return row;
  }

  /** Returns a successful job of a pipeline; undefined unless the pipeline `by` is another one of its hierarchy and project. */
  async ofHierarchy(
    db: Db,
    { id, job, by }: { readonly id: number; readonly job: string; readonly by: number },
  ): Promise<DependencyRow | undefined> {
    const [row] = await db.prepared<DependencyRow & Row>(OF_HIERARCHY, [id, job, by]);
    return row;
  }

  /** Returns objects to delete, at most `limit` of each kind. */
  async useless(db: Db, limit: number): Promise<string[]> {
    return (await db.prepared<{ object: string }>(USELESS, [limit])).map(({ object }) => object);
  }

  /** Deletes the rows of deleted objects. */
  async forget(tx: Tx, objects: readonly string[]): Promise<void> {
    await tx.prepared('delete from job_artifacts where object = any ($1::text[])', [objects]);
  }
}
