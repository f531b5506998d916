import type { Socket } from 'node:net';
import pg, { type ClientBase, type ClientConfig } from 'pg';
import { tracesRun } from '@hearth/telemetry';
import type { DataSourceOptions } from 'typeorm';
import { roleName, schemaName, type ServiceSchema } from './service-schema.js';
import { StatementSpans } from './statement-spans.js';

/** Limits of every connection: for connecting, and until the system notices a server that is gone while no statement runs. */
export const CONNECTION = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  // Without it the first probe is sent after two hours.
  keepAliveInitialDelayMillis: 10_000,
};
/** The same in a pool of short statements, which ends connections that do not answer one. */
const POOLED = { ...CONNECTION, onConnect: (client: ClientBase) => endWhenSilent(client) };
/** Longer than `statement_timeout`, after which PostgreSQL answers by itself, in milliseconds. */
const SILENT_MS = 40_000;
const INT8 = 20;
// Ids are int8 and stay below 2^53: parsing them as numbers here saves every reader a conversion.
pg.types.setTypeParser(INT8, (text) => Number(text));

/**
 * Builds the connection options of a service: the given server, with the service's role and schema.
 * @param url postgres:// URL of a user who is a member of the role
 * @param poolSize most connections that this process opens for the service
 */
export function dataSourceOptions(schema: ServiceSchema, url: string, poolSize: number): DataSourceOptions {
  return {
    type: 'postgres',
    name: schema.service,
    url,
    schema: schemaName(schema.service),
    entities: [...schema.entities] as never,
    migrations: [...schema.migrations],
    subscribers: tracesRun() ? [StatementSpans] : [],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    // Extensions are created by the migration's admin connection; the role may not.
    installExtensions: false,
    poolSize,
    logging: false,
    applicationName: `hearth-${schema.service}`,
    extra: { options: sessionOptions(schema), ...POOLED },
  } as DataSourceOptions;
}

/**
 * Builds the connection options of a service's migrations: building an index takes as long as the table is large, while a lock that
 * is not to be had holds up the requests that wait behind it.
 */
export function migrationOptions(schema: ServiceSchema, url: string): DataSourceOptions {
  const options = `${sessionOptions(schema)} -c statement_timeout=0 -c lock_timeout=30s`;
  // TypeORM's own lines call a migration failed that is begun again; the error of one that fails is thrown.
  return {
    ...dataSourceOptions(schema, url, 2),
    logger: 'debug',
    extra: { options, ...CONNECTION },
  } as DataSourceOptions;
}

/** Builds the same connection options for a plain pg client or pool. */
export function clientOptions({ service }: Pick<ServiceSchema, 'service'>, url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: `hearth-${service}`,
    options: sessionOptions({ service }),
    ...POOLED,
  };
}

/** Builds the start-up options of a session: role, schema, isolation level, and timeouts that keep a lost client from holding locks. */
export function sessionOptions({ service }: Pick<ServiceSchema, 'service'>): string {
  return [
    `-c role=${roleName(service)}`,
    `-c search_path=${schemaName(service)}`,
    '-c statement_timeout=30s',
    '-c idle_in_transaction_session_timeout=60s',
    // Statements here are short; compiling one takes longer than running it.
    '-c jit=off',
    // As a session default it costs no statement at the beginning of each transaction.
    String.raw`-c default_transaction_isolation=read\ committed`,
  ].join(' ');
}

/** A connection with the properties that pg's types lack: its socket, and whether it has the answers to all statements. */
interface Connected {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
}

/**
 * Closes a connection on which a statement gets no answer, since the server or the network has gone without closing it: its statements then fail
 * as unavailable, instead of waiting for as long as TCP sends them again. Costs no timer for a statement.
 * @param client connected
 */
export function endWhenSilent(client: ClientBase, silentMs = SILENT_MS): void {
  const connected = client as unknown as Connected;
  const { stream } = connected.connection;
  stream.setTimeout(silentMs).on('timeout', () => {
    if (connected.readyForQuery) return;
    const error = new Error(`PostgreSQL has not answered a statement for ${silentMs} ms`);
    stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
}
