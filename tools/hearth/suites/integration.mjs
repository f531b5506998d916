import { rmSync } from 'node:fs';
import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { ensureKafka } from '../install/kafka-jars.mjs';
import { freePort } from '../ports.mjs';
import { ensureSecrets } from '../secrets.mjs';
import { kafkaSpec } from '../supervisor/kafka.mjs';
import { checkPostgresPlace, postgresSpec, postgresUrl } from '../supervisor/postgres.mjs';
import { SupervisedProcess } from '../supervisor/supervised-process.mjs';
import { runJest } from './jest-run.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/**
 * Specs with a real PostgreSQL and a real Kafka (started for the run, or those of HEARTH_TEST_DATABASE_URL and KAFKA_BROKERS), and real
 * git.
 */
export async function runIntegration({ progress, cleanups }) {
  const kafka = await progress.step('Preparing Kafka', () => ensureKafka(progress));
  const data = emptyDataFolder(cleanups);
  const env = await progress.step('Starting PostgreSQL and Kafka', async () => ({
    HEARTH_TEST_DATABASE_URL: process.env.HEARTH_TEST_DATABASE_URL || (await startDatabase(data, cleanups)),
    KAFKA_BROKERS: process.env.KAFKA_BROKERS || (await startKafka(data, kafka, cleanups)),
    // For specs that kill a Kafka of their own.
    HEARTH_TEST_KAFKA_JARS: kafka.jars,
    HEARTH_TEST_JAVA: kafka.java,
  }));
  const run = () => runJest({ pattern: '\\.integration\\.spec\\.m?js$', env });
  return progress.step('Testing the parts together', run);
}

function emptyDataFolder(cleanups) {
  const data = dataFolder(temporaryFolder('hearth-integration-'));
  checkPostgresPlace(data);
  createDataFolder(data);
  ensureSecrets(data);
  cleanups.add(async () => rmSync(data.folder, { recursive: true, force: true }));
  return data;
}

async function startDatabase(data, cleanups) {
  const port = await freePort();
  // Nothing here outlives the run, so nothing waits for the disk.
  await start(postgresSpec({ data, port, settings: { fsync: 'off' } }), cleanups);
  return postgresUrl(data, port);
}

async function startKafka(data, kafka, cleanups) {
  const port = await freePort();
  await start(kafkaSpec({ data, port, controllerPort: await freePort(), ...kafka }), cleanups);
  return `127.0.0.1:${port}`;
}

async function start(spec, cleanups) {
  const child = new SupervisedProcess(spec, { changed() {}, note() {} });
  cleanups.add(() => child.stop());
  await child.start();
}
