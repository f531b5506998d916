import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';

/** What is known of the artifacts of a job. */
export interface Artifacts {
  readonly jobId: number;
  /** The name of what is stored. */
  readonly object: string;
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
}

/** A job of which another one gets the artifacts. */
export interface Dependency {
  readonly id: number;
  readonly name: string;
  readonly filename: string;
  readonly size: number;
}

const LIVE = 'a.size is not null and (a.expires_at is null or a.expires_at > now())';

const OF_JOBS = `
  select job_id as "jobId", object, filename, size from job_artifacts a where job_id = any ($1::bigint[]) and ${LIVE}`;

/** Of the jobs of earlier stages of the pipeline, as they ran last; of those of some names, where they are given. */
const DEPENDENCIES = `
  select before.id, before.name, a.filename, a.size from jobs j
  join jobs before on before.pipeline_id = j.pipeline_id and before.kind = 'build' and not before.retried
    and before.stage_index < j.stage_index and ($2::text[] is null or before.name = any ($2))
  join job_artifacts a on a.job_id = before.id
  where j.id = $1 and ${LIVE}
  order by before.id`;

/** What nobody can read any more: replaced, erased, of a deleted project, expired, or never completed. */
const USELESS = `
  (select object from job_artifacts where job_id is null order by object limit $1)
  union (select object from job_artifacts where expires_at < now() order by expires_at limit $1)
  union (select object from job_artifacts where size is null and created_at < now() - interval '1 day' order by created_at limit $1)`;

/** All SQL about artifacts. */
@Injectable()
export class ArtifactsStore {
  /** Stores that an object is about to be written, so that it is removed should nobody complete it. */
  async begin(tx: Tx, jobId: number, object: string): Promise<void> {
    await tx.prepared('insert into job_artifacts (object, job_id) values ($1, $2)', [object, jobId]);
  }

  /** Makes a written object the artifacts of its job, which the transaction has locked. Earlier ones are dropped. */
  async complete(tx: Tx, { jobId, object, filename, size }: Artifacts, expireSeconds: number | null): Promise<void> {
    await this.drop(tx, jobId);
    await tx.prepared(
      `update job_artifacts set job_id = $2, filename = $3, size = $4, expires_at = now() + make_interval(secs => $5)
       where object = $1`,
      [object, jobId, filename, size, expireSeconds],
    );
  }

  /** Takes its artifacts from a job. @returns whether it had some */
  async drop(tx: Tx, jobId: number): Promise<boolean> {
    const text = 'update job_artifacts set job_id = null where job_id = $1 and size is not null returning object';
    return (await tx.prepared<{ object: string }>(text, [jobId])).length > 0;
  }

  /** The artifacts of jobs, of those that have some. */
  ofJobs(db: Db, jobIds: readonly number[]): Promise<Artifacts[]> {
    return db.prepared<Artifacts & Row>(OF_JOBS, [jobIds]);
  }

  /**
   * The jobs whose artifacts a job gets, of those that have some.
   * @param names of the jobs; undefined: all of earlier stages
   */
  dependencies(db: Db, jobId: number, names: readonly string[] | undefined): Promise<Dependency[]> {
    return db.prepared<Dependency & Row>(DEPENDENCIES, [jobId, names ?? null]);
  }

  /** Objects that are to be deleted, of each kind as many. */
  async useless(db: Db, limit: number): Promise<string[]> {
    return (await db.prepared<{ object: string }>(USELESS, [limit])).map(({ object }) => object);
  }

  /** Forgets objects that are deleted. */
  async forget(tx: Tx, objects: readonly string[]): Promise<void> {
    await tx.prepared('delete from job_artifacts where object = any ($1::text[])', [objects]);
  }
}
