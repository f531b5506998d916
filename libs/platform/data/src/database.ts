import type { Client, Pool, PoolClient } from 'pg';
import type { ServiceName } from '@hearth/contract-kit';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import type { Db, Planning, Row, Tx } from './db.js';
import { sqlState } from './errors.js';
import { preparedStatement, sendPrepared, sendToPool } from './prepared-query.js';
import type { Reads } from './reads.js';
import { tracedStatement, tracedTransaction } from './statement-spans.js';

/** SQLSTATEs after which the same transaction may be retried: serialization failure, deadlock. */
const RETRIABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

/** The database of one service: its own schema, used with its own role. */
export class Database implements Db {
  private statements = 0;

  /** @param reads where single reads are sent; by default through the pool like everything else */
  constructor(
    readonly service: ServiceName,
    private readonly source: DataSource,
    private readonly reads?: Reads,
  ) {}

  prepared<R extends Row>(text: string, values: readonly unknown[] = [], planning?: Planning): Promise<R[]> {
    this.statements++;
    const statement = preparedStatement(text, planning);
    const { pool, reads } = this;
    return tracedStatement(this.service, text, () =>
      reads && statement.isRead ? reads.send<R>(pool, statement, values) : sendToPool<R>(pool, statement, values),
    );
  }

  query<R extends Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    this.statements++;
    return tracedStatement(this.service, text, () => run<R>(this.pool, text, values));
  }

  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    return this.source.getRepository(entity);
  }

  /**
   * Runs `work` in one READ COMMITTED transaction and commits it. A deadlock or serialization failure retries it, so `work` must touch
   * nothing but the database.
   * @throws what `work` throws, after a rollback
   */
  async tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await tracedTransaction(this.service, () => this.transactOnce(work));
      } catch (error) {
        if (attempt >= ATTEMPTS || !RETRIABLE.has(sqlState(error) ?? '')) throw error;
      }
    }
  }

  /**
   * Changes rows a batch at a time, each in a transaction of its own, until a batch is not full.
   * @param most rows of a batch
   * @param changeSome changes at most as many, and returns how many it has
   * @param signal ends it between two batches
   */
  async inBatches(most: number, changeSome: (tx: Tx) => Promise<number>, signal?: AbortSignal): Promise<void> {
    do signal?.throwIfAborted();
    while ((await this.tx(changeSome)) === most);
  }

  /** Closes the connections of `reads` after their statements; the pool is closed by its owner. */
  async onApplicationShutdown(): Promise<void> {
    await this.reads?.close();
  }

  /** Runs SQL of a library (the job queue) unchanged, several statements if need be. */
  execute(text: string, values?: unknown[]): Promise<{ rows: Row[] }> {
    this.statements++;
    return this.pool.query<Row>(text, values);
  }

  /** Checks out a connection for session state (LISTEN, advisory locks); the caller releases it. */
  connection(): Promise<PoolClient> {
    return this.pool.connect();
  }

  /** Number of statements this process has sent so far, for tests and metrics. */
  get statementCount(): number {
    return this.statements;
  }

  private async transactOnce<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    const begin = new Begin();
    try {
      const client = (await runner.connect()) as PoolClient;
      // Repositories must not begin transactions of their own.
      Object.assign(runner, { isTransactionActive: true });
      try {
        const result = await work(this.transaction(runner.manager, client, begin));
        if (begin.isSent) await client.query('commit');
        return result;
      } catch (error) {
        // The first error is the one that matters.
        if (begin.isSent) await rollBack(client);
        throw error;
      }
    } finally {
      Object.assign(runner, { isTransactionActive: false });
      await runner.release();
    }
  }

  private transaction(manager: EntityManager, client: PoolClient, begin: Begin): Tx {
    const send = <R extends Row>(text: string, statement: () => Promise<R[]>) => {
      this.statements++;
      return tracedStatement(this.service, text, statement);
    };
    return {
      prepared: <R extends Row>(text: string, values: readonly unknown[] = [], planning?: Planning) => {
        const begins = begin.once();
        return send(text, () => sendPrepared<R>(client, preparedStatement(text, planning), values, begins));
      },
      query: <R extends Row>(text: string, values: readonly unknown[] = []) => {
        begin.alone(client);
        return send(text, () => run<R>(client, text, values));
      },
      repository: <E extends ObjectLiteral>(entity: EntityTarget<E>) => {
        begin.alone(client);
        return manager.getRepository(entity);
      },
    } as Tx;
  }

  /** TypeORM's own pool: one set of connections serves repositories and prepared statements. */
  private get pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master;
  }
}

/** Begin of a transaction, which is sent together with the first prepared statement: this saves a round trip. */
class Begin {
  isSent = false;

  /** Returns true the first time. */
  once(): boolean {
    const isFirst = !this.isSent;
    this.isSent = true;
    return isFirst;
  }

  /** Sends it in front of statements of other kinds. It fails with the connection only, and so do they. */
  alone(client: PoolClient): void {
    if (this.once()) void client.query('begin').catch(() => undefined);
  }
}

/** Rolls back. A connection that cannot is ended, because its next user would continue the transaction. */
async function rollBack(client: PoolClient): Promise<void> {
  await client.query('rollback').catch(() => void (client as unknown as Client).end().catch(() => undefined));
}

async function run<R extends Row>(client: Pool | PoolClient, text: string, values: readonly unknown[]): Promise<R[]> {
  const { rows } = await client.query<R>({ text, values: [...values] });
  return rows;
}
