import { randomBytes } from 'node:crypto';
import { createDataFolder, rememberObjects } from '../data-folder.mjs';
import { isUnwritable } from '../disk.mjs';
import { Failure } from '../failure.mjs';
import { ensureBundles, programOf } from '../install/bundles.mjs';
import { tryLock, withLock } from '../lock.mjs';
import { operatorCall } from '../calls/operator-call.mjs';
import { assignPorts, requireFree } from '../ports.mjs';
import { identify } from '../process-identity.mjs';
import { ensureDatabasePasswords, ensureSecrets } from '../secrets.mjs';
import { appendLine } from './log-file.mjs';
import { kafkaSpec } from './kafka.mjs';
import { migrateIfNeeded } from './migrate.mjs';
import { checkPostgresPlace, postgresSpec, postgresUrl } from './postgres.mjs';
import { bracketed, connectionsNeeded, imageProgramOf, serviceSpec } from './services.mjs';
import { orphansOf, readState, removeState, stopOrphans, writeState } from './state.mjs';
import { serviceStopLimit, systemStopLimit, UNWRITABLE_STOP_LIMIT_MS } from './stop-limit.mjs';
import { rememberStorages, storagesOf } from '../storage-names.mjs';
import { SupervisedProcess } from './supervised-process.mjs';
import { sentenceOf } from '../system-errors.mjs';
import { answersFor, portNamesOf, servicesOf } from './topology.mjs';

const SAVE_AGAIN_MS = 1000;

/**
 * @typedef {object} SystemOptions
 * @property {import('../data-folder.mjs').DataFolder} data
 * @property {'single' | 'split'} mode
 * @property {string} host
 * @property {number} port
 * @property {number} [sshPort] for git over SSH, which is off without it
 * @property {string} [databaseUrl] a PostgreSQL server to use instead of the embedded one
 * @property {string} [brokers] Kafka brokers to use instead of an own one, in the split mode
 * @property {{ java: string, jars: string, archive?: string }} [kafka] what the own Kafka is started with
 * @property {number} [replicas] how many processes of each service there are in the split mode; one by default
 * @property {number} [storages] how many storages there are at least, each with a repository process of its own in the split mode
 * @property {import('./supervised-process.mjs').Patience} [patience]
 * @property {string} [rootPassword] the password to give the administrator when it is made
 * @property {string} [images] a folder of images' trees to run the services from, in the split mode
 * @property {import('./topology.mjs').ServiceDefinition[]} [services] by default those of the mode
 * @property {(app: string, program: 'main' | 'logins' | 'migrate' | 'rotate' | 'dead-letters' | 'storages') => string} [program] by default the compiled apps
 */

/** One running Hearth: PostgreSQL, Kafka and the services of a data folder, kept alive until it is stopped. */
export class System {
  #options;
  #progress;
  #lock;
  #engines = [];
  #services = [];
  #state;
  #savingAgain;
  #stopping;
  #migrating = new AbortController();

  /** @param {SystemOptions} options @param {import('../progress.mjs').Progress} progress */
  constructor(options, progress) {
    const { images } = options;
    const program = images ? (app, name) => imageProgramOf(images, app, name) : programOf;
    this.#options = {
      services: servicesOf(options.mode, options.replicas, storagesOf(options.data, options.storages)),
      program,
      ...options,
    };
    this.#progress = progress;
  }

  /**
   * Starts everything and waits until all of it is ready.
   * @returns {Promise<{ url: string, sshUrl?: string, root?: { username: string, password: string } }>} `root` is there when the
   *   administrator was made just now
   * @throws {Failure} after stopping again what had been started
   */
  async start() {
    const { data } = this.#options;
    if (this.#options.program === programOf) await ensureBundles(this.#progress);
    // What this process and its children write from here on is for this user only.
    process.umask(0o077);
    createDataFolder(data, this.#options.databaseUrl ? undefined : checkPostgresPlace(data));
    this.#lock = await this.#takeLock();
    try {
      await this.#recover();
      rememberObjects(data, process.env.HEARTH_OBJECTS);
      rememberStorages(data, this.#options.storages);
      await withLock(data.keysLock, 'up', async () => ensureSecrets(data));
      ensureDatabasePasswords(data);
      const around = await this.#surroundings();
      await this.#startEngines(around);
      await this.#migrate(around);
      await this.#startServices(around);
      const root = await this.#ensureRoot();
      this.#state.ready = true;
      this.#saveState();
      return { url: this.#state.url, sshUrl: this.#state.sshUrl, root };
    } catch (error) {
      // Not stop(): that may have ended before the last of this was started.
      await this.#stopInOrder();
      throw error;
    }
  }

  /** Stops everything: the processes for users' requests, the other services, then Kafka and PostgreSQL. With `graceMs` 0 it kills. May be called at any time. */
  stop(graceMs) {
    this.#migrating.abort();
    if (graceMs === 0) for (const child of [...this.#services, ...this.#engines]) void child.stop(0);
    this.#stopping ??= this.#stopInOrder();
    return this.#stopping;
  }

  async #stopInOrder() {
    // What can write nothing more finishes nothing either, and PostgreSQL would try its last checkpoint for ever.
    const limitMs = this.#lock && isUnwritable(this.#options.data.folder) ? UNWRITABLE_STOP_LIMIT_MS : undefined;
    // The services behind the edge are needed until it has answered what it began.
    for (const edge of [true, false]) {
      const services = this.#services.filter((service) => service.edge === edge);
      await Promise.all(services.map((service) => service.stop(limitMs)));
    }
    await Promise.all(this.#engines.map((engine) => engine.stop(limitMs)));
    clearTimeout(this.#savingAgain);
    if (!this.#lock) return;
    removeState(this.#options.data);
    this.#lock.release();
  }

  async #takeLock() {
    const { data } = this.#options;
    const lock = await tryLock(data.lock, 'up');
    if (!lock.holder) return lock;
    const { purpose, pid } = lock.holder;
    throw new Failure(
      `The data folder ${data.folder} is in use by ./hearth ${purpose} (process ${pid}): wait until that has ended.`,
    );
  }

  async #recover() {
    const { data } = this.#options;
    const orphans = orphansOf(readState(data));
    if (orphans.length === 0) return;
    this.#note(`stopping what an earlier Hearth left running: ${orphans.map(({ name }) => name).join(', ')}`);
    await stopOrphans(orphans);
  }

  async #surroundings() {
    const { data, mode, host, port, sshPort, services, program, images, databaseUrl, brokers } = this.#options;
    const url = `http://${publicName(host)}:${port}`;
    this.#state = {
      mode,
      url,
      host,
      port,
      ...(sshPort !== undefined && { sshPort, sshUrl: `ssh://git@${publicName(host)}:${sshPort}` }),
      data: data.folder,
      ready: false,
      ownLogins: true,
      stopLimitMs: systemStopLimit([serviceStopLimit(process.env)]),
      supervisor: identify(process.pid),
      processes: [],
    };
    this.#saveState();
    await requireFree(port, host);
    if (sshPort !== undefined) await requireFree(sshPort, host, '--ssh-port (off for no SSH)');
    const ownKafka = mode === 'split' && !brokers;
    const names = [...(databaseUrl ? [] : ['postgres']), ...(ownKafka ? ['kafka', 'kafka.controller'] : [])];
    const ports = await assignPorts(data.ports, [...names, ...portNamesOf(services)]);
    return {
      data,
      mode,
      host,
      port,
      sshPort,
      services,
      program,
      images: images && { folder: images, environment: await deployedEnvironments() },
      ports,
      databaseUrl: databaseUrl ?? postgresUrl(data, ports.postgres),
      brokers: mode === 'split' ? (brokers ?? `127.0.0.1:${ports.kafka}`) : undefined,
    };
  }

  async #startEngines({ data, ports, services }) {
    const specs = [];
    if (ports.postgres) {
      const connections = connectionsNeeded(services);
      const settings = connections ? { max_connections: String(connections) } : {};
      specs.push(postgresSpec({ data, port: ports.postgres, settings }));
    }
    if (ports.kafka) {
      specs.push(
        kafkaSpec({ data, port: ports.kafka, controllerPort: ports['kafka.controller'], ...this.#options.kafka }),
      );
    }
    this.#engines = specs.map((spec) => this.#supervise(spec));
    if (specs.length === 0) return;
    const label = `Starting ${ports.postgres ? 'PostgreSQL' : ''}${specs.length > 1 ? ' and ' : ''}${ports.kafka ? 'Kafka' : ''}`;
    await this.#step(label, () => this.#startAll(this.#engines));
  }

  async #migrate(around) {
    await this.#step('Migrating the database', () => migrateIfNeeded(around, this.#migrating.signal));
  }

  async #startServices(around) {
    this.#services = around.services.map((service) => this.#supervise(serviceSpec(service, around)));
    await this.#step('Starting the services', () => this.#startAll(this.#services));
  }

  async #startAll(children) {
    await Promise.all(children.map((child) => child.start()));
  }

  async #ensureRoot() {
    const { data, rootPassword } = this.#options;
    const identity = this.#services.find(answersFor('identity'));
    const password = rootPassword ?? randomBytes(15).toString('base64url');
    const { internalPort: port, authority } = identity;
    const call = { data, port, authority, name: 'identity.ensure-root', input: { password } };
    const { created, username } = await this.#step('Making the administrator', () => operatorCall(call));
    return created ? { username, password } : undefined;
  }

  async #step(label, work) {
    if (this.#stopping) throw new Failure('Hearth was stopped while it started.');
    return this.#progress.step(label, work);
  }

  #supervise(spec) {
    const observer = { changed: () => this.#saveState(), note: (text) => this.#note(text) };
    return new SupervisedProcess(spec, observer, this.#options.patience);
  }

  #note(text) {
    appendLine(this.#options.data.log('supervisor'), text);
    this.#progress.note(text);
  }

  /** Writes down what runs now; on a full disk as soon as there is space again. */
  #saveState() {
    clearTimeout(this.#savingAgain);
    const children = [...this.#engines, ...this.#services];
    this.#state.expected = children.length;
    this.#state.processes = children.map((child) => child.record).filter(Boolean);
    try {
      writeState(this.#options.data, this.#state);
    } catch (error) {
      if (!sentenceOf(error)) throw error;
      this.#savingAgain = setTimeout(() => this.#saveState(), SAVE_AGAIN_MS).unref();
    }
  }
}

/** Loaded when it is wanted: it needs packages from npm, which this command installs. */
async function deployedEnvironments() {
  const { deployedEnvironment } = await import('../../deployment/deployed.mjs');
  return deployedEnvironment;
}

/** The name to reach an address by: a listener on every address is reached on this machine. */
function publicName(host) {
  return host === '0.0.0.0' || host === '::' ? 'localhost' : bracketed(host);
}
