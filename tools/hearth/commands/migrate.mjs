import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { ensureInstalled } from '../install/install.mjs';
import { tryLock } from '../lock.mjs';
import { assignPorts } from '../ports.mjs';
import { isRunning } from '../process-identity.mjs';
import { createProgress } from '../progress.mjs';
import { ensureSecrets } from '../secrets.mjs';
import { settingsOfEnvironment } from '../supervisor/environment.mjs';
import { runMigration } from '../supervisor/migrate.mjs';
import { checkPostgresPlace, postgresSpec, postgresUrl } from '../supervisor/postgres.mjs';
import { programOf } from '../supervisor/services.mjs';
import { orphansOf, readState, stopOrphans } from '../supervisor/state.mjs';
import { SupervisedProcess } from '../supervisor/supervised-process.mjs';

/** Migrates the database that a data folder uses: the running one, a server's, or the embedded one started for it. */
export async function run({ data: folder }) {
  const data = dataFolder(folder);
  const progress = createProgress();
  const { databaseUrl, brokers } = settingsOfEnvironment();
  await ensureInstalled(progress);
  const migrate = (url, kafka) => {
    const around = { data, databaseUrl: url, brokers: kafka, program: programOf };
    return progress.step('Migrating the database', () => runMigration(around));
  };
  const output = await runningOr(
    data,
    (running) => migrate(databaseUrl ?? running.url, brokers ?? running.brokers),
    async () => {
      if (!databaseUrl) checkPostgresPlace(data);
      createDataFolder(data);
      ensureSecrets(data);
      if (databaseUrl) return migrate(databaseUrl, brokers);
      return withDatabase(data, (url) => migrate(url, brokers));
    },
  );
  process.stdout.write(output.trim() === '' ? 'The database is up to date.\n' : output);
}

/** Calls `running` with the addresses of the system that runs on this data, or `otherwise` when there is none. */
async function runningOr(data, running, otherwise) {
  const state = readState(data);
  if (!state || !isRunning(state.supervisor)) return otherwise();
  const portOf = (kind) => state.processes.find((process) => process.kind === kind)?.port;
  const [database, kafka] = [portOf('postgres'), portOf('kafka')];
  return running({
    url: database ? postgresUrl(data, database) : undefined,
    brokers: kafka ? `127.0.0.1:${kafka}` : undefined,
  });
}

async function withDatabase(data, work) {
  const lock = await tryLock(data.lock, 'migrate');
  if (lock.holder)
    throw new Failure(`The data folder is in use by ./hearth ${lock.holder.purpose}: wait until that has ended.`);
  try {
    await stopOrphans(orphansOf(readState(data)));
    const { postgres: port } = await assignPorts(data.ports, ['postgres']);
    const postgres = new SupervisedProcess(postgresSpec({ data, port }), { changed() {}, note() {} });
    try {
      await postgres.start();
      return await work(postgresUrl(data, port));
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.release();
  }
}
