import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { withLock } from '../lock.mjs';
import { root, toolsFolder } from '../paths.mjs';
import { freePort } from '../ports.mjs';
import { lastLines, runProgram } from '../run-program.mjs';
import { ensureSecrets } from '../secrets.mjs';
import { kafkaSpec } from '../supervisor/kafka.mjs';
import { SupervisedProcess } from '../supervisor/supervised-process.mjs';
import { requireFiles } from './hashes.mjs';
import { installLock, isWritable, requireWritable } from './install-lock.mjs';
import { resolveCommand } from './java.mjs';
import { ensureJavaAndMaven } from './system-packages.mjs';

const POM = path.join(root, 'tools/kafka/pom.xml');
const HASHES = path.join(root, 'tools/kafka/jars.sha256');

/**
 * Brings Java, Maven and Kafka's jars, and the class archive that halves Kafka's start.
 * @param {import('./system-packages.mjs').Consent} [consent]
 * @returns {Promise<{ java: string, jars: string, archive?: string }>} what `kafkaSpec` starts
 */
export async function ensureKafka(progress, consent) {
  const versions = [POM, HASHES].map((file) => readFileSync(file, 'utf8')).join('\n');
  const jars = path.join(toolsFolder, `kafka-${hash(versions).slice(0, 12)}`);
  if (!existsSync(jars)) requireWritable('Kafka');
  const java = await ensureJavaAndMaven(progress, consent);
  if (!existsSync(jars)) {
    await withLock(installLock, 'fetching Kafka', async () => {
      if (!existsSync(jars)) await progress.step('Fetching Kafka', () => fetchJars(jars));
    });
  }
  const archive = path.join(jars, `classes-${archiveKey(jars, java)}.jsa`);
  if (!existsSync(archive) && isWritable()) {
    await withLock(installLock, "preparing Kafka's classes", async () => {
      if (!existsSync(archive))
        await progress.step("Preparing Kafka's classes", () => makeArchive({ java, jars, archive }));
    });
  }
  return { java, jars, archive: existsSync(archive) ? archive : undefined };
}

/**
 * Fetches the jars into a new folder, if they are those whose hashes are recorded.
 * @param {string} jars the folder @param {string} [hashes] as sha256sum writes them
 */
export async function fetchJars(jars, hashes = readFileSync(HASHES, 'utf8')) {
  const draft = `${jars}.new`;
  rmSync(draft, { recursive: true, force: true });
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${draft}`];
  // -U: Maven remembers a failed download for a day, and would not try again.
  const { status, output } = await runProgram('mvn', ['-B', '-ntp', '-q', '-U', '-f', POM, ...goal], {
    cwd: path.dirname(jars),
  });
  if (status !== 0) {
    throw new Failure(
      "Kafka's jars could not be fetched with Maven: see above, check the network and run this again.",
      {
        details: lastLines(output),
      },
    );
  }
  try {
    requireFiles(draft, hashes);
    renameSync(draft, jars);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** An archive of loaded classes is valid for exactly these jars and this Java, so it is named after both. */
function archiveKey(jars, java) {
  const files = readdirSync(jars).filter((file) => file.endsWith('.jar'));
  const places = [resolveCommand(java), ...files.sort().map((file) => path.join(jars, file))];
  return hash(places.map((place) => `${place}:${statSync(place).size}:${statSync(place).mtimeMs}`).join('\n')).slice(
    0,
    16,
  );
}

/** Java writes the archive when a Kafka that was started for it ends cleanly. */
async function makeArchive({ java, jars, archive }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-kafka-'));
  try {
    const data = dataFolder(folder);
    createDataFolder(data);
    ensureSecrets(data);
    const [port, controllerPort] = [await freePort(), await freePort()];
    const draft = `${archive}.new`;
    const spec = kafkaSpec({
      data,
      port,
      controllerPort,
      java,
      jars,
      extraFlags: [`-XX:ArchiveClassesAtExit=${draft}`],
    });
    const kafka = new SupervisedProcess(spec, { changed() {}, note() {} });
    await kafka.start();
    await kafka.stop();
    if (existsSync(draft)) renameSync(draft, archive);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function hash(text) {
  return createHash('sha256').update(text).digest('hex');
}
