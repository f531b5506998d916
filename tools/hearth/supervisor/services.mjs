import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { revision } from '../../release/revision.mjs';
import { programLogins, serviceLogin } from './database-logins.mjs';
import {
  authorityOfEnvironment,
  encryptionKeysOfEnvironment,
  identitySecretsOfEnvironment,
  kafkaSignIn,
  nodegitOfEnvironment,
  serviceEnvironment,
} from './environment.mjs';
import { isServiceReady, livenessOf, readinessProblems } from './probes.mjs';
import { serviceStopLimit } from './stop-limit.mjs';
import { storagesOf } from '../storage-names.mjs';
import { addressesOf, portName } from './topology.mjs';

/** For those alone that store something. */
const SECRETS_OF_STORES = /^(DATABASE_|KAFKA_S|HEARTH_KEYS|HEARTH_OBJECTS)/;
/** The apps that store objects, all in one place. */
const STORES_OBJECTS = ['all-in-one', 'ci', 'repository'];
/** Connections of a service process besides its pool: for LISTEN, for its jobs' lock, for its readiness. */
const OWN_CONNECTIONS = 3;
/** Of PostgreSQL's 100 connections; the rest is left to migrations, programs and people. */
const CONNECTIONS = 90;
const LARGEST_POOL = 10;
const SMALLEST_POOL = 5;

/** @typedef {'dead-letters' | 'storages' | 'backup' | 'restore-files' | 'restore-database'} DatabaseProgram */

/**
 * Surroundings that all processes of one Hearth share.
 * @typedef {object} Surroundings
 * @property {import('../data-folder.mjs').DataFolder} data
 * @property {'single' | 'split'} mode
 * @property {string} host
 * @property {number} port the public one
 * @property {number} [sshPort] the public one for git over SSH, unless that is off
 * @property {string} databaseUrl with the migrating login
 * @property {string} [brokers] Kafka's, in the split mode
 * @property {Record<string, number>} ports by name
 * @property {import('./topology.mjs').ServiceDefinition[]} services
 * @property {{ folder: string, environment: (name: string, own: NodeJS.ProcessEnv) => NodeJS.ProcessEnv }} [images] the trees of images that the
 *   processes run from, and the environment that one gets there, given the one that it gets otherwise
 * @property {(app: string, program: 'main' | 'logins' | 'migrate' | 'rotate' | DatabaseProgram) => string} program the file that an app's process runs
 */

/** The program of an app in its image's tree, in a folder of such trees. */
export function imageProgramOf(images, app, program) {
  if (program === 'main') return path.join(images, app, 'main.mjs');
  return path.join(images, app, 'apps', app, 'dist', `${program}.js`);
}

/** Sets the listener for git over SSH of a process that users reach, and the port in addresses of all processes. */
function setSsh(env, service, { sshPort, ports, data }, host) {
  if (sshPort === undefined) {
    delete env.HEARTH_SSH_PUBLIC_PORT;
    return;
  }
  env.HEARTH_SSH_PUBLIC_PORT ??= String(sshPort);
  if (!service.edge) return;
  env.HEARTH_SSH = `${bracketed(host)}:${service.front ? sshPort : ports[portName.ssh(service)]}`;
  env.HEARTH_SSH_HOST_KEYS_FILE ??= data.sshHostKeys;
}

/**
 * A service as a process.
 * @param {import('./topology.mjs').ServiceDefinition} service @param {Surroundings} around
 * @returns {import('./supervised-process.mjs').ProcessSpec}
 */
export function serviceSpec(service, around) {
  const { data, ports } = around;
  const port = service.front ? around.port : ports[portName.routed(service)];
  const internalPort = ports[portName.internal(service)];
  const listener = { internalPort, authority: authorityOfEnvironment() };
  const host = service.edge ? around.host : '127.0.0.1';
  const surroundings = surroundingEnvironment(around);
  const env = {
    ...surroundings,
    ...serviceLogin(service, surroundings, data),
    ...encryptionKeys(data),
    ...identitySecretsOfEnvironment(service),
    HEARTH_ROUTED: `${bracketed(host)}:${port}`,
    HEARTH_INTERNAL: `127.0.0.1:${internalPort}`,
    HEARTH_SIGNING_KEY: data.signingKey(service.app),
  };
  // Load balancers stand before the edge only: inside, the delay would serve no purpose.
  if (!service.edge) delete env.HEARTH_DRAIN_DELAY;
  // What is open to the world holds no secret that it does not need.
  if (!withDatabase([service]).length) {
    for (const name of Object.keys(env).filter((each) => SECRETS_OF_STORES.test(each))) delete env[name];
  }
  env.HEARTH_DATABASE_POOL ??= String(poolSize(around.services));
  if (around.mode === 'split') {
    const scheme = listener.authority ? 'https' : 'http';
    env.HEARTH_SERVICES = JSON.stringify(addressesOf(around.services, ports, scheme));
  }
  if (service.storages) {
    const owned = service.storages.map((name) => [name, data.storage(name)]);
    env.HEARTH_STORAGES = JSON.stringify(Object.fromEntries(owned));
  }
  if (service.edge && around.mode === 'split') env.HEARTH_ROUTES_FOLDER ??= data.routes(service.name);
  setSsh(env, service, around, host);
  if (STORES_OBJECTS.includes(service.app)) env.HEARTH_OBJECTS ??= data.objects;
  const options = processOptions(service, env, around);
  return {
    name: service.name,
    kind: 'service',
    service: service.app,
    edge: service.edge ?? false,
    port,
    ...listener,
    log: data.log(service.name),
    async prepare() {
      for (const name of service.storages ?? []) mkdirSync(data.storage(name), { recursive: true });
    },
    command: process.execPath,
    args: [around.program(service.app, 'main')],
    options,
    ipc: true,
    isReady: () => isServiceReady(listener),
    whyNotReady: () => readinessProblems(data, { service: service.app, ...listener }),
    liveness: (timeoutMs) => livenessOf(listener, timeoutMs),
    stopSignal: 'SIGTERM',
    stopLimitMs: serviceStopLimit(options.env),
  };
}

/** Folder and environment of a process; from an image's tree, those of docker-compose.yml and what the caller sets besides. */
function processOptions({ name, app }, env, { data, images }) {
  if (!images) return { cwd: data.folder, env };
  const cwd = path.join(images.folder, app);
  const ofImage = { ...serviceEnvironment(), HEARTH_REVISION: revision(cwd) ?? '' };
  return { cwd, env: { ...ofImage, ...images.environment(name, env) } };
}

/** The processes of a topology that have a database. */
function withDatabase(services) {
  return services.filter(({ app }) => app !== 'gateway');
}

/** Connections that each process may open for a service, so that all of them together find room. */
function poolSize(services) {
  const share = Math.floor(CONNECTIONS / withDatabase(services).length) - OWN_CONNECTIONS;
  return Math.min(LARGEST_POOL, Math.max(SMALLEST_POOL, share));
}

/** Connections that the embedded PostgreSQL has to take, where they are more than it takes by itself; undefined otherwise. */
export function connectionsNeeded(services) {
  const needed = withDatabase(services).length * (poolSize(services) + OWN_CONNECTIONS);
  return needed > CONNECTIONS ? needed + 10 : undefined;
}

/**
 * The commands that create logins, migrate every service's schema and make the topics: one program for all services, which is each of them in
 * turn, or those of the images, as deployments run them.
 * @param {Surroundings} around
 */
export function migrations(around) {
  const env = { ...programEnvironment(around), HEARTH_SIGNING_KEY: around.data.signingKey('operator') };
  const command = (name, app, program, own = env) => ({
    command: process.execPath,
    args: [around.program(app, program)],
    options: processOptions({ name, app }, own, around),
  });
  if (!around.images) return [command('migrate', 'all-in-one', 'migrate')];
  const apps = [...new Set(withDatabase(around.services).map(({ app }) => app))];
  const asService = (app) => ({ ...env, ...serviceLogin({ app }, env, around.data) });
  return [
    command('logins', 'all-in-one', 'logins'),
    ...apps.map((app) => command(`migrate-${app}`, app, 'migrate', asService(app))),
  ];
}

/**
 * The command that encrypts again what the services store, with the first key of the data folder's ring; it prints JSON.
 * @param {Pick<Surroundings, 'data' | 'databaseUrl' | 'program'>} around
 */
export function reencryption(around) {
  const env = { ...programEnvironment(around), HEARTH_KEYS_FILE: around.data.encryptionKeys };
  return {
    command: process.execPath,
    args: [around.program('all-in-one', 'rotate'), '--json'],
    options: { cwd: around.data.folder, env },
  };
}

/** The keys that services encrypt with: given ones, or the data folder's. */
function encryptionKeys(data) {
  const given = encryptionKeysOfEnvironment();
  return Object.keys(given).length > 0 ? given : { HEARTH_KEYS_FILE: data.encryptionKeys };
}

/**
 * A program that works with the databases of services; none needs to run.
 * @param {Pick<Surroundings, 'data' | 'databaseUrl' | 'program'>} around
 * @param {DatabaseProgram} program
 * @param {string[]} args what it is asked to do
 */
export function databaseProgram(around, program, args) {
  return {
    command: process.execPath,
    args: [around.program('all-in-one', program), ...args],
    options: { cwd: around.data.folder, env: programEnvironment(around) },
  };
}

/** An IPv6 address as it stands in URLs and before a port. */
export function bracketed(host) {
  return host.includes(':') ? `[${host}]` : host;
}

function programEnvironment(around) {
  return { ...surroundingEnvironment(around), ...programLogins(around.data) };
}

function surroundingEnvironment({ data, databaseUrl, brokers, services }) {
  const storages = services?.flatMap((service) => service.storages ?? []) ?? storagesOf(data);
  return {
    ...serviceEnvironment(),
    ...nodegitOfEnvironment(),
    DATABASE_URL: databaseUrl,
    ...(brokers ? { KAFKA_BROKERS: brokers, ...kafkaSignIn(data) } : {}),
    HEARTH_DATA: data.folder,
    HEARTH_REVISION: revision() ?? '',
    HEARTH_STORAGE_NAMES: storages.join(','),
    HEARTH_VERIFY_KEYS: data.verifyKeys,
  };
}
