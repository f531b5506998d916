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

const LIVE = 'size is not null and (expires_at is null or expires_at > now())';

const OF_JOBS = `
  select job_id as "jobId", object, filename, size from job_artifacts where job_id = any ($1::bigint[]) and ${LIVE}`;

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

  /** Keeps the artifacts of a job for ever. @returns whether it has some */
  async keep(tx: Tx, jobId: number): Promise<boolean> {
    const text = `update job_artifacts set expires_at = null where job_id = $1 and ${LIVE} returning object`;
    return (await tx.prepared<{ object: string }>(text, [jobId])).length > 0;
  }

  /** The artifacts of jobs, of those that have some. */
  ofJobs(db: Db, jobIds: readonly number[]): Promise<Artifacts[]> {
    return db.prepared<Artifacts & Row>(OF_JOBS, [jobIds]);
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
