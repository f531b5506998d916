import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../paths.mjs';
import { freePort } from '../ports.mjs';
import { requireProgram } from '../run-program.mjs';
import { readSecret, writeSecret } from '../secret-files.mjs';
import { kafkaLogin } from '../secrets.mjs';
import { systemEnvironment } from './environment.mjs';
import { isKafkaReady } from './kafka-probe.mjs';
import { SupervisedProcess } from './supervised-process.mjs';

const SETTINGS = path.join(root, 'tools/kafka');
/** Quick to start and small: the client compiler and one collector thread are enough for one node (measured). */
const FLAGS = [
  '-Djava.awt.headless=true',
  '-Dlog4j2.disableJmx=true',
  // As a URL: log4j cannot read a plain path with a space.
  `-Dlog4j2.configurationFile=${pathToFileURL(path.join(SETTINGS, 'log4j2.properties'))}`,
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseSerialGC',
  '-XX:-UsePerfData',
];
/** Allows anonymous clients: of two settings with the same name Kafka uses the last. */
const OPEN = 'listener.security.protocol.map=BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT\n';
/** Takes classes from an archive, where there is one. */
const sharing = (archive) => [
  ...['-Xshare:auto', '-Xlog:cds=off', '-Xlog:cds+dynamic=off'],
  ...(archive ? [`-XX:SharedArchiveFile=${archive}`] : []),
];

/**
 * One Kafka node on a data folder, which requires the password in the folder's secrets. Its storage is formatted before
 * the first start; one from a version whose Kafka had no password learns the password before the next.
 * @param {{ data: import('../data-folder.mjs').DataFolder, port: number, controllerPort: number, java: string, jars: string,
 *   archive?: string, extraFlags?: string[], open?: boolean }} input `archive` is an archive of its classes for a quicker start; `open`:
 *   anonymous clients may use it, for specs
 * @returns {import('./supervised-process.mjs').ProcessSpec}
 */
export function kafkaSpec({ data, port, controllerPort, java, jars, archive, extraFlags = [], open = false }) {
  const properties = path.join(data.kafka, 'server.properties');
  const options = { cwd: '/', env: systemEnvironment() };
  const node = { data, java, jars, archive, properties, options };
  return {
    name: 'kafka',
    kind: 'kafka',
    port,
    log: data.log('kafka'),
    async prepare() {
      mkdirSync(data.kafka, { recursive: true, mode: 0o700 });
      if (!open && isFormatted(data) && !knowsLogin(data)) await teachLogin(node);
      writeSecret(properties, settingsOf({ data, port, controllerPort, open }));
      if (!isFormatted(data)) await format(node);
    },
    command: java,
    args: [
      '-Xms64m',
      '-Xmx256m',
      ...FLAGS,
      ...sharing(archive),
      ...extraFlags,
      '-cp',
      classPath(jars),
      'kafka.Kafka',
      properties,
    ],
    options,
    isReady: () => isKafkaReady(port, open ? undefined : kafkaLogin(data)),
    stopSignal: 'SIGTERM',
  };
}

/** The jars in a fixed order, which an archive of classes insists on. */
function classPath(jars) {
  return readdirSync(jars)
    .filter((file) => file.endsWith('.jar'))
    .sort()
    .map((file) => path.join(jars, file))
    .join(':');
}

/** Returns Kafka's settings. */
function settingsOf({ data, port, controllerPort, open }) {
  const { username, password } = kafkaLogin(data);
  const values = {
    PORT: port,
    CONTROLLER_PORT: controllerPort,
    LOG_DIRS: logsOf(data),
    USERNAME: username,
    PASSWORD: password,
    CONTROLLER_PASSWORD: randomBytes(24).toString('base64url'),
  };
  // A properties file reads a backslash as an escape.
  const escaped = (value) => String(value).replaceAll('\\', '\\\\');
  const template = readFileSync(path.join(SETTINGS, 'server.properties'), 'utf8');
  return template.replace(/@([A-Z_]+)@/g, (_, name) => escaped(values[name])) + (open ? OPEN : '');
}

function logsOf(data) {
  return path.join(data.kafka, 'data');
}

function isFormatted(data) {
  return existsSync(path.join(logsOf(data), 'meta.properties'));
}

/** Names the password that Kafka's storage knows, without holding it. */
const loginMark = (data) => path.join(data.kafka, 'login');
const markOf = ({ username, password }) => createHash('sha256').update(`${username} ${password}`).digest('hex');

function knowsLogin(data) {
  return readSecret(loginMark(data)) === markOf(kafkaLogin(data));
}

async function format({ data, java, jars, archive, properties, options }) {
  // 16 random bytes, the first of them such that the text cannot begin with a dash, which would read as an option.
  const id = randomBytes(16);
  id[0] &= 0x7f;
  const { username, password } = kafkaLogin(data);
  const user = `--add-scram\nSCRAM-SHA-256=[name=${username},password=${password}]\n`;
  await withSecretFile(data, user, (file) =>
    // What stands in a file stays out of the list of processes.
    runTool({ java, jars, archive, options }, [
      'kafka.tools.StorageTool',
      'format',
      ...['-t', id.toString('base64url'), '-c', properties, '--ignore-formatted', `@${file}`],
    ]),
  );
  writeSecret(loginMark(data), markOf(kafkaLogin(data)));
}

/**
 * Stores the password in a Kafka that does not know it (yet, or any more: the folder's secrets were replaced). Only a running Kafka can, and
 * only one without authentication: for these seconds it has random ports.
 */
async function teachLogin({ data, java, jars, archive, properties, options }) {
  const port = await freePort();
  const spec = kafkaSpec({ data, port, controllerPort: await freePort(), java, jars, archive, open: true });
  const kafka = new SupervisedProcess(spec, { changed() {}, note() {} });
  try {
    await kafka.start();
    const { username, password } = kafkaLogin(data);
    await withSecretFile(data, `SCRAM-SHA-256=password=${password}\n`, (file) =>
      runTool({ java, jars, archive, options }, [
        'kafka.admin.ConfigCommand',
        ...['--bootstrap-server', `127.0.0.1:${port}`, '--alter', '--entity-type', 'users', '--entity-name', username],
        ...['--add-config-file', file],
      ]),
    );
  } finally {
    await kafka.stop();
    rmSync(properties, { force: true });
  }
  writeSecret(loginMark(data), markOf(kafkaLogin(data)));
}

async function withSecretFile(data, text, work) {
  const file = path.join(data.kafka, 'login.new');
  writeSecret(file, text);
  try {
    await work(file);
  } finally {
    rmSync(file, { force: true });
  }
}

function runTool({ java, jars, archive, options }, command) {
  const sentence = "Kafka's storage could not be prepared: mend what is said above and run this again.";
  const flags = [...FLAGS, ...sharing(archive), '-Xmx64m', '-cp', classPath(jars)];
  return requireProgram(java, [...flags, ...command], sentence, options);
}
