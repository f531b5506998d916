import { Readable } from 'node:stream';
import { SystemObjects } from '@hearth/objects';
import type { ServiceModule } from '@hearth/service';
import { BackupTarget } from './backup-target.js';
import type { FilesOfSystem, NamedObject } from './contents.js';
import { keepNewest } from './keep-newest.js';
import { BackupDatabase, schemasOf } from './database.js';
import { FORMAT, type Manifest } from './manifest.js';
import { passphrase, runBackupProgram } from './program.js';
import { sealSecrets } from './sealed-secrets.js';
import { snapshotDatabase } from './snapshot-database.js';

/**
 * Program that adds a snapshot of a system to a backup, while the system runs or not: the database as of one moment, then repositories and objects
 * as they are after it.
 * @param args the place of the backup, `--work FOLDER` for temporary files, `--secrets FOLDER` to encrypt and store; without it none are stored
 *   `--keep N` to delete all but the newest snapshots afterwards
 * @returns the exit status
 */
export function backupServices(
  services: readonly ServiceModule[],
  files: FilesOfSystem,
  args: readonly string[],
): Promise<number> {
  return runBackupProgram('backup.js', args, async ({ place, options }) => {
    const phrase = options['secrets'] === undefined ? undefined : await passphrase();
    const target = await BackupTarget.open(place, options['work']!);
    const previous = (await target.snapshots()).at(-1);
    await target.readPresent();
    const manifest = await BackupDatabase.during((db) => store(db, services, files, target, previous));
    const sealed = phrase === undefined ? undefined : await sealSecrets(options['secrets']!, phrase);
    const secrets = sealed === undefined ? null : await target.addPart(Readable.from([sealed]));
    const snapshot = manifest.takenAt.toLowerCase().replaceAll(/[:.]/g, '-');
    await target.complete(snapshot, { ...manifest, secrets });
    process.stdout.write(reportOf(snapshot, manifest, target.added));
    if (options['keep'] === undefined) return 0;
    const deleted = await keepNewest(target, Number(options['keep']));
    process.stdout.write(`Older snapshots deleted: ${deleted}.\n`);
    return 0;
  });
}

type StoredParts = Omit<Manifest, 'secrets'>;

async function store(
  db: BackupDatabase,
  services: readonly ServiceModule[],
  { repositories, objects }: FilesOfSystem,
  target: BackupTarget,
  previous: string | undefined,
): Promise<StoredParts> {
  const schemas = services.map(({ schema }) => schema);
  const { also, ...database } = await snapshotDatabase(db, schemas, target, async () => ({
    listed: await repositories.list(db),
    named: await db.query<NamedObject>(objects.map(({ statement }) => statement).join(' union all ')),
  }));
  const before = previous === undefined ? null : (await target.manifest(previous)).repositories.part;
  const stored = await repositories.store(db, target, also.listed, before);
  const statements = repositories.later(also.listed);
  const later = {
    changes: await target.addPart(db.copyOut(statements.changes).content),
    events: await target.addPart(db.copyOut(statements.events).content),
  };
  const kept = await storeObjects(also.named, target);
  // Last: whatever the backup has seen has a lower number.
  const sequences = await db.sequences(schemasOf(schemas));
  return { format: FORMAT, ...database, sequences, repositories: stored, later, objects: kept };
}

/** Objects that have expired and were deleted since the snapshot are left out. */
async function storeObjects(named: readonly NamedObject[], target: BackupTarget): Promise<Manifest['objects']> {
  const { objects: store } = await SystemObjects.fromEnvironment();
  if (!store) return null;
  const lines: string[] = [];
  for (const { name, size } of named) {
    const isStored = await target.addObject(name, size, async () => (await store.get(name))?.content);
    if (isStored) lines.push(`${JSON.stringify({ name, size })}\n`);
  }
  return { part: await target.addPart(Readable.from(lines)), count: lines.length };
}

function reportOf(snapshot: string, manifest: StoredParts, added: number): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const objects = manifest.objects ? `${manifest.objects.count} objects` : 'no objects (HEARTH_OBJECTS is not set)';
  return `Snapshot ${snapshot}: ${rows} rows, ${manifest.repositories.count} repositories, ${objects}; ${(added / 1e6).toFixed(1)} MB added.\n`;
}
