import { existsSync } from 'node:fs';
import { backupPlace, passphraseFile, runBackupProgram } from '../database-programs/backup-program.mjs';
import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { ensureInstalled } from '../install/install.mjs';
import { tryLock } from '../lock.mjs';
import { createProgress } from '../progress.mjs';
import { databaseUrlOf, runningEngines, whileStopped, withOwnDatabase } from '../supervisor/database-access.mjs';
import { settingsOfEnvironment } from '../supervisor/environment.mjs';

/** Adds a snapshot of a system to a backup, while the system runs or not. */
export async function run({ data: folder, ...options }, [name]) {
  const data = dataFolder(folder);
  const args = [
    backupPlace(name),
    ...(options['without-secrets'] ? [] : ['--secrets', data.secrets]),
    ...(options.keep ? ['--keep', options.keep] : []),
  ];
  const passphrase = passphraseFile(options);
  await ensureInstalled(createProgress());
  // Keys of what the snapshot has encrypted stay until they are in the backup.
  const lock = await tryLock(data.keysLock, 'backup');
  if (lock.holder)
    throw new Failure(`./hearth ${lock.holder.purpose} uses the keys of ${data.folder}: wait until that has ended.`);
  try {
    await withDatabase(data, (databaseUrl) => runBackupProgram({ data, databaseUrl, passphrase }, 'backup', args));
  } finally {
    lock.release();
  }
}

/** @param {(databaseUrl: string) => Promise<unknown>} work with the server of DATABASE_URL, the running database, or one started for it */
async function withDatabase(data, work) {
  const running = runningEngines(data);
  if (running || settingsOfEnvironment().databaseUrl) return work(databaseUrlOf(running));
  if (!existsSync(data.postgres))
    throw new Failure(`There is no Hearth data with a database in ${data.folder}: name its folder with --data.`);
  return whileStopped(data, 'backup', () => withOwnDatabase(data, work));
}
