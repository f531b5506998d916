import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg, { type Connection, type FieldDef, type PoolClient } from 'pg';
import type { Planning, Row } from './db.js';

/**
 * Most prepared statements per connection; the least recently used one is evicted. A pooler that tracks them has to keep as many for each
 * of its connections (docs/database-connections.md).
 */
const MOST_PREPARED = 200;
/** SQLSTATEs of a prepared statement that no longer exists or returns other columns than before: it is prepared again the next time. */
export const STALE = new Set(['26000', '0A000']);

/** A prepared statement, named by its text. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  /** Whether it only reads, so that it may be sent twice. */
  readonly isRead: boolean;
  readonly planning: Planning;
}

const MOST_TEXTS = 5_000;
const statements = new LRUCache<string, PreparedStatement>({ max: MOST_TEXTS });
/** A read that contains one of these words counts as a write, which is the safe side. */
const WRITES = /\b(insert|update|delete|merge|share|nextval|setval|pg_advisory\w*)\b/i;

/** Returns the prepared statement of a text, the same on every connection. */
export function preparedStatement(text: string, planning: Planning = 'auto'): PreparedStatement {
  const key = `${planning} ${text}`;
  let statement = statements.get(key);
  if (!statement) {
    const name = createHash('sha1').update(text).digest('hex').slice(0, 20);
    statement = { name, text, isRead: /^\s*(select|with)\b/i.test(text) && !WRITES.test(text), planning };
    statements.set(key, statement);
  }
  return statement;
}

/** Sent in front of a statement that is planned once. The setting ends with their transaction: that of both, or the running one. */
const PLAN_ONCE = preparedStatement("select set_config('plan_cache_mode', 'force_generic_plan', true)");

/** Sent in front of the first statement of a transaction: unnamed, because where a pooler had lost a named one, the statements would commit one by one. */
const BEGIN = { name: '', text: 'begin' };

type Finished<R> = (error: Error | undefined, rows?: R[]) => void;

/** A prepared statement of a connection, with its columns once they were described. */
interface Prepared {
  columns?: Columns;
}

/** Statements of a connection by name, the least recently used one first. */
const preparedOn = new WeakMap<Connection, Map<string, Prepared>>();

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils;
/** pg's types declare `submit` as a property, which no method may override. */
const Query = pg.Query as unknown as new (text: string) => object;

/**
 * A prepared statement that pg runs. It differs from pg's own in three points: columns are described once per connection instead of with
 * every result; messages of one turn of the event loop are written together; and the number of statements per connection is bounded.
 */
export class PreparedQuery<R extends Row> extends Query {
  /** Set by pg-pool when there is none. */
  callback: Finished<R> | undefined;
  private readonly values: (string | Buffer | null)[];
  private readonly found: R[] = [];
  private prepared: Prepared = {};
  private failure: Error | undefined;
  /** Number of statements without a result sent in front whose completion is expected. */
  private settingUp = 0;

  /** @param begins sends BEGIN in front of it */
  constructor(
    readonly statement: PreparedStatement,
    values: readonly unknown[],
    callback?: Finished<R>,
    private readonly begins = false,
  ) {
    super(statement.text);
    this.values = values.map(prepareValue);
    this.callback = callback;
  }

  submit(connection: Connection): void {
    joinWrites(connection);
    const wire = connection as unknown as Wire;
    const known = statementsOf(connection);
    if (this.begins) {
      wire.parse(BEGIN);
      this.setUp(wire, BEGIN);
    }
    if (this.statement.planning === 'once') {
      prepare(known, wire, PLAN_ONCE);
      this.setUp(wire, PLAN_ONCE);
    }
    this.prepared = prepare(known, wire, this.statement);
    wire.bind({ statement: this.statement.name, values: this.values });
    if (!this.prepared.columns) wire.describe({ type: 'P', name: '' });
    wire.execute();
    wire.sync();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.prepared.columns = new Columns(fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.failure || this.settingUp > 0) return;
    try {
      this.found.push(this.prepared.columns!.row(fields) as R);
    } catch (error) {
      this.failure = error as Error;
    }
  }

  handleCommandComplete(): void {
    if (this.settingUp > 0) {
      this.settingUp--;
      return;
    }
    // A statement without rows gets no row description.
    this.prepared.columns ??= new Columns([]);
  }

  handleReadyForQuery(): void {
    this.callback!(this.failure, this.found);
  }

  handleError(error: Error & { code?: string }, connection: Connection): void {
    const known = statementsOf(connection);
    const { name } = this.statement;
    const isUnsure = !this.prepared.columns || STALE.has(error.code ?? '');
    if (isUnsure && known.get(name) === this.prepared) known.delete(name);
    if (this.settingUp > 0) known.delete(PLAN_ONCE.name);
    this.callback!(error);
  }

  /** Sends a statement without values and result in front. */
  private setUp(wire: Wire, { name }: { readonly name: string }): void {
    wire.bind({ statement: name, values: [] });
    wire.execute();
    this.settingUp++;
  }
}

/** Runs a prepared statement on one connection. @param begins as for `PreparedQuery` */
export async function sendPrepared<R extends Row>(
  client: pg.Client | PoolClient,
  statement: PreparedStatement,
  values: readonly unknown[],
  begins?: boolean,
): Promise<R[]> {
  try {
    return await new Promise((resolve, reject) => {
      const finished = (error: Error | undefined, rows?: R[]) => (error ? reject(error) : resolve(rows!));
      client.query(new PreparedQuery<R>(statement, values, finished, begins));
    });
  } catch (error) {
    // Replaces the stack of the connection's own turn, which does not show the caller that sent the statement.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}

/** Runs a prepared statement on the next free connection of a pool. */
export function sendToPool<R extends Row>(
  pool: pg.Pool,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<R[]> {
  return pool.query(new PreparedQuery<R>(statement, values)) as unknown as Promise<R[]>;
}

/** Parses the rows of one statement. */
class Columns {
  private readonly parsers: ((text: string) => unknown)[];
  private readonly empty: Row;

  constructor(private readonly fields: readonly FieldDef[]) {
    this.parsers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text'));
    this.empty = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  row(values: readonly (string | null)[]): Row {
    const row = { ...this.empty };
    for (let column = 0; column < values.length; column++) {
      const value = values[column]!;
      if (value !== null) row[this.fields[column]!.name] = this.parsers[column]!(value);
    }
    return row;
  }
}

/** The messages of pg's connection, which its types describe for an older version. */
interface Wire {
  close(message: { type: 'S'; name: string }): void;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(): void;
  sync(): void;
}

function statementsOf(connection: Connection): Map<string, Prepared> {
  const known = preparedOn.get(connection) ?? new Map<string, Prepared>();
  preparedOn.set(connection, known);
  return known;
}

/** Prepares a statement on a connection that has not yet, and makes it the one used last. */
function prepare(known: Map<string, Prepared>, wire: Wire, { name, text }: PreparedStatement): Prepared {
  const found = known.get(name);
  if (found) {
    known.delete(name);
  } else {
    if (known.size >= MOST_PREPARED) forgetOldest(known, wire);
    // It may exist from a failed attempt; closing one that does not exist is no error.
    wire.close({ type: 'S', name });
    wire.parse({ name, text });
  }
  const prepared = found ?? {};
  known.set(name, prepared);
  return prepared;
}

function forgetOldest(known: Map<string, Prepared>, wire: Wire): void {
  const [oldest] = known.keys();
  known.delete(oldest!);
  wire.close({ type: 'S', name: oldest! });
}

/** Buffers writes to a connection until the event loop has handled the other pending events. */
function joinWrites({ stream }: Connection): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
