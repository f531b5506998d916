import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../migrate.js';
import type { ServiceSchema } from '../service-schema.js';

/** A database of a spec's own, on the server of HEARTH_TEST_DATABASE_URL. */
export class TestDatabase {
  private constructor(
    readonly url: string,
    private readonly name: string,
    private readonly client: pg.Client,
  ) {}

  /**
   * Makes the database with the schemas of some services and points DATABASE_URL at it.
   * @param afterTables makes what else the migration makes, such as job queues
   * @throws when HEARTH_TEST_DATABASE_URL is not set
   */
  static async make(
    schemas: readonly ServiceSchema[],
    afterTables: (url: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<TestDatabase> {
    const name = `hearth_test_${randomBytes(6).toString('hex')}`;
    await asAdmin(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`);
    const address = new URL(serverUrl());
    address.pathname = `/${name}`;
    const url = address.href;
    await migrate(
      url,
      schemas,
      () => afterTables(url),
      () => undefined,
    );
    process.env['DATABASE_URL'] = url;
    // One connection, not a pool: an idle one of a pool would fail unheard when the database is dropped.
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new TestDatabase(url, name, client);
  }

  /** Runs a statement as the server's user; tables are named with their schema. */
  async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.client.query<R>(text, values)).rows;
  }

  async drop(): Promise<void> {
    await this.client.end();
    await asAdmin(`drop database ${this.name} with (force)`);
  }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function serverUrl(): string {
  const url = process.env['HEARTH_TEST_DATABASE_URL'];
  if (!url) throw new Error('HEARTH_TEST_DATABASE_URL is not set: give a postgres:// URL that may create databases');
  return url;
}
