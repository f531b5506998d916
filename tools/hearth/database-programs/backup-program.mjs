import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { objectsPlace } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { programOf } from '../install/bundles.mjs';
import { requireDatabaseProgram } from './run-database-program.mjs';
import { databaseProgram } from '../supervisor/services.mjs';
import { storagesOf } from '../storage-names.mjs';

/** Returns a folder's absolute path, or the bucket as it was named. */
export function backupPlace(name) {
  return name.startsWith('s3://') ? name : path.resolve(name);
}

/**
 * Returns the file with the passphrase of the secrets; undefined where they are left out.
 * @throws {Failure} when neither was said
 */
export function passphraseFile(options, source = process.env) {
  const file = options['passphrase-file'] ?? source.HEARTH_BACKUP_PASSPHRASE_FILE;
  if (options['without-secrets']) return undefined;
  if (file) return path.resolve(file);
  throw new Failure(
    'The keys and passwords are encrypted in a backup: name a file with a passphrase by --passphrase-file, or leave them out by --without-secrets.',
    { exitCode: 2 },
  );
}

/**
 * Runs a program of backups on a data folder. What it prints on standard output goes there at once.
 * @param {{ data: import('./data-folder.mjs').DataFolder, databaseUrl?: string, passphrase?: string }} around
 * @param {'backup' | 'restore-files' | 'restore-database'} program
 * @param {string[]} args
 * @param {number[]} [answers] exit statuses that are no failure
 * @returns {Promise<number>} the exit status
 */
export async function runBackupProgram({ data, databaseUrl, passphrase }, program, args, answers) {
  mkdirSync(data.run, { recursive: true, mode: 0o700 });
  const work = mkdtempSync(path.join(data.run, 'backup-'));
  const { options, ...start } = databaseProgram({ data, databaseUrl, program: programOf }, program, [
    ...args,
    '--work',
    work,
  ]);
  const storages = storagesOf(data);
  const env = {
    ...options.env,
    HEARTH_STORAGES: JSON.stringify(Object.fromEntries(storages.map((name) => [name, data.storage(name)]))),
    HEARTH_OBJECTS: process.env.HEARTH_OBJECTS || objectsPlace(data) || data.objects,
    ...(passphrase && { HEARTH_BACKUP_PASSPHRASE_FILE: passphrase }),
  };
  if (databaseUrl === undefined) delete env.DATABASE_URL;
  try {
    return await requireDatabaseProgram({ ...start, options: { ...options, env } }, program, answers);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
