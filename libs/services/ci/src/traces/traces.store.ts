import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';

/** Bytes of a trace that one statement reads, approximately. */
const READ_AT_ONCE = 1024 * 1024;

/** Appends only at the end, and while the job runs: two pieces for the same offset cannot both be stored. */
const APPEND = `
  with grown as (
    update jobs set trace_size = trace_size + $3, trace_checksum = $6, updated_at = now()
    where id = $1 and trace_size = $2 and status in ('running', 'canceling') and kind = 'build' and trace_checksum is not distinct from $5
    returning id)
  insert into job_trace_chunks (job_id, start, content) select id, $2, $4 from grown returning job_id as id`;

/** Under the locks of the pipelines of jobs, these keep their tokens and statuses. */
const BEGIN = `
  with own as (
    select j.id, j.token_hash, given.secrets
    from unnest($1::bigint[], $2::text[], $3::text[]) as given (id, token_hash, secrets)
    join jobs j on j.id = given.id and j.token_hash = given.token_hash and j.status = 'running'),
  stored as (
    insert into job_traces (job_id, secrets) select id, secrets from own
    on conflict (job_id) do update set secrets = excluded.secrets)
  select token_hash as "tokenHash" from own`;

const READ = `
  select start, content from (
    select start, content, sum(length(content)) over (order by start) - length(content) as before
    from job_trace_chunks where job_id = $1 and start >= $2 order by start limit 100) pieces
  where before < ${READ_AT_ONCE} order by start`;

/** From the piece with the first byte on. */
const SLICE = `
  select start, content from job_trace_chunks
  where job_id = $1 and start < $3
    and start >= coalesce((select max(start) from job_trace_chunks where job_id = $1 and start <= $2), 0)
  order by start limit 20000`;

const END = `
  select substr(content, greatest(1, length(content) - ($2 - after)::int + 1)) as content from (
    select start, content, sum(length(content)) over (order by start desc) - length(content) as after
    from job_trace_chunks where job_id = $1) pieces
  where after < $2 order by start`;

const FIND = `
  select o.object, t.secrets as sealed from (select $1::bigint as id) asked
  left join job_traces t on t.job_id = asked.id
  left join trace_objects o on o.job_id = asked.id and o.size is not null`;

const ENDED = `
  select t.job_id as id, j.project_id as "projectId", t.secrets as sealed,
    not exists (select from job_trace_chunks c where c.job_id = t.job_id) as "isEmpty"
  from job_traces t join jobs j on j.id = t.job_id
  where t.job_id > $1 and j.status not in ('created', 'manual', 'pending', 'running', 'canceling', 'scheduled', 'waiting_for_resource')
  order by t.job_id limit $2`;

/**
 * The transaction that deletes the row of a trace decides about its place. Without the row, another object already has the trace, or it was
 * erased.
 */
const COMPLETE = `
  with moved as (delete from job_traces where job_id = $1 returning job_id),
  emptied as (delete from job_trace_chunks where job_id in (select job_id from moved))
  update trace_objects set job_id = (select job_id from moved), size = $3 where object = $2 and job_id is not null`;

/** Objects that can no longer be read: of a job that was erased or deleted, or never completed. */
const USELESS = `
  (select object from trace_objects where job_id is null order by object limit $1)
  union (select object from trace_objects where size is null and created_at < now() - interval '1 day' order by created_at limit $1)`;

/** Trace in PostgreSQL whose job has ended. */
export interface EndedTrace {
  readonly id: number;
  readonly projectId: ProjectId;
  /** Secrets to hide in it, encrypted. */
  readonly sealed: string | null;
  readonly isEmpty: boolean;
}

/** Trace as its runner knows it: its length in bytes, and its CRC-32. */
export interface TraceSummary {
  readonly size: number;
  readonly checksum: number;
}

/** Assigned job, with the hash of the token that it was assigned with, and the encrypted secrets to hide in its trace. */
export interface BeginningTrace {
  readonly id: number;
  readonly tokenHash: string;
  readonly sealed: string;
}

/** All SQL about traces. */
@Injectable()
export class TracesStore {
  /**
   * Appends a piece to the trace of a running job.
   * @param checksums of the trace without and with the piece, as the runner has sent it
   * @returns false when the trace does not end at `start`, or has another checksum
   */
  async append(
    tx: Tx,
    id: number,
    { start, content }: { readonly start: number; readonly content: Buffer },
    checksums: { readonly before: number | null; readonly after: number | null },
  ): Promise<boolean> {
    const values = [id, start, content.length, content, checksums.before, checksums.after];
    return (await tx.prepared(APPEND, values)).length > 0;
  }

  /**
   * Drops the trace of a running job, which the transaction has locked, unless it matches the runner's summary. The trace that the runner then sends
   * again is not compared.
   * @returns whether it was dropped
   */
  async dropUnless(tx: Tx, id: number, { size, checksum }: TraceSummary): Promise<boolean> {
    const text = `
      update jobs set trace_size = 0, trace_checksum = null
      where id = $1 and status in ('running', 'canceling') and trace_checksum is not null and (trace_size <> $2 or trace_checksum <> $3) returning id`;
    if ((await tx.prepared(text, [id, size, checksum])).length === 0) return false;
    await tx.prepared('delete from job_trace_chunks where job_id = $1', [id]);
    return true;
  }

  /** Replaces the trace of a job that the transaction has locked. */
  async replace(tx: Tx, id: number, content: Buffer): Promise<void> {
    await this.clear(tx, id);
    await tx.prepared('update jobs set trace_size = $2, trace_checksum = null where id = $1', [id, content.length]);
    const text = 'insert into job_trace_chunks (job_id, start, content) values ($1, 0, $2)';
    if (content.length > 0) await tx.prepared(text, [id, content]);
  }

  /** Erases the trace of a job that has ended, from PostgreSQL and from the object store. */
  async erase(tx: Tx, id: number): Promise<void> {
    await this.forget(tx, id);
    await this.clear(tx, id);
    await tx.prepared('update trace_objects set job_id = null where job_id = $1', [id]);
  }

  private async clear(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from job_trace_chunks where job_id = $1', [id]);
    await tx.prepared('update jobs set trace_size = 0 where id = $1', [id]);
  }

  async size(db: Db, id: number): Promise<number> {
    const [row] = await db.prepared<{ size: number }>('select trace_size as size from jobs where id = $1', [id]);
    return row?.size ?? 0;
  }

  /** Returns pieces from an offset on, about {@link READ_AT_ONCE} bytes; none at the end. */
  pieces(db: Db, id: number, start: number): Promise<{ readonly start: number; readonly content: Buffer }[]> {
    return db.prepared<{ start: number; content: Buffer } & Row>(READ, [id, start]);
  }

  /** Returns the pieces with the bytes from `start` to before `end`, at most 20 000. */
  slice(
    db: Db,
    id: number,
    start: number,
    end: number,
  ): Promise<{ readonly start: number; readonly content: Buffer }[]> {
    return db.prepared<{ start: number; content: Buffer } & Row>(SLICE, [id, start, end]);
  }

  /** Returns the last bytes of a trace, or all of a shorter one. */
  async end(db: Db, id: number, most: number): Promise<Buffer> {
    const pieces = await db.prepared<{ content: Buffer }>(END, [id, most]);
    return Buffer.concat(pieces.map(({ content }) => content));
  }

  /**
   * Stores the encrypted secrets to hide in the traces of running jobs, before these begin.
   * @returns the hashes of the tokens that their jobs still have
   */
  async begin(tx: Tx, jobs: readonly BeginningTrace[]): Promise<Set<string>> {
    const values = [jobs.map(({ id }) => id), jobs.map(({ tokenHash }) => tokenHash), jobs.map(({ sealed }) => sealed)];
    const begun = await tx.prepared<{ tokenHash: string }>(BEGIN, values);
    return new Set(begun.map(({ tokenHash }) => tokenHash));
  }

  /** Returns the object of an archived trace, or the secrets to hide in one that is not archived. */
  async find(db: Db, id: number): Promise<{ readonly object: string | null; readonly sealed: string | null }> {
    const [trace] = await db.prepared<{ object: string | null; sealed: string | null }>(FIND, [id]);
    return trace!;
  }

  /** Returns traces in PostgreSQL whose jobs have ended: at most `limit` after an id. */
  ended(db: Db, after: number, limit: number): Promise<EndedTrace[]> {
    return db.prepared<EndedTrace & Row>(ENDED, [after, limit]);
  }

  /** Deletes the stored secrets for a job that has ended without a trace in PostgreSQL. */
  async forget(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from job_traces where job_id = $1', [id]);
  }

  /** Records the object of a trace before it is written, so that it is removed if it is never completed. */
  async beginObject(tx: Tx, id: number, object: string): Promise<void> {
    await tx.prepared('insert into trace_objects (object, job_id) values ($1, $2)', [object, id]);
  }

  /** Moves the trace of a job to a written object, unless it was erased or moved to another one in the meantime. */
  async complete(tx: Tx, id: number, object: string, size: number): Promise<void> {
    await tx.prepared(COMPLETE, [id, object, size]);
  }

  /** Detaches an uncompleted object from its job. */
  async abandon(tx: Tx, object: string): Promise<void> {
    await tx.prepared('update trace_objects set job_id = null where object = $1 and size is null', [object]);
  }

  /** Returns objects to delete, at most `limit` of each kind. */
  async useless(db: Db, limit: number): Promise<string[]> {
    return (await db.prepared<{ object: string }>(USELESS, [limit])).map(({ object }) => object);
  }

  /** Deletes the rows of deleted objects. */
  async forgetObjects(tx: Tx, objects: readonly string[]): Promise<void> {
    await tx.prepared('delete from trace_objects where object = any ($1::text[])', [objects]);
  }
}
