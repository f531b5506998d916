import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';

/** Bytes of a trace that one statement reads at most, a piece more or less. */
const READ_AT_ONCE = 1024 * 1024;

/** Only at its end, and while the job runs: two pieces for the same place cannot both be stored. */
const APPEND = `
  with grown as (
    update jobs set trace_size = trace_size + $3, trace_checksum = $6, updated_at = now()
    where id = $1 and trace_size = $2 and status = 'running' and kind = 'build' and trace_checksum is not distinct from $5
    returning id)
  insert into job_trace_chunks (job_id, start, content) select id, $2, $4 from grown returning job_id as id`;

const READ = `
  select start, content from (
    select start, content, sum(length(content)) over (order by start) - length(content) as before
    from job_trace_chunks where job_id = $1 and start >= $2 order by start limit 100) pieces
  where before < ${READ_AT_ONCE} order by start`;

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
  where t.job_id > $1 and j.status not in ('created', 'manual', 'pending', 'running')
  order by t.job_id limit $2`;

/** Whoever deletes the row of a trace decides where it is; where it is gone already, another object has the trace, or none any more. */
const COMPLETE = `
  with moved as (delete from job_traces where job_id = $1 returning job_id),
  emptied as (delete from job_trace_chunks where job_id in (select job_id from moved))
  update trace_objects set job_id = (select job_id from moved), size = $3 where object = $2 and job_id is not null`;

/** What nobody can read any more: of a job that was erased or deleted, or never completed. */
const USELESS = `
  (select object from trace_objects where job_id is null order by object limit $1)
  union (select object from trace_objects where size is null and created_at < now() - interval '1 day' order by created_at limit $1)`;

/** A trace in PostgreSQL whose job has ended. */
export interface EndedTrace {
  readonly id: number;
  readonly projectId: ProjectId;
  /** What it is not to show, encrypted. */
  readonly sealed: string | null;
  readonly isEmpty: boolean;
}

/** A trace as its runner knows it: its length in bytes, and its CRC-32. */
export interface TraceSummary {
  readonly size: number;
  readonly checksum: number;
}

/** All SQL about traces. */
@Injectable()
export class TracesStore {
  /**
   * Appends a piece to the trace of a running job.
   * @param checksums of the trace before the piece and with it, as the runner has sent them
   * @returns false where the trace does not end at `start`, or has another checksum
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
   * Drops the trace of a running job, which the transaction has locked, unless it is as its runner says; of one that it sends again nothing
   * is compared.
   * @returns whether it was dropped
   */
  async dropUnless(tx: Tx, id: number, { size, checksum }: TraceSummary): Promise<boolean> {
    const text = `
      update jobs set trace_size = 0, trace_checksum = null
      where id = $1 and status = 'running' and trace_checksum is not null and (trace_size <> $2 or trace_checksum <> $3) returning id`;
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

  /** Erases the trace of a job that has ended, wherever it is. */
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

  /** The pieces from a place on, as many as are read at once; none at the end. */
  pieces(db: Db, id: number, start: number): Promise<{ readonly start: number; readonly content: Buffer }[]> {
    return db.prepared<{ start: number; content: Buffer } & Row>(READ, [id, start]);
  }

  /** The last bytes of a trace, or all of a shorter one. */
  async end(db: Db, id: number, most: number): Promise<Buffer> {
    const pieces = await db.prepared<{ content: Buffer }>(END, [id, most]);
    return Buffer.concat(pieces.map(({ content }) => content));
  }

  /** Stores what the trace of a job is not to show, encrypted; before it begins. */
  async begin(tx: Tx, id: number, sealed: string): Promise<void> {
    const text = `
      insert into job_traces (job_id, secrets) values ($1, $2) on conflict (job_id) do update set secrets = excluded.secrets`;
    await tx.prepared(text, [id, sealed]);
  }

  /** The object of a trace that is archived, and what one is not to show that is not. */
  async find(db: Db, id: number): Promise<{ readonly object: string | null; readonly sealed: string | null }> {
    const [trace] = await db.prepared<{ object: string | null; sealed: string | null }>(FIND, [id]);
    return trace!;
  }

  /** Traces in PostgreSQL whose jobs have ended, by their ids: a few after an id. */
  ended(db: Db, after: number, limit: number): Promise<EndedTrace[]> {
    return db.prepared<EndedTrace & Row>(ENDED, [after, limit]);
  }

  /** Forgets what the trace of a job that has ended is not to show: there is nothing of it in PostgreSQL. */
  async forget(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from job_traces where job_id = $1', [id]);
  }

  /** Stores that the object of a trace is about to be written, so that it is removed should nobody complete it. */
  async beginObject(tx: Tx, id: number, object: string): Promise<void> {
    await tx.prepared('insert into trace_objects (object, job_id) values ($1, $2)', [object, id]);
  }

  /** Moves the trace of a job to an object that is written, unless it was erased or moved to another one meanwhile. */
  async complete(tx: Tx, id: number, object: string, size: number): Promise<void> {
    await tx.prepared(COMPLETE, [id, object, size]);
  }

  /** Takes an object that was not completed from its job. */
  async abandon(tx: Tx, object: string): Promise<void> {
    await tx.prepared('update trace_objects set job_id = null where object = $1 and size is null', [object]);
  }

  /** Objects that are to be deleted, of each kind as many. */
  async useless(db: Db, limit: number): Promise<string[]> {
    return (await db.prepared<{ object: string }>(USELESS, [limit])).map(({ object }) => object);
  }

  /** Forgets objects that are deleted. */
  async forgetObjects(tx: Tx, objects: readonly string[]): Promise<void> {
    await tx.prepared('delete from trace_objects where object = any ($1::text[])', [objects]);
  }
}
