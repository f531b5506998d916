import { rmSync } from 'node:fs';
import { ensureKubeApiserver, ensureKubernetesTools } from '../../deployment/go-programs.mjs';
import { ensureImages } from '../../image/trees.mjs';
import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { ensureKafka } from '../install/kafka-jars.mjs';
import { freePort } from '../ports.mjs';
import { ensureSecrets } from '../secrets.mjs';
import { kafkaSpec } from '../supervisor/kafka.mjs';
import { checkPostgresPlace, postgresSpec, postgresUrl } from '../supervisor/postgres.mjs';
import { SupervisedProcess } from '../supervisor/supervised-process.mjs';
import { CONSENT } from './consent.mjs';
import { runJest } from './jest-run.mjs';
import { totalOf } from './outcomes.mjs';
import { ensureLibgit2, ensureMoto, ensurePromtool, ensureRedis, ensureSsh } from './programs.mjs';
import { allSpecs, chooseSpecs, SPECS_OF } from './specs.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** Specs that wait for a Kafka. */
const wantsKafka = (spec) => spec.includes('kafka');
/** Programs that some specs need; those specs are skipped where `ensure` cannot provide them, and `fully` ones without --all. */
const OPTIONAL = [
  { wants: /redis/, variable: 'HEARTH_TEST_REDIS', ensure: ensureRedis },
  { wants: /over-ssh/, variable: 'HEARTH_TEST_SSH', ensure: ensureSsh },
  { wants: /s3-objects/, variable: 'HEARTH_TEST_S3', ensure: ensureMoto },
  { wants: /promtool/, variable: 'HEARTH_TEST_PROMTOOL', ensure: ensurePromtool },
  { wants: /image/, variable: 'HEARTH_TEST_IMAGES', ensure: ensureImages },
  { wants: /kube-apiserver/, variable: 'HEARTH_TEST_KUBE_APISERVER', ensure: ensureKubeApiserver, fully: true },
  { wants: /libgit2/, variable: 'HEARTH_NODEGIT', ensure: ensureLibgit2, fully: true },
  { wants: /kustomize|helm|kube-apiserver/, variable: 'HEARTH_TEST_KUBERNETES', ensure: ensureKubernetesTools },
];

/** Settings of a server whose data is not read after the run: it neither waits for the disk nor writes what recovers it. */
const THROWAWAY = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
};

/** Specs of reads of commits and trees and of merges: with --all they run a second time, by libgit2. */
const ENGINE_SPEC = /services\/repository\/dist\/(git\/(objects|reads|repositories)|commits|files|merges|testing)\//;

/**
 * Runs specs with a real Kafka, one after the other: consumers that get no processor time lose their group, and what they wait for comes late
 * or not at all. Like those of `runIntegration`, they find a PostgreSQL (started for the run, or that of HEARTH_TEST_DATABASE_URL), and
 * what else they want where it can be had.
 */
export function runWithKafka(context) {
  return runSpecs(context, wantsKafka, ({ progress, cleanups }, specs, env) =>
    progress.step('Testing with Kafka', () => runJest({ cleanups }, { specs, env, processes: 1 })),
  );
}

/** Runs specs with a real PostgreSQL, a real Redis where there is one, and real git, but those with Kafka. */
export function runIntegration(context) {
  return runSpecs(context, (spec) => !wantsKafka(spec), testParts);
}

async function testParts({ progress, all, ...context }, specs, env) {
  // A third of the time is waiting for processes: three specs at a time keep two cores busy.
  const test = () => runJest(context, { specs, env, processes: 3 });
  const outcomes = [await progress.step('Testing the parts together', test)];
  const again = all ? specs.filter((spec) => ENGINE_SPEC.test(spec)) : [];
  if (again.length > 0) outcomes.push(await withLibgit2(again, { progress, env, ...context }));
  return totalOf(outcomes);
}

/** Starts what the chosen specs that `belong` want, runs them, and stops it. Without specs nothing is started. */
async function runSpecs({ pattern, among = () => true, ...context }, belong, test) {
  const chosen = chooseSpecs(allSpecs(), SPECS_OF.integration, pattern).filter(belong).filter(among);
  const { specs, found } = await withOptional(chosen, context);
  if (specs.length === 0) return { passed: 0, failed: 0 };
  const { progress, cleanups, all } = context;
  const data = emptyDataFolder(cleanups);
  const stops = [];
  const start = async (spec) => stops.unshift(await startProcess(spec, cleanups));
  const env = {
    // The statements of all endpoints are counted in one hook.
    HEARTH_TEST_LIMIT_MINUTES: '15',
    ...(await progress.step('Starting PostgreSQL', () => databaseFor(data, start))),
    ...(specs.some(wantsKafka) && (await kafkaFor(data, { progress, start }))),
    ...found,
    ...(all && { HEARTH_TEST_ALL: '1' }),
  };
  const outcome = await test(context, specs, env);
  // Before the next suite, which has use for their memory.
  for (const stop of stops) await stop();
  return outcome;
}

/** Runs specs with the second engine of git, where it is built or can be. */
async function withLibgit2(specs, { progress, env, ...context }) {
  const folder = process.env.HEARTH_NODEGIT || (await ensureLibgit2(progress));
  if (!folder) return { passed: 0, failed: 0 };
  const engine = { HEARTH_GIT_ENGINE: 'nodegit', HEARTH_NODEGIT: folder };
  const test = () => runJest(context, { specs, env: { ...env, ...engine }, processes: 3 });
  return progress.step('Testing with libgit2', test);
}

async function databaseFor(data, start) {
  return { HEARTH_TEST_DATABASE_URL: process.env.HEARTH_TEST_DATABASE_URL || (await startDatabase(data, start)) };
}

async function kafkaFor(data, { progress, start }) {
  const kafka = await progress.step('Preparing Kafka', () => ensureKafka(progress, CONSENT));
  const started = () => progress.step('Starting Kafka', () => startKafka(data, kafka, start));
  return {
    KAFKA_BROKERS: process.env.KAFKA_BROKERS || (await started()),
    // For specs that kill a Kafka of their own.
    HEARTH_TEST_KAFKA_JARS: kafka.jars,
    HEARTH_TEST_JAVA: kafka.java,
    ...(kafka.archive && { HEARTH_TEST_KAFKA_ARCHIVE: kafka.archive }),
  };
}

/** The specs that can run, and the variables by which they find what they want. */
async function withOptional(chosen, { progress, all = false }) {
  let specs = chosen;
  const found = {};
  for (const { wants, variable, ensure, fully = false } of OPTIONAL) {
    if (!specs.some((spec) => wants.test(spec))) continue;
    const place = fully && !all ? undefined : process.env[variable] || (await ensure(progress));
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

async function startDatabase(data, start) {
  const port = await freePort();
  await start(postgresSpec({ data, port, settings: THROWAWAY }));
  return postgresUrl(data, port);
}

async function startKafka(data, kafka, start) {
  const port = await freePort();
  await start(kafkaSpec({ data, port, controllerPort: await freePort(), ...kafka, open: true }));
  return `127.0.0.1:${port}`;
}

/** @returns what stops it before the end of the run */
async function startProcess(spec, cleanups) {
  const child = new SupervisedProcess(spec, { changed() {}, note() {} });
  const stop = cleanups.add(() => child.stop());
  await child.start();
  return stop;
}
