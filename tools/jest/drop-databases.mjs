import pg from 'pg';

/**
 * Drops the databases that a run of specs made on the server of HEARTH_TEST_DATABASE_URL and did not drop: templates, and those of specs
 * that failed. A server that does not answer any more has none to drop.
 * @param {string} run as specs found it in HEARTH_TEST_RUN
 */
export async function dropDatabasesOf(run) {
  const connectionString = process.env.HEARTH_TEST_DATABASE_URL;
  if (!connectionString) return;
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch {
    return;
  }
  try {
    const { rows } = await client.query('select datname as name from pg_database where starts_with(datname, $1)', [
      `hearth_test_${run}_`,
    ]);
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
  } finally {
    await client.end();
  }
}
