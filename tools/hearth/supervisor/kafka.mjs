import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from '../failure.mjs';
import { root } from '../paths.mjs';
import { lastLines, runProgram } from '../run-program.mjs';
import { systemEnvironment } from './environment.mjs';
import { isKafkaReady } from './probes.mjs';

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
const QUIET_SHARING = ['-Xshare:auto', '-Xlog:cds=off', '-Xlog:cds+dynamic=off'];

/**
 * One Kafka node on a data folder. Its storage is formatted before the first start.
 * @param {{ data: import('../data-folder.mjs').DataFolder, port: number, controllerPort: number, java: string, jars: string,
 *   archive?: string, extraFlags?: string[] }} input `archive` is an archive of its classes for a quicker start
 * @returns {import('./supervised-process.mjs').ProcessSpec}
 */
export function kafkaSpec({ data, port, controllerPort, java, jars, archive, extraFlags = [] }) {
  const properties = path.join(data.kafka, 'server.properties');
  const logs = path.join(data.kafka, 'data');
  const sharing = archive ? [`-XX:SharedArchiveFile=${archive}`] : extraFlags;
  const options = { cwd: '/', env: systemEnvironment() };
  return {
    name: 'kafka',
    kind: 'kafka',
    port,
    log: data.log('kafka'),
    async prepare() {
      mkdirSync(data.kafka, { recursive: true });
      writeFileSync(properties, fillIn({ PORT: port, CONTROLLER_PORT: controllerPort, LOG_DIRS: logs }));
      if (!existsSync(path.join(logs, 'meta.properties'))) await format({ java, jars, properties, options });
    },
    command: java,
    args: [
      '-Xms64m',
      '-Xmx256m',
      ...FLAGS,
      ...QUIET_SHARING,
      ...sharing,
      '-cp',
      classPath(jars),
      'kafka.Kafka',
      properties,
    ],
    options,
    isReady: () => isKafkaReady(port),
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

function fillIn(values) {
  // A properties file reads a backslash as an escape.
  const escaped = (value) => String(value).replaceAll('\\', '\\\\');
  const template = readFileSync(path.join(SETTINGS, 'server.properties'), 'utf8');
  return template.replace(/@([A-Z_]+)@/g, (_, name) => escaped(values[name]));
}

async function format({ java, jars, properties, options }) {
  // 16 random bytes, the first of them such that the text cannot begin with a dash, which would read as an option.
  const id = randomBytes(16);
  id[0] &= 0x7f;
  const command = [
    'kafka.tools.StorageTool',
    'format',
    '-t',
    id.toString('base64url'),
    '-c',
    properties,
    '--ignore-formatted',
  ];
  const { status, output } = await runProgram(java, [...FLAGS, '-Xmx64m', '-cp', classPath(jars), ...command], options);
  if (status === 0) return;
  throw new Failure("Kafka's storage could not be formatted: mend what is said above and run this again.", {
    details: lastLines(output),
  });
}
