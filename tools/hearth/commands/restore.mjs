import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { backupPlace, passphraseFile, runBackupProgram } from '../database-programs/backup-program.mjs';
import { createDataFolder, dataFolder, makePassable, makePrivate } from '../data-folder.mjs';
import { requirePlace } from '../disk.mjs';
import { Failure } from '../failure.mjs';
import { ensureInstalled } from '../install/install.mjs';
import { createProgress } from '../progress.mjs';
import { ensureDatabasePasswords, ensureSecrets } from '../secrets.mjs';
import { whileStopped, withOwnDatabase } from '../supervisor/database-access.mjs';
import { settingsOfEnvironment } from '../supervisor/environment.mjs';
import { checkPostgresPlace } from '../supervisor/postgres.mjs';

/** Exit status of the program when everything is restored and something is not as the database says. */
const WITH_PROBLEMS = 3;

/** Restores a snapshot into a data folder that is absent or empty, and into its own database or the empty one of DATABASE_URL. */
export async function run({ data: folder, at, ...options }, [name]) {
  const data = dataFolder(folder);
  if (existsSync(data.folder) && readdirSync(data.folder).length > 0) {
    throw new Failure(`${data.folder} is not empty: move it away, or choose an empty folder with --data.`);
  }
  requirePlace(data.folder);
  const { databaseUrl } = settingsOfEnvironment();
  const user = databaseUrl ? undefined : checkPostgresPlace(data);
  const passphrase = passphraseFile(options);
  const progress = createProgress({ showAfterMs: 0 });
  await ensureInstalled(progress);
  process.umask(0o077);
  makePassable(path.dirname(data.folder));
  makePrivate(data.folder, user);
  // Moved to their places at the end, so that half of a backup is never started.
  const draft = dataFolder(path.join(data.folder, 'restoring'));
  try {
    createDataFolder(draft, user);
    const given = [backupPlace(name), ...(at ? ['--at', at] : [])];
    const status = await restoreInto(draft, { given, databaseUrl, passphrase, progress });
    for (const part of ['postgres', 'storages', 'objects', 'secrets'])
      if (existsSync(path.join(draft.folder, part)))
        renameSync(path.join(draft.folder, part), path.join(data.folder, part));
    process.stdout.write(`${data.folder} is restored: start it with ./hearth up.\n`);
    return status === WITH_PROBLEMS ? 1 : 0;
  } finally {
    rmSync(draft.folder, { recursive: true, force: true });
  }
}

async function restoreInto(data, { given, databaseUrl, passphrase, progress }) {
  const secrets = passphrase ? ['--secrets', data.secrets] : [];
  await progress.step('Checking the backup, restoring repositories and objects', () =>
    runBackupProgram({ data, passphrase }, 'restore-files', [...given, ...secrets]),
  );
  ensureSecrets(data);
  ensureDatabasePasswords(data);
  const fill = (url) => runBackupProgram({ data, databaseUrl: url }, 'restore-database', given, [0, WITH_PROBLEMS]);
  return progress.step('Restoring the database', () =>
    databaseUrl ? fill(databaseUrl) : whileStopped(data, 'restore', () => withOwnDatabase(data, fill)),
  );
}
