import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { programOf } from '../install/bundles.mjs';
import { ensurePrograms } from '../install/install.mjs';
import { createProgress } from '../progress.mjs';
import { ensureDatabasePasswords, ensureSecrets } from '../secrets.mjs';
import { runningEngines, whileStopped, withOwnDatabase } from '../supervisor/database-access.mjs';
import { settingsOfEnvironment } from '../supervisor/environment.mjs';
import { runMigration } from '../supervisor/migrate.mjs';
import { checkPostgresPlace } from '../supervisor/postgres.mjs';

/** Migrates the database that a data folder uses: the running one, a server's, or the embedded one started for it. */
export async function run({ data: folder }) {
  const data = dataFolder(folder);
  const progress = createProgress();
  await ensurePrograms(progress);
  const output = await migrateWhatIsThere(data, (databaseUrl, brokers) =>
    progress.step('Migrating the database', () => runMigration({ data, databaseUrl, brokers, program: programOf })),
  );
  process.stdout.write(output.trim() === '' ? 'The database is up to date.\n' : output);
}

/** @param {(databaseUrl: string, brokers?: string) => Promise<string>} migrate */
async function migrateWhatIsThere(data, migrate) {
  const { databaseUrl, brokers } = settingsOfEnvironment();
  const running = runningEngines(data);
  if (running) {
    ensureDatabasePasswords(data);
    return migrate(databaseUrl ?? running.databaseUrl, brokers ?? running.brokers);
  }
  process.umask(0o077);
  createDataFolder(data, databaseUrl ? undefined : checkPostgresPlace(data));
  ensureSecrets(data);
  ensureDatabasePasswords(data);
  if (databaseUrl) return migrate(databaseUrl, brokers);
  return whileStopped(data, 'migrate', () => withOwnDatabase(data, (url) => migrate(url, brokers)));
}
