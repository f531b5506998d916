import { createHash, randomBytes } from 'node:crypto';
import { SERVICE_NAMES } from '@hearth/contract-kit';
import pg from 'pg';
import { createLogins, migrate } from '../migrating/migrate.js';
import type { ServiceSchema } from '../service-schema.js';
import { until } from './until.js';

/**
 * Completes a template after its tables were created: job queues, or rows.
 * @param query runs a statement as the server's user
 */
export type Preparation = (url: string, query: (statement: string) => Promise<unknown>) => Promise<void>;

interface Template {
  readonly schemas: readonly ServiceSchema[];
  readonly prepare: Preparation;
  readonly name: Promise<string>;
}

/** One advisory lock of the server: roles are global, and two processes that create one at the same time fail. */
const ROLES_LOCK = 4_817_263_092;
/** Prefix of the databases of one run of specs, which drops them when it ends (tools/jest.mjs). */
const RUN = process.env['HEARTH_TEST_RUN'] ?? 'alone';

const nothing: Preparation = () => Promise.resolve();
const templates: Template[] = [];

/** A database for one spec, on the server of HEARTH_TEST_DATABASE_URL. */
export class TestDatabase {
  private constructor(
    readonly url: string,
    private readonly name: string,
    private readonly client: pg.Client,
  ) {}

  /**
   * Creates a database with the schemas of some services and sets DATABASE_URL and DATABASE_PASSWORDS to it: services log in as in
   * production, each as itself. It is a copy: this process migrates and prepares a template once for the same schemas and the same `prepare`.
   * Its files are copied, which takes half the time of writing them to the log first.
   * @throws when HEARTH_TEST_DATABASE_URL is not set
   */
  static async make(schemas: readonly ServiceSchema[], prepare: Preparation = nothing): Promise<TestDatabase> {
    process.env['DATABASE_PASSWORDS'] = passwords();
    const template = await templateOf(schemas, prepare);
    const name = newName();
    await asAdmin((admin) => admin.query(`create database ${name} template ${template} strategy file_copy`));
    const url = urlOf(name);
    process.env['DATABASE_URL'] = url;
    // One connection, not a pool: an idle pooled one would fail without an error handler when the database is dropped.
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new TestDatabase(url, name, client);
  }

  /** Environment variables with which a process uses the database. */
  get environment(): { DATABASE_URL: string; DATABASE_PASSWORDS: string } {
    return { DATABASE_URL: this.url, DATABASE_PASSWORDS: passwords() };
  }

  /** Runs a statement as the server's user; tables are named with their schema. */
  async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.client.query<R>(text, values)).rows;
  }

  /** Returns the number of statements in this database that wait for locks. */
  async lockWaits(): Promise<number> {
    const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await this.query(text)).length;
  }

  /** Measures the transactions per second of all other clients of the database. */
  async transactionsPerSecond(seconds: number): Promise<number> {
    const count = async () => {
      const [row] = await this.query<{ count: string }>(
        'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
      );
      return Number(row?.count);
    };
    const before = await count();
    const ends = performance.now() + seconds * 1_000;
    await until('the time measured over has passed', () => Promise.resolve(performance.now() >= ends));
    return ((await count()) - before - 1) / seconds;
  }

  async drop(): Promise<void> {
    await this.client.end();
    await asAdmin((admin) => admin.query(`drop database ${this.name} with (force)`));
  }
}

function templateOf(schemas: readonly ServiceSchema[], prepare: Preparation): Promise<string> {
  const known = templates.find(
    (each) =>
      each.prepare === prepare &&
      each.schemas.length === schemas.length &&
      each.schemas.every((schema, index) => schema === schemas[index]),
  );
  if (known) return known.name;
  const name = makeTemplate(schemas, prepare);
  templates.push({ schemas, prepare, name });
  return name;
}

async function makeTemplate(schemas: readonly ServiceSchema[], prepare: Preparation): Promise<string> {
  const name = newName();
  await asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [ROLES_LOCK]);
    await admin.query(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C'`);
    const url = urlOf(name);
    const afterTables = () => withClient(url, (client) => prepare(url, (statement) => client.query(statement)));
    await createLogins(url, schemas);
    for (const schema of schemas)
      await migrate(
        url,
        schema,
        () => Promise.resolve(),
        () => undefined,
      );
    await afterTables();
  });
  return name;
}

/**
 * Returns the passwords of the services' logins. Logins belong to the server, so all processes that test on it need the same ones. They are derived
 * from the server's own password and cannot be guessed without it.
 */
function passwords(): string {
  const { password } = new URL(serverUrl());
  const passwordOf = (service: string) => createHash('sha256').update(`${service}:${password}`).digest('base64url');
  return JSON.stringify(Object.fromEntries(SERVICE_NAMES.map((service) => [service, passwordOf(service)])));
}

function newName(): string {
  return `hearth_test_${RUN}_${randomBytes(6).toString('hex')}`;
}

function urlOf(database: string): string {
  const address = new URL(serverUrl());
  address.pathname = `/${database}`;
  return address.href;
}

function asAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  return withClient(serverUrl(), work);
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function serverUrl(): string {
  const url = process.env['HEARTH_TEST_DATABASE_URL'];
  if (!url) throw new Error('HEARTH_TEST_DATABASE_URL is not set: run ./hearth test integration PATTERN');
  return url;
}
