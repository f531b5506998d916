import { rmSync } from 'node:fs';
import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { ensureImages } from '../install/images.mjs';
import { ensureKafka } from '../install/kafka-jars.mjs';
import { ensureKubeApiserver } from '../install/kube-apiserver.mjs';
import { ensureNodegit } from '../install/nodegit.mjs';
import { ensureKubernetesTools } from '../install/kubernetes-tools.mjs';
import { ensureMoto } from '../install/moto.mjs';
import { ensureRedis } from '../install/redis.mjs';
import { freePort } from '../ports.mjs';
import { ensureSecrets } from '../secrets.mjs';
import { kafkaSpec } from '../supervisor/kafka.mjs';
import { checkPostgresPlace, postgresSpec, postgresUrl } from '../supervisor/postgres.mjs';
import { SupervisedProcess } from '../supervisor/supervised-process.mjs';
import { CONSENT } from './consent.mjs';
import { runJest } from './jest-run.mjs';
import { totalOf } from './outcomes.mjs';
import { requireSpecs } from './specs.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** Specs that wait for a Kafka. */
const KAFKA_SPEC = /kafka/;
/** What some specs want besides; they are skipped where it cannot be had, which `ensure` says, and `fully` ones without --all. */
const OPTIONAL = [
  { wants: /redis/, variable: 'HEARTH_TEST_REDIS', ensure: ensureRedis },
  { wants: /s3-objects/, variable: 'HEARTH_TEST_S3', ensure: ensureMoto },
  { wants: /image/, variable: 'HEARTH_TEST_IMAGES', ensure: ensureImages },
  { wants: /kube-apiserver/, variable: 'HEARTH_TEST_KUBE_APISERVER', ensure: ensureKubeApiserver, fully: true },
  { wants: /libgit2/, variable: 'HEARTH_NODEGIT', ensure: nodegitFor, fully: true },
  { wants: /kustomize|kube-apiserver/, variable: 'HEARTH_TEST_KUBERNETES', ensure: ensureKubernetesTools },
];

/** What reads commits and trees and merges: with --all these specs run a second time, by libgit2. */
const ENGINE_SPEC = /services\/repository\/dist\/(git\/(objects|reads|repositories)|commits|files|merges|testing)\//;

/**
 * Specs with a real PostgreSQL and, where one of them wants it, a real Kafka (started for the run, or those of HEARTH_TEST_DATABASE_URL and
 * KAFKA_BROKERS), a real Redis where there is one, and real git.
 */
export async function runIntegration({ progress, cleanups, pattern, among, all }) {
  const { specs, found } = await withOptional(requireSpecs('integration', pattern, among), { progress, all });
  if (specs.length === 0) return { passed: 0, failed: 0 };
  const data = emptyDataFolder(cleanups);
  const env = {
    ...(await progress.step('Starting PostgreSQL', () => databaseFor(data, cleanups))),
    ...(specs.some((spec) => KAFKA_SPEC.test(spec)) && (await kafkaFor(data, { progress, cleanups }))),
    ...found,
  };
  const [withKafka, others] = [true, false].map((wanted) => specs.filter((spec) => KAFKA_SPEC.test(spec) === wanted));
  const outcomes = [];
  for (const [label, some, processes] of [
    // Alone: consumers that get no processor time lose their group, and what they wait for comes late or not at all.
    ['Testing with Kafka', withKafka, 1],
    // A third of the time is waiting for processes: three specs at a time keep two cores busy.
    ['Testing the parts together', others, 3],
  ]) {
    if (some.length === 0) continue;
    outcomes.push(await progress.step(label, () => runJest({ cleanups }, { specs: some, env, processes })));
  }
  const again = all ? others.filter((spec) => ENGINE_SPEC.test(spec)) : [];
  if (again.length > 0) outcomes.push(await withLibgit2(again, { progress, cleanups, env }));
  return totalOf(outcomes);
}

/** Runs specs with the second engine of git, where it is built or can be. */
async function withLibgit2(specs, { progress, cleanups, env }) {
  const folder = process.env.HEARTH_NODEGIT || (await nodegitFor(progress, CONSENT));
  if (!folder) return { passed: 0, failed: 0 };
  const engine = { HEARTH_GIT_ENGINE: 'nodegit', HEARTH_NODEGIT: folder };
  const test = () => runJest({ cleanups }, { specs, env: { ...env, ...engine }, processes: 3 });
  return progress.step('Testing with libgit2', test);
}

async function nodegitFor(progress, consent) {
  try {
    return await ensureNodegit(progress, consent);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    progress.note(`Specs with libgit2 are skipped: ${error.message}`);
    return undefined;
  }
}

async function databaseFor(data, cleanups) {
  return { HEARTH_TEST_DATABASE_URL: process.env.HEARTH_TEST_DATABASE_URL || (await startDatabase(data, cleanups)) };
}

async function kafkaFor(data, { progress, cleanups }) {
  const kafka = await progress.step('Preparing Kafka', () => ensureKafka(progress, CONSENT));
  const start = () => progress.step('Starting Kafka', () => startKafka(data, kafka, cleanups));
  return {
    KAFKA_BROKERS: process.env.KAFKA_BROKERS || (await start()),
    // For specs that kill a Kafka of their own.
    HEARTH_TEST_KAFKA_JARS: kafka.jars,
    HEARTH_TEST_JAVA: kafka.java,
  };
}

/** The specs that can run, and the variables by which they find what they want. */
async function withOptional(chosen, { progress, all = false }) {
  let specs = chosen;
  const found = {};
  for (const { wants, variable, ensure, fully = false } of OPTIONAL) {
    if (!specs.some((spec) => wants.test(spec))) continue;
    const place = fully && !all ? undefined : process.env[variable] || (await ensure(progress, CONSENT));
    if (place === undefined) specs = specs.filter((spec) => !wants.test(spec));
    else found[variable] = place;
  }
  return { specs, found };
}

function emptyDataFolder(cleanups) {
  const data = dataFolder(temporaryFolder('hearth-integration-'));
  createDataFolder(data, checkPostgresPlace(data));
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
  await start(kafkaSpec({ data, port, controllerPort: await freePort(), ...kafka, open: true }), cleanups);
  return `127.0.0.1:${port}`;
}

async function start(spec, cleanups) {
  const child = new SupervisedProcess(spec, { changed() {}, note() {} });
  cleanups.add(() => child.stop());
  await child.start();
}
