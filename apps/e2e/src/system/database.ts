import pg from 'pg';
import { setting } from './hearth.js';

/** Runs a statement in the system's database as the user of its migrations; tables are named with their schema. */
export async function rowsOf<R extends object>(text: string, ...values: readonly unknown[]): Promise<R[]> {
  const client = new pg.Client({ connectionString: setting('HEARTH_E2E_DATABASE_URL') });
  // Some suites kill the server: the query then fails, and its caller with it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<R & pg.QueryResultRow>(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
