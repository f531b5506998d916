import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate, type ServiceSchema } from '@hearth/data';

/** A database of its own for one spec file, on the server of HEARTH_TEST_DATABASE_URL. */
export interface TestDatabase {
  readonly url: string;
  /** Runs a statement as the server's user; tables are named with their schema. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  drop(): Promise<void>;
}

/**
 * Makes the database with the given schemas and points DATABASE_URL at it.
 * @param afterTables gets the database's URL once the tables stand
 */
export async function makeTestDatabase(
  schemas: readonly ServiceSchema[],
  afterTables: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const server = process.env['HEARTH_TEST_DATABASE_URL'];
  if (!server) throw new Error('HEARTH_TEST_DATABASE_URL is not set: give a postgres:// URL that may create databases');
  const name = `hearth_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await migrate(
    url.href,
    schemas,
    () => afterTables(url.href),
    () => undefined,
  );
  process.env['DATABASE_URL'] = url.href;
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  // Dropping the database by force may still meet a connection that is about to close.
  pool.on('error', () => undefined);
  return {
    url: url.href,
    query: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<R>(text, values)).rows,
    drop: async () => {
      await pool.end();
      await asAdmin(server, `drop database ${name} with (force)`);
    },
  };
}

async function asAdmin(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Waits until `condition` gives something, looking every 20 ms. */
export async function until<T>(what: string, condition: () => Promise<T | undefined | false>, ms = 20_000): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`waited ${ms} ms in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
