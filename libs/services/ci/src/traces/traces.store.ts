import { Injectable } from '@nestjs/common';
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

  async clear(tx: Tx, id: number): Promise<void> {
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
}
