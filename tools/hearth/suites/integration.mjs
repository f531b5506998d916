import { rmSync } from 'node:fs';
import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { ensureKafka } from '../install/kafka-jars.mjs';
import { freePort } from '../ports.mjs';
import { ensureSecrets } from '../secrets.mjs';
import { checkPostgresPlace, postgresSpec, postgresUrl } from '../supervisor/postgres.mjs';
import { SupervisedProcess } from '../supervisor/supervised-process.mjs';
import { runJest } from './jest-run.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** Specs with a real PostgreSQL (started for the run, or the one of HEARTH_TEST_DATABASE_URL), real git, real Kafka. */
export async function runIntegration({ progress, cleanups }) {
  await progress.step('Preparing Kafka', () => ensureKafka(progress));
  const given = process.env.HEARTH_TEST_DATABASE_URL;
  const { url, stop } = given
    ? { url: given, stop: async () => {} }
    : await progress.step('Starting PostgreSQL', () => startDatabase(cleanups));
  const run = () => runJest({ pattern: '\\.integration\\.spec\\.m?js$', env: { HEARTH_TEST_DATABASE_URL: url } });
  const outcome = await progress.step('Testing the parts together', run);
  await stop();
  return outcome;
}

async function startDatabase(cleanups) {
  const data = dataFolder(temporaryFolder('hearth-integration-'));
  checkPostgresPlace(data);
  createDataFolder(data);
  ensureSecrets(data);
  const port = await freePort();
  // Nothing here outlives the run, so nothing waits for the disk.
  const spec = postgresSpec({ data, port, settings: { fsync: 'off' } });
  const postgres = new SupervisedProcess(spec, { changed() {}, note() {} });
  const stop = cleanups.add(async () => {
    await postgres.stop();
    rmSync(data.folder, { recursive: true, force: true });
  });
  await postgres.start();
  return { url: postgresUrl(data, port), stop };
}
