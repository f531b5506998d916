import { createLogins, migrate, migratingUrl, schemaName, type ServiceSchema } from '@hearth/data';
import { migrateJobs } from '@hearth/jobs';
import type { ServiceModule } from '@hearth/service';
import { BackupFailure } from './backup-failure.js';
import type { BackupTarget } from './backup-target.js';
import { quoted, schemasOf, type BackupDatabase } from './database.js';
import type { Manifest } from './manifest.js';
import { readVersions } from './snapshot-database.js';

/** Those of partitions are those of their tables. */
const FOREIGN_KEYS = `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text = any($1::text[])`;

/**
 * Fills an empty database with a snapshot: tables by the migrations that the snapshot had, then all rows in one transaction, with every foreign
 * key checked at its end.
 * @param repair what follows in the same transaction, before the foreign keys are checked
 * @throws BackupFailure when the database is not empty, the snapshot is of a newer version, or rows are missing
 */
export async function fillDatabase<T>(
  db: BackupDatabase,
  services: readonly ServiceModule[],
  target: BackupTarget,
  manifest: Manifest,
  repair: () => Promise<T>,
): Promise<T> {
  const schemas = schemasOf(services.map(({ schema }) => schema));
  if ((await db.tables(schemas)).length > 0)
    throw new BackupFailure('The database is not empty: name an empty one with DATABASE_URL.');
  await migrateAsOf(services, manifest);
  await requireVersions(db, services, manifest);
  return db.transaction('begin', async () => {
    const keys = await db.query<{ table: string; name: string; definition: string }>(FOREIGN_KEYS, [schemas]);
    for (const { table, name } of keys) await db.query(`alter table ${table} drop constraint ${name}`);
    const names = manifest.tables.map((table) => quoted(table).name);
    await db.query(`truncate ${names.join(', ')}`);
    // The snapshot has what the triggers wrote: they would write it once more.
    for (const name of names) await db.query(`alter table ${name} disable trigger user`);
    for (const table of manifest.tables) {
      const { name, columns } = quoted(table);
      await db.copyIn(`${name} (${columns})`, await target.content(table.part));
    }
    for (const name of names) await db.query(`alter table ${name} enable trigger user`);
    await requireCounts(db, manifest);
    for (const [name, value] of Object.entries(manifest.sequences))
      await db.query('select setval($1::regclass, $2::bigint)', [name, value]);
    const result = await repair();
    for (const { table, name, definition } of keys)
      await db.query(`alter table ${table} add constraint ${name} ${definition}`);
    return result;
  });
}

/** Creates the tables as they were: a newer Hearth migrates them further when it starts. */
async function migrateAsOf(services: readonly ServiceModule[], { migrations }: Manifest): Promise<void> {
  const url = migratingUrl();
  await createLogins(
    url,
    services.map(({ schema }) => schema),
  );
  for (const { schema, jobs, storages } of services) {
    const applied = migrations[schemaName(schema.service)] ?? [];
    const known = schema.migrations.filter(({ name }) => applied.includes(name));
    if (known.length < applied.length)
      throw new BackupFailure('The backup was made by a newer version of Hearth: restore it with that version.');
    const queues = () => migrateJobs(url, schema.service, jobs, storages?.() ?? []);
    const then: ServiceSchema = { ...schema, migrations: known };
    await migrate(url, then, schema.jobs ? queues : () => Promise.resolve(), () => undefined);
  }
}

async function requireVersions(
  db: BackupDatabase,
  services: readonly ServiceModule[],
  { queues }: Manifest,
): Promise<void> {
  const present = await readVersions(
    db,
    services.map(({ schema }) => schema),
  );
  const other = Object.keys(queues).find((schema) => queues[schema] !== present.queues[schema]);
  if (other)
    throw new BackupFailure(
      `The tables of ${other} have version ${queues[other]} in the backup, and ${present.queues[other]} in this version of Hearth: restore it with the version that made it.`,
    );
}

async function requireCounts(db: BackupDatabase, { tables }: Manifest): Promise<void> {
  for (const table of tables) {
    const { name } = quoted(table);
    const [found] = await db.query<{ count: string }>(`select count(*)::text as count from ${name}`);
    if (Number(found!.count) !== table.rows)
      throw new BackupFailure(`${name} has ${found!.count} rows instead of ${table.rows}: the backup is damaged.`);
  }
}
