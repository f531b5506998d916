import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { migrate } from './migrate.js';
import type { ServiceSchema } from '../service-schema.js';
import { TestDatabase, until } from '../testing.js';

class AddSize1700000000001 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table parcels add size int');
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

const empty: ServiceSchema = { service: 'ci', entities: [], migrations: [], jobs: false };
const REQUESTS_WAIT_MS = 1_000;

it('a migration whose lock is held keeps no request waiting, and ends when it is free', async () => {
  const database = await TestDatabase.make([empty]);
  const holder = new pg.Client({ connectionString: database.url });
  try {
    await database.query('create table ci.parcels (id int); alter table ci.parcels owner to hearth_ci');
    await holder.connect();
    await holder.query('begin; select from ci.parcels');
    const reported: string[] = [];
    const schema = { ...empty, migrations: [AddSize1700000000001] };
    const migrated = migrate(
      database.url,
      schema,
      () => Promise.resolve(),
      (line) => reported.push(line),
    );
    const isWaiting = async () =>
      (await database.query("select from pg_locks where not granted and mode = 'AccessExclusiveLock'")).length > 0;
    await until('the migration waits', isWaiting);
    const began = performance.now();
    await database.query('select from ci.parcels');
    expect(performance.now() - began).toBeLessThan(REQUESTS_WAIT_MS);
    await holder.query('commit');
    await migrated;
    expect(reported).toEqual(['ci: AddSize1700000000001']);
    expect(await database.query('select size from ci.parcels')).toEqual([]);
  } finally {
    await holder.end();
    await database.drop();
  }
});
