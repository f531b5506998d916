import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@hearth/data/testing';
import { AddChore, AppendBacklog, AppendSteps, type Backlog, type ChoreData, type Step } from './contracts.js';
import { KAFKA_SIGN_IN, kafkaPasswordIn } from './kafka-login.js';
import { kafkaServes } from './kafka-serves.js';
import { WitnessCalls } from './witness-calls.js';
import { WitnessDatabase, schemaOf } from './witness-database.js';
import { WitnessProcess } from './witness-process.js';
import type { z } from 'zod';

const MIGRATE = fileURLToPath(new URL('./migrate.js', import.meta.url));
const TIMEOUT_MS = 60_000;

const PUBLISHERS: readonly WitnessService[] = ['projects', 'repository'];

/** The publisher (`projects`) and the services that handle its events: see the services beside this file. */
export type WitnessService = 'projects' | 'repository' | 'merge-requests' | 'ci';

export interface WitnessOptions {
  /** URL of the PostgreSQL server, for a user who may create databases and roles. */
  readonly databaseUrl: string;
  /** Kafka's brokers: host:port, separated by commas. */
  readonly brokers: string;
  /** Folder of the keys of a Hearth: `<data>/secrets`. */
  readonly secrets: string;
  /** Folder for the logs of the processes. */
  readonly logs: string;
  /** One process for each; a service that is listed twice has two replicas. */
  readonly processes: readonly WitnessService[];
}

/**
 * Sample services built on the platform's libs, in child processes with a database and a topic prefix of their own. They record each
 * effect, so that a suite can kill anything and then check that everything happened once and in order.
 */
export class Witness {
  private constructor(
    readonly database: WitnessDatabase,
    readonly processes: readonly WitnessProcess[],
    private readonly calls: WitnessCalls,
    private readonly kafka: { readonly brokers: string; readonly secrets: string; readonly topics: readonly string[] },
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
    const witness = new Witness(database, processes, calls, { ...options, topics });
    for (const each of processes) each.start();
    try {
      await witness.ready();
    } catch (error) {
      await witness.stop();
      throw error;
    }
    return witness;
  }

  /** Returns the process with that name: the service with the number of its replica, from 1. */
  process(name: string): WitnessProcess {
    const found = this.processes.find((each) => each.name === name);
    if (!found) throw new Error(`the witness has no process ${name}`);
    return found;
  }

  /** Waits until every process is ready. */
  async ready(): Promise<void> {
    await Promise.all(this.processes.map((each) => each.ready()));
  }

  /**
   * Publishes steps in one transaction. Retried until it is acknowledged, which is harmless.
   * @returns the publisher's clock after the commit: milliseconds since 1970 with fractions
   */
  append(steps: readonly Step[], timeoutMs = TIMEOUT_MS): Promise<{ committedAt: number }> {
    return this.calls.insist(this.addressesOf('projects'), AppendSteps, { steps: [...steps] }, timeoutMs);
  }

  /**
   * Publishes the steps of many new keys, all in one transaction; sent once.
   * @returns the publisher's clock after the commit: milliseconds since 1970 with fractions
   * @throws when it is not acknowledged
   */
  appendBacklog(backlog: Backlog): Promise<{ committedAt: number }> {
    return this.calls.call(this.addressesOf('projects')[0]!, AppendBacklog, backlog);
  }

  /**
   * Adds a job for the workers of `ci`; sent once.
   * @throws when it is not acknowledged
   */
  async addChore(chore: z.input<typeof ChoreData>): Promise<void> {
    await this.calls.call(this.addressesOf('ci')[0]!, AddChore, chore);
  }

  /** Removes the cause of a handler's failures for the events of a key. */
  async cure(service: WitnessService, key: number): Promise<void> {
    await this.database.query(`insert into ${schemaOf(service)}.cures (key) values ($1) on conflict do nothing`, [key]);
  }

  /** Returns true when Kafka serves the witness' topics now. */
  brokerServes(): Promise<boolean> {
    return kafkaServes(this.kafka, this.kafka.topics);
  }

  /** Exits that the suite did not cause, as `name: how`. */
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
    // The logins of the system under test: they belong to the server.
    DATABASE_PASSWORDS_FOLDER: path.join(secrets, 'database'),
    KAFKA_BROKERS: brokers,
    ...KAFKA_SIGN_IN,
    KAFKA_SASL_PASSWORD_FILE: kafkaPasswordIn(secrets),
    HEARTH_TOPIC_PREFIX: prefix,
    // Shares the server's hundred connections with the system under test.
    HEARTH_DATABASE_POOL: '5',
    // They make no calls to each other.
    HEARTH_SERVICES: '{}',
    HEARTH_VERIFY_KEYS: path.join(secrets, 'verify-keys.json'),
  };
}

async function migrate(environment: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)(process.execPath, [MIGRATE], { env: environment, timeout: TIMEOUT_MS });
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
