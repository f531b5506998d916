import type { Pool, PoolClient } from 'pg';
import type { ServiceName } from '@hearth/contract-kit';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, QueryRunner, Repository } from 'typeorm';
import { statementName, type Db, type Row, type Tx } from './db.js';
import { tracedStatement, tracedTransaction } from './statement-spans.js';

/** SQLSTATEs after which the same transaction may simply be run again: serialization failure, deadlock. */
const RETRIABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

/** The database of one service: its own schema, entered with its own role. */
export class Database implements Db {
  private statements = 0;

  constructor(
    readonly service: ServiceName,
    private readonly source: DataSource,
  ) {}

  prepared<R extends Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    this.statements++;
    return this.send<R>(this.pool, { name: statementName(text), text, values });
  }

  query<R extends Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    this.statements++;
    return this.send<R>(this.pool, { text, values });
  }

  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    return this.source.getRepository(entity);
  }

  /**
   * Runs `work` in one READ COMMITTED transaction and commits it. A deadlock or serialization failure runs it again, so `work`
   * touches nothing but the database.
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

  /** For libraries that write their own SQL (the job queue): runs a text as it is, several statements if need be. */
  execute(text: string, values?: unknown[]): Promise<{ rows: Row[] }> {
    this.statements++;
    return this.pool.query<Row>(text, values);
  }

  /** A connection of its own for session state (LISTEN, advisory locks); the caller releases it. */
  connection(): Promise<PoolClient> {
    return this.pool.connect();
  }

  /** How many statements this process has sent so far; what tests and metrics read. */
  get statementCount(): number {
    return this.statements;
  }

  /** Connections of the pool: open, idle, and requests that wait for one. */
  get poolState(): { total: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  private async transactOnce<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      await runner.startTransaction();
      const result = await work(this.transaction(runner, client));
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // A broken connection cannot roll back; the first error is the one that matters.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  private transaction(runner: QueryRunner, client: PoolClient): Tx {
    const manager: EntityManager = runner.manager;
    const send = <R extends Row>(statement: Statement) => {
      this.statements++;
      return this.send<R>(client, statement);
    };
    return {
      prepared: <R extends Row>(text: string, values: readonly unknown[] = []) =>
        send<R>({ name: statementName(text), text, values }),
      query: <R extends Row>(text: string, values: readonly unknown[] = []) => send<R>({ text, values }),
      repository: <E extends ObjectLiteral>(entity: EntityTarget<E>) => manager.getRepository(entity),
    } as Tx;
  }

  private send<R extends Row>(client: Pool | PoolClient, statement: Statement): Promise<R[]> {
    return tracedStatement(this.service, statement.text, () => run<R>(client, statement));
  }

  /** TypeORM's own pool: one set of connections serves repositories and prepared statements. */
  private get pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master;
  }
}

/** The SQLSTATE of a PostgreSQL error, wherever TypeORM wrapped it. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown; driverError?: { code?: unknown } } | null)?.code;
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  const inner = (error as { driverError?: unknown } | null)?.driverError;
  return inner ? sqlState(inner) : undefined;
}

/** The name of the violated constraint, when the error is a violation (unique, foreign key, check). */
export function violatedConstraint(error: unknown): string | undefined {
  const source = (error as { driverError?: unknown } | null)?.driverError ?? error;
  const name = (source as { constraint?: unknown } | null)?.constraint;
  return sqlState(error)?.startsWith('23') && typeof name === 'string' ? name : undefined;
}

/** True when the error says that the server cannot be reached or is going away: nothing about the statement itself. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return /^(08|57P|53)/.test(state);
  const inner = (error as { driverError?: unknown } | null)?.driverError ?? error;
  const code = (inner as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST)/.test(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    String((inner as Error | null)?.message),
  );
}

interface Statement {
  name?: string;
  text: string;
  values: readonly unknown[];
}

async function run<R extends Row>(client: Pool | PoolClient, statement: Statement): Promise<R[]> {
  const { rows } = await client.query<R>({ ...statement, values: [...statement.values] });
  return rows;
}
