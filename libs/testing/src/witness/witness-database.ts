import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A handler's effect, as stored in the table. */
export interface Effect {
  /** `<service>/<handler>`. */
  readonly handler: string;
  readonly key: number;
  readonly step: number;
  readonly attempt: number;
  /** Process id of the handler. */
  readonly process: number;
  /** Clock of the publisher before its commit, and of the handler after its effect: milliseconds since 1970 with fractions. */
  readonly appendedAt: number;
  readonly handledAt: number;
}

/** The services that have handlers, and their handlers. */
export const HANDLERS = {
  repository: ['first', 'second'],
  'merge-requests': ['fragile'],
  ci: ['third'],
} as const;

/** The witness' own database on a server, and queries of its tables. */
export class WitnessDatabase {
  private constructor(
    private readonly server: string,
    private readonly name: string,
    private readonly pool: pg.Pool,
  ) {}

  /** @param server URL of the server, for a user who may create databases and roles */
  static async create(server: string): Promise<WitnessDatabase> {
    const name = `witness_${randomBytes(4).toString('hex')}`;
    await run(server, `create database ${name} template template0 encoding 'UTF8' lc_collate 'C'`);
    const pool = new pg.Pool({ connectionString: urlOf(server, name), max: 3, connectionTimeoutMillis: 2_000 });
    // The server is killed on purpose; the next statement opens another connection.
    pool.on('error', () => undefined);
    return new WitnessDatabase(server, name, pool);
  }

  get url(): string {
    return urlOf(this.server, this.name);
  }

  /** Runs a statement as the server's user; tables are named with their schema. */
  async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.pool.query<R>(text, values)).rows;
  }

  /** Lists the effects of one handler in the order in which they happened. */
  async effects(service: keyof typeof HANDLERS, handler: string): Promise<Effect[]> {
    const rows = await this.query<Record<string, string>>(
      `select handler, key, step, attempt, process, appended_at, handled_at
       from ${schemaOf(service)}.effects where handler = $1 order by id`,
      [handler],
    );
    return rows.map((row) => ({
      handler: `${service}/${handler}`,
      key: Number(row['key']),
      step: Number(row['step']),
      attempt: Number(row['attempt']),
      process: Number(row['process']),
      appendedAt: Number(row['appended_at']),
      handledAt: Number(row['handled_at']),
    }));
  }

  /** Counts the effects of a handler for the events of some keys. */
  async count(service: keyof typeof HANDLERS, handler: string, keys: readonly number[]): Promise<number> {
    const text = `select count(*)::int as count from ${schemaOf(service)}.effects where handler = $1 and key = any($2)`;
    const [row] = await this.query<{ count: number }>(text, [handler, keys]);
    return row?.count ?? 0;
  }

  async drop(): Promise<void> {
    await this.pool.end();
    await run(this.server, `drop database ${this.name} with (force)`);
  }
}

/** Returns the schema of a service. */
export function schemaOf(service: string): string {
  return service.replaceAll('-', '_');
}

function urlOf(server: string, name: string): string {
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
