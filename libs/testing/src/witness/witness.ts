import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AddChore, AppendBacklog, AppendSteps, type Backlog, type ChoreData, type Step } from './contracts.js';
import { freePort } from './free-port.js';
import { WitnessCalls } from './witness-calls.js';
import { WitnessDatabase, schemaOf } from './witness-database.js';
import { WitnessProcess } from './witness-process.js';
import type { z } from 'zod';

const MIGRATE = fileURLToPath(new URL('./migrate.js', import.meta.url));
const PATIENCE_MS = 60_000;

const PUBLISHERS: readonly WitnessService[] = ['projects', 'repository'];

/** Who publishes (`projects`), and who reacts to it: see the services beside this file. */
export type WitnessService = 'projects' | 'repository' | 'merge-requests' | 'ci';

export interface WitnessOptions {
  /** URL of the PostgreSQL server, for a user who may make databases and roles. */
  readonly databaseUrl: string;
  /** Kafka's, host:port, separated by commas. */
  readonly brokers: string;
  /** Folder of the keys of a Hearth: `<data>/secrets`. */
  readonly secrets: string;
  /** Folder for the logs of the processes. */
  readonly logs: string;
  /** One process for each; a service that stands there twice has two replicas. */
  readonly processes: readonly WitnessService[];
}

/**
 * Sample services made of the platform's libs, in processes of their own with a database and a topic prefix of their own. They write
 * down each effect, so that a suite can kill what it likes and then look whether everything happened once and in order.
 */
export class Witness {
  private constructor(
    readonly database: WitnessDatabase,
    readonly processes: readonly WitnessProcess[],
    private readonly calls: WitnessCalls,
    private readonly kafka: { readonly brokers: string; readonly topics: readonly string[] },
  ) {}

  /** Starts all processes and waits until they are ready. */
  static async start(options: WitnessOptions): Promise<Witness> {
    const database = await WitnessDatabase.create(options.databaseUrl);
    const prefix = `witness-${randomBytes(4).toString('hex')}`;
    const environment = environmentOf(options, database.url, prefix);
    await migrate(environment);
    const processes = await processesOf(options, environment);
    const calls = await WitnessCalls.open(options.secrets);
    const topics = PUBLISHERS.map((service) => `${prefix}.${service}`);
    const witness = new Witness(database, processes, calls, { brokers: options.brokers, topics });
    for (const each of processes) each.start();
    try {
      await witness.ready();
    } catch (error) {
      await witness.stop();
      throw error;
    }
    return witness;
  }

  /** The process of that name: the service with the number of its replica, from 1. */
  process(name: string): WitnessProcess {
    const found = this.processes.find((each) => each.name === name);
    if (!found) throw new Error(`the witness has no process ${name}`);
    return found;
  }

  /** Waits until every process may get traffic. */
  async ready(): Promise<void> {
    await Promise.all(this.processes.map((each) => each.ready()));
  }

  /**
   * Publishes steps in one transaction. Repeated until it is acknowledged, which is harmless.
   * @returns the publisher's clock after the commit: milliseconds since 1970 with fractions
   */
  append(steps: readonly Step[], timeoutMs = PATIENCE_MS): Promise<{ committedAt: number }> {
    return this.calls.insist(this.addressesOf('projects'), AppendSteps, { steps: [...steps] }, timeoutMs);
  }

  /**
   * Publishes the steps of many new keys, all in one transaction; made once.
   * @returns the publisher's clock after the commit: milliseconds since 1970 with fractions
   * @throws when it is not acknowledged
   */
  appendBacklog(backlog: Backlog): Promise<{ committedAt: number }> {
    return this.calls.call(this.addressesOf('projects')[0]!, AppendBacklog, backlog);
  }

  /** Leaves work for the workers of `ci`; made once. @throws when it is not acknowledged */
  async addChore(chore: z.input<typeof ChoreData>): Promise<void> {
    await this.calls.call(this.addressesOf('ci')[0]!, AddChore, chore);
  }

  /** Takes away what makes a service's handler fail with the events of a key. */
  async cure(service: WitnessService, key: number): Promise<void> {
    await this.database.query(`insert into ${schemaOf(service)}.cures (key) values ($1) on conflict do nothing`, [key]);
  }

  /** Whether Kafka serves the witness' topics now. */
  async brokerServes(): Promise<boolean> {
    // Only who asks loads what it takes: most tests that use this lib need no Kafka.
    const { brokerServes } = await import('./broker.js');
    return brokerServes(this.kafka.brokers, this.kafka.topics);
  }

  /** How processes ended that nobody killed, as `name: how`. */
  get deaths(): string[] {
    return this.processes.flatMap(({ name, deaths }) => deaths.map((how) => `${name}: ${how}`));
  }

  /** Stops every process and drops the database. Returns how each ended, by name. */
  async stop(): Promise<Record<string, number | NodeJS.Signals | null>> {
    const ends = await Promise.all(this.processes.map(async (each) => [each.name, await each.stop()] as const));
    await this.calls.close();
    await this.database.drop();
    return Object.fromEntries(ends);
  }

  private addressesOf(service: WitnessService): string[] {
    const addresses = this.processes.filter((each) => each.service === service).map(({ internal }) => internal);
    if (addresses.length === 0) throw new Error(`the witness has no ${service}`);
    return addresses;
  }
}

function environmentOf({ brokers, secrets }: WitnessOptions, databaseUrl: string, prefix: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    KAFKA_BROKERS: brokers,
    HEARTH_TOPIC_PREFIX: prefix,
    // The server's hundred connections are enough for one system; this one stands beside it.
    HEARTH_DATABASE_POOL: '4',
    // They ask nothing of each other.
    HEARTH_SERVICES: '{}',
    HEARTH_VERIFY_KEYS: path.join(secrets, 'verify-keys.json'),
  };
}

async function migrate(environment: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)(process.execPath, [MIGRATE], { env: environment, timeout: PATIENCE_MS });
}

async function processesOf(options: WitnessOptions, environment: NodeJS.ProcessEnv): Promise<WitnessProcess[]> {
  const taken = new Set<number>();
  const replicas = new Map<string, number>();
  const processes: WitnessProcess[] = [];
  for (const service of options.processes) {
    const number = (replicas.get(service) ?? 0) + 1;
    replicas.set(service, number);
    const [routed, internal] = [await freePort(taken), await freePort(taken)];
    taken.add(routed).add(internal);
    const name = `${service}-${number}`;
    processes.push(
      new WitnessProcess({
        name,
        service,
        internalPort: internal,
        log: path.join(options.logs, `witness-${name}.log`),
        environment: {
          ...environment,
          HEARTH_ROUTED: `127.0.0.1:${routed}`,
          HEARTH_INTERNAL: `127.0.0.1:${internal}`,
          HEARTH_SIGNING_KEY: path.join(options.secrets, 'signing', `${service}.json`),
        },
      }),
    );
  }
  return processes;
}
