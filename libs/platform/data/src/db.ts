import type { EntityTarget, ObjectLiteral, Repository } from 'typeorm';

/** One row as PostgreSQL returns it. */
export type Row = Record<string, unknown>;

/**
 * Choice of the plan of a prepared statement. `auto`: PostgreSQL decides after some executions whether one plan serves all values. `once`: one
 * plan does at once, for statements whose best plan does not depend on their values and takes longer to find than to run.
 */
export type Planning = 'auto' | 'once';

/**
 * Parameter of reads: the pool or a running transaction. Rows have the column names of the statement; bigint columns are numbers (ids stay
 * below 2^53), timestamps are Dates.
 */
export interface Db {
  /**
   * Runs a statement whose text is fixed in the source, or one of a bounded number such as a list's with its filters. It is prepared once
   * per connection, which saves PostgreSQL the parsing. Outside of a transaction a read may be sent twice (docs/database-connections.md).
   * @param planning inside a transaction `once` holds for the statements after it too
   */
  prepared<R extends Row>(text: string, values?: readonly unknown[], planning?: Planning): Promise<R[]>;
  /** Runs a statement with an unbounded number of texts; never prepared, so that variants do not accumulate. */
  query<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Returns TypeORM's repository of an entity of this service. */
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E>;
}

declare const transaction: unique symbol;

/** A running transaction: required by writes and the outbox, passed on as an explicit argument. */
export interface Tx extends Db {
  readonly [transaction]: true;
}
