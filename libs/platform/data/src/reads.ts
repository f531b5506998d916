import type { ClientConfig, Pool } from 'pg';
import { LRUCache } from 'lru-cache';
import type { Row } from './db.js';
import { isUnavailable, sqlState } from './errors.js';
import { Pipeline } from './pipeline.js';
import { STALE, sendToPool, type PreparedStatement } from './prepared-query.js';

export const PIPELINES = 2;
/** Most statements without a result on one pipeline. */
const DEEPEST = 32;
/** A pipeline whose first statement keeps PostgreSQL busy for longer, in milliseconds, gets no others until it is done. */
const BUSY_MS = 10;
/** A statement that took longer, in milliseconds, is not sent on pipelines for a while: it would delay others. */
const SLOW_MS = 100;
const SLOW_FOR_MS = 60_000;
const SLOW_REMEMBERED = 1_000;
/** An unknown slow statement is cancelled after this time, in milliseconds, and sent again through the pool without this limit. */
const LONGEST_MS = 500;

/** SQLSTATEs of statements that a pipeline rejected or cancelled and another connection may run: read-only session, timeout. */
const ELSEWHERE = new Set(['25006', '57014', ...STALE]);

/**
 * Sends the single reads of a service on two pipelined connections when that delays no other statement, otherwise through the pool. A
 * statement that failed on a pipeline, because the connection was lost or it took too long, is sent once more through the pool.
 */
export class Reads {
  private readonly pipelines: readonly Pipeline[];
  /** Slow statements by text. */
  private readonly slow = new LRUCache<string, true>({ max: SLOW_REMEMBERED, ttl: SLOW_FOR_MS });

  /** @param options of the service's connections */
  constructor(options: ClientConfig) {
    const session = `${options.options ?? ''} -c default_transaction_read_only=on -c statement_timeout=${LONGEST_MS}`;
    this.pipelines = Array.from({ length: PIPELINES }, () => new Pipeline({ ...options, options: session }));
  }

  async send<R extends Row>(pool: Pool, statement: PreparedStatement, values: readonly unknown[]): Promise<R[]> {
    const pipeline = this.slow.has(statement.text) ? undefined : this.free();
    if (!pipeline) return sendToPool<R>(pool, statement, values);
    try {
      return await pipeline.send<R>(statement, values, (milliseconds) => {
        if (milliseconds > SLOW_MS) this.slow.set(statement.text, true);
      });
    } catch (error) {
      if (!isUnavailable(error) && !ELSEWHERE.has(sqlState(error) ?? '')) throw error;
      return sendToPool<R>(pool, statement, values);
    }
  }

  /** Closes the connections after the results of all statements. */
  async close(): Promise<void> {
    await Promise.all(this.pipelines.map((pipeline) => pipeline.close()));
  }

  /** Returns the least loaded pipeline that accepts more. */
  private free(): Pipeline | undefined {
    let best: Pipeline | undefined;
    let least = DEEPEST;
    for (const pipeline of this.pipelines) {
      const { load } = pipeline;
      if (load === undefined || load >= least || pipeline.busyFor > BUSY_MS) continue;
      best = pipeline;
      least = load;
    }
    return best;
  }
}
