import pg from 'pg';
import { CONNECTION, jobSchemaName, migratingUrl, schemaName, type ServiceSchema } from '@hearth/data';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A table that a backup has, and the columns that are not computed. */
export interface TableOfBackup {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
}

/** pg-boss' tables about itself: those of the restored system are right. */
const OF_PG_BOSS = ['version', 'queue_stats', 'bam', 'warning'];

/** A partitioned table is one table, whatever partitions it has. */
const TABLES = `select nspname as schema, relname as table,
    array(select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any($1::text[]) and relkind in ('r', 'p') and not relispartition
  order by nspname, relname`;

const SEQUENCES = `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as value
  from pg_sequences where schemaname = any($1::text[]) and last_value is not null order by 1`;

/** A session of the migrating login, which is a member of the role of each service. */
export class BackupDatabase {
  private constructor(private readonly client: pg.Client) {}

  /** Connects to the server of DATABASE_URL for some work. @throws ConfigurationError */
  static async during<T>(work: (db: BackupDatabase) => Promise<T>): Promise<T> {
    const client = new pg.Client({
      connectionString: migratingUrl(),
      application_name: 'hearth-backup',
      ...CONNECTION,
    });
    // A broken connection fails the statement that runs.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(new BackupDatabase(client));
    } finally {
      await client.end();
    }
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(text, [...values])).rows;
  }

  /** Runs statements in one transaction. @param begin the statement that begins it */
  async transaction<T>(begin: string, work: () => Promise<T>): Promise<T> {
    await this.client.query(begin);
    try {
      const result = await work();
      await this.client.query('commit');
      return result;
    } catch (error) {
      await this.client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  /** Runs `COPY (statement) TO STDOUT`. The result must be read before anything else runs. */
  copyOut(statement: string): CopiedRows {
    const rows = this.client.query(copyTo(`copy (${statement}) to stdout`));
    return { content: rows, count: () => rows.rowCount };
  }

  /** Runs `COPY … FROM STDIN`. @param into a table and its columns, quoted */
  async copyIn(into: string, content: Readable): Promise<void> {
    await pipeline(content, this.client.query(copyFrom(`copy ${into} from stdin`)));
  }

  tables(schemas: readonly string[]): Promise<TableOfBackup[]> {
    return this.query(TABLES, [schemas]);
  }

  /** Returns the last values of the sequences that were used, by their quoted names. */
  async sequences(schemas: readonly string[]): Promise<Record<string, string>> {
    const rows = await this.query<{ name: string; value: string }>(SEQUENCES, [schemas]);
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  }
}

/** Rows as COPY prints them. */
export interface CopiedRows {
  readonly content: Readable;
  /** Their number, once the content was read. */
  count(): number;
}

/** Returns the schemas of services, those of their jobs included. */
export function schemasOf(services: readonly ServiceSchema[]): string[] {
  return services.flatMap(({ service, jobs }) =>
    jobs ? [schemaName(service), jobSchemaName(service)] : [schemaName(service)],
  );
}

/** Returns the schemas of the services' jobs. */
export function jobSchemasOf(services: readonly ServiceSchema[]): string[] {
  return services.filter(({ jobs }) => jobs).map(({ service }) => jobSchemaName(service));
}

/** Returns whether a table describes pg-boss itself. */
export function describesPgBoss({ schema, table }: TableOfBackup, jobSchemas: readonly string[]): boolean {
  return jobSchemas.includes(schema) && OF_PG_BOSS.includes(table);
}

/** Returns a table's name and columns as they stand in SQL. */
export function quoted({ schema, table, columns }: TableOfBackup): { name: string; columns: string } {
  const id = pg.escapeIdentifier;
  return { name: `${id(schema)}.${id(table)}`, columns: columns.map(id).join(', ') };
}
