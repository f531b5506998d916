import { createHash } from 'node:crypto';
import type { EntityTarget, ObjectLiteral, Repository } from 'typeorm';

/** One row as PostgreSQL returns it. */
export type Row = Record<string, unknown>;

/**
 * What reads take: the pool or a running transaction.
 * Rows come with the column names of the statement; bigint columns arrive as numbers (ids stay below 2^53), timestamps as Date.
 */
export interface Db {
  /** Runs a statement whose text is fixed in the source: prepared once per connection, so it costs PostgreSQL no parsing. */
  prepared<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Runs a statement whose text varies, such as a list with optional filters; never prepared, so variants do not pile up. */
  query<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** TypeORM's repository of an entity of this service. */
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E>;
}

declare const transaction: unique symbol;

/** A running transaction: what writes and the outbox require, passed on as a visible argument. */
export interface Tx extends Db {
  readonly [transaction]: true;
}

const statementNames = new Map<string, string>();

/** The name under which a fixed statement text is prepared on every connection. */
export function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = createHash('sha1').update(text).digest('hex').slice(0, 20);
    statementNames.set(text, name);
  }
  return name;
}
