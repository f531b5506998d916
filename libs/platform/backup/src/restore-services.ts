import { text } from 'node:stream/consumers';
import { SystemObjects } from '@hearth/objects';
import type { ServiceModule } from '@hearth/service';
import { BackupFailure, damaged } from './backup-failure.js';
import { BackupTarget } from './backup-target.js';
import type { FilesOfSystem, NamedObject } from './contents.js';
import { filesOf, partsOf } from './contents-of-snapshot.js';
import { BackupDatabase } from './database.js';
import type { Manifest } from './manifest.js';
import { passphrase, runBackupProgram, type ProgramArguments } from './program.js';
import { fillDatabase } from './restore-database.js';
import { unsealSecrets } from './sealed-secrets.js';

/** Exit status: see {@link restoreDatabase}. */
const WITH_PROBLEMS = 3;
/** The outbox is the only source of events for a Kafka that is empty now; consumers ignore what their inbox has. */
const PUBLISH_AGAIN = 'update $schema.outbox set published_at = null where published_at is not null';

/**
 * Program that checks all of a snapshot, then writes its secrets, repositories and objects to where the settings say. Needs no database: that may be one
 * that starts with the secrets.
 * @param args the place of the backup, `--at SNAPSHOT` (the newest by default), `--work FOLDER` for temporary files, `--secrets FOLDER` to write them to
 * @returns the exit status
 */
export function restoreFiles(files: FilesOfSystem, args: readonly string[]): Promise<number> {
  return runBackupProgram('restore-files.js', args, async (given) => {
    const { target, manifest } = await openSnapshot(given);
    await checkAll(target, manifest);
    await writeFiles(target, manifest, files, given);
    return 0;
  });
}

/**
 * Program that fills an empty database with a snapshot whose files were restored, and reports.
 * @param args as of {@link restoreFiles}, without secrets
 * @returns the exit status; 3 when everything is restored and something is not as the database says
 */
export function restoreDatabase(
  services: readonly ServiceModule[],
  files: FilesOfSystem,
  args: readonly string[],
): Promise<number> {
  return runBackupProgram('restore-database.js', args, async (given) => {
    const { target, manifest, snapshot } = await openSnapshot(given);
    const { notes, problems } = await BackupDatabase.during((db) =>
      fillDatabase(db, services, target, manifest, async () => {
        await publishAgain(db, manifest);
        return files.repositories.repair(db, target, manifest);
      }),
    );
    process.stdout.write(reportOf(snapshot, manifest, [...notes, ...problems]));
    return problems.length > 0 ? WITH_PROBLEMS : 0;
  });
}

async function openSnapshot(
  given: ProgramArguments,
): Promise<{ target: BackupTarget; manifest: Manifest; snapshot: string }> {
  const target = await BackupTarget.open(given.place, given.options['work']!);
  const snapshot = await chosenSnapshot(target, given);
  return { target, manifest: await target.manifest(snapshot), snapshot };
}

async function chosenSnapshot(target: BackupTarget, { place, options }: ProgramArguments): Promise<string> {
  const snapshots = await target.snapshots();
  const chosen = options['at'] ?? snapshots.at(-1);
  if (chosen === undefined) throw new BackupFailure(`${place} holds no backup of Hearth.`);
  if (snapshots.includes(chosen)) return chosen;
  throw new BackupFailure(`There is no snapshot ${chosen}: the backup has ${snapshots.join(', ')}.`);
}

/** Reads every part once, before anything is written. Packs are read, and checked, when git indexes them. */
async function checkAll(target: BackupTarget, manifest: Manifest): Promise<void> {
  for (const part of partsOf(manifest)) await target.check(part);
  await target.readPresent();
  for await (const file of filesOf(target, manifest)) target.requirePresent(file);
}

async function writeFiles(
  target: BackupTarget,
  { repositories, objects, secrets }: Manifest,
  files: FilesOfSystem,
  { options }: ProgramArguments,
): Promise<void> {
  if (secrets && options['secrets'] !== undefined)
    await unsealSecrets(await text(await target.content(secrets)), await passphrase(), options['secrets']);
  await files.repositories.restore(target, repositories.part);
  if (!objects) return;
  const { objects: store } = await SystemObjects.fromEnvironment();
  if (!store)
    throw new BackupFailure('The backup has objects (artifacts, traces, LFS), and HEARTH_OBJECTS is not set.');
  for await (const { name, size } of target.lines<NamedObject>(objects.part)) {
    const stored = await store.put(name, await target.open({ name: target.nameOfObject(name), size }), size);
    if (stored !== size) throw damaged(`the object ${name} is incomplete`);
  }
}

async function publishAgain(db: BackupDatabase, { tables }: Manifest): Promise<void> {
  for (const { schema } of tables.filter(({ table }) => table === 'outbox'))
    await db.query(PUBLISH_AGAIN.replace('$schema', schema));
}

function reportOf(snapshot: string, manifest: Manifest, findings: readonly string[]): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const lines = [
    `Snapshot ${snapshot} is restored: every write that was answered before ${manifest.takenAt}.`,
    `Database: ${rows} rows in ${manifest.tables.length} tables, as many as in the snapshot; all foreign keys hold.`,
    `Repositories: ${manifest.repositories.count}, each checked by git.`,
    manifest.objects
      ? `Artifacts, traces and LFS objects: ${manifest.objects.count}.`
      : 'Artifacts, traces and LFS objects: the system had no store of them.',
    ...(manifest.secrets
      ? []
      : ['Secrets: not in the backup. What was encrypted can be read with the former encryption keys only.']),
    ...findings,
  ];
  return lines.map((line) => `${line}\n`).join('');
}
