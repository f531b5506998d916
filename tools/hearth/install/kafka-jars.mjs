import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { withLock } from '../lock.mjs';
import { root } from '../paths.mjs';
import { freePort } from '../ports.mjs';
import { requireProgram } from '../run-program.mjs';
import { ensureSecrets } from '../secrets.mjs';
import { kafkaSpec } from '../supervisor/kafka.mjs';
import { SupervisedProcess } from '../supervisor/supervised-process.mjs';
import { folderOf, installOnce, makeFolder } from './folders.mjs';
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
  const jars = folderOf('kafka', versions);
  if (!existsSync(jars)) requireWritable('Kafka');
  const java = await ensureJavaAndMaven(progress, consent);
  await installOnce(jars, { what: 'Kafka', doing: 'fetching Kafka' }, () =>
    progress.step('Fetching Kafka', () => fetchJars(jars)),
  );
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
export function fetchJars(jars, hashes = readFileSync(HASHES, 'utf8')) {
  return makeFolder(jars, async (draft) => {
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${draft}`];
    // -U: Maven remembers a failed download for a day, and would not try again.
    const sentence = "Kafka's jars could not be fetched with Maven: see above, check the network and run this again.";
    const cwd = path.dirname(jars);
    await requireProgram('mvn', ['-B', '-ntp', '-q', '-U', '-f', POM, ...goal], sentence, { cwd });
    requireFiles(draft, hashes);
  });
}

/** An archive of loaded classes is valid for exactly these jars and this Java, so it is named after both. */
function archiveKey(jars, java) {
  const files = readdirSync(jars).filter((file) => file.endsWith('.jar'));
  const places = [resolveCommand(java), ...files.sort().map((file) => path.join(jars, file))];
  const versions = places.map((place) => `${place}:${statSync(place).size}:${statSync(place).mtimeMs}`).join('\n');
  return createHash('sha256').update(versions).digest('hex').slice(0, 16);
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
