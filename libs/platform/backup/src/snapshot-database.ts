import type { ServiceSchema } from '@hearth/data';
import type { BackupDatabase } from './database.js';
import { describesPgBoss, jobSchemasOf, quoted, schemasOf } from './database.js';
import type { BackupTarget } from './backup-target.js';
import type { Manifest } from './manifest.js';

/** Sees the database as it was at one moment, and holds no lock that a reader or writer would wait for. */
const BEGIN = 'begin isolation level repeatable read, read only';

export type DatabaseParts = Pick<Manifest, 'takenAt' | 'migrations' | 'queues' | 'tables'>;

/**
 * Stores every row of the services' schemas as of one moment.
 * @param alsoRead further reads of the same moment
 */
export async function snapshotDatabase<T>(
  db: BackupDatabase,
  services: readonly ServiceSchema[],
  target: BackupTarget,
  alsoRead: () => Promise<T>,
): Promise<DatabaseParts & { readonly also: T }> {
  return db.transaction(BEGIN, async () => {
    const [now] = await db.query<{ at: Date }>('select now() as at');
    const also = await alsoRead();
    const jobSchemas = jobSchemasOf(services);
    const tables = (await db.tables(schemasOf(services))).filter((table) => !describesPgBoss(table, jobSchemas));
    const stored: Manifest['tables'] = [];
    for (const table of tables) {
      const { name, columns } = quoted(table);
      const rows = db.copyOut(`select ${columns} from ${name}`);
      const part = await target.addPart(rows.content);
      stored.push({ ...table, columns: [...table.columns], rows: rows.count(), part });
    }
    const versions = await readVersions(db, services);
    return { takenAt: now!.at.toISOString(), ...versions, tables: stored, also };
  });
}

/** Reads the applied migrations and the versions of pg-boss' tables, by schema. */
export async function readVersions(
  db: BackupDatabase,
  services: readonly ServiceSchema[],
): Promise<Pick<Manifest, 'migrations' | 'queues'>> {
  const tables = await db.tables(schemasOf(services));
  const migrations: Manifest['migrations'] = {};
  const queues: Manifest['queues'] = {};
  for (const table of tables.filter(({ table }) => table === 'migrations')) {
    const rows = await db.query<{ name: string }>(`select name from ${quoted(table).name} order by id`);
    migrations[table.schema] = rows.map(({ name }) => name);
  }
  const jobSchemas = jobSchemasOf(services);
  for (const table of tables.filter((each) => each.table === 'version' && jobSchemas.includes(each.schema))) {
    const [row] = await db.query<{ version: number }>(`select version from ${quoted(table).name}`);
    queues[table.schema] = row!.version;
  }
  return { migrations, queues };
}
