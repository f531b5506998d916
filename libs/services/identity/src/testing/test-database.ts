import { randomBytes } from 'node:crypto';
import { migrate } from '@hearth/data';
import { migrateJobs } from '@hearth/jobs';
import pg from 'pg';
import { IdentityModule } from '../identity.module.js';

/** A database of its own for one spec file, on the server of HEARTH_TEST_DATABASE_URL. */
export class TestDatabase {
  private constructor(
    readonly url: string,
    private readonly name: string,
    private readonly client: pg.Client,
  ) {}

  /** @throws when HEARTH_TEST_DATABASE_URL is not set */
  static async make(): Promise<TestDatabase> {
    const name = `hearth_identity_${randomBytes(6).toString('hex')}`;
    await asAdmin(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`);
    const url = new URL(serverUrl());
    url.pathname = `/${name}`;
    const { schema, jobs } = IdentityModule;
    const queues = () => migrateJobs(url.href, schema.service, jobs);
    await migrate(url.href, [schema], queues, () => undefined);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    return new TestDatabase(url.href, name, client);
  }

  /** Runs a statement as the server's user; tables are named with their schema. */
  async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.client.query<R>(text, values)).rows;
  }

  async drop(): Promise<void> {
    await this.client.end();
    await asAdmin(`drop database ${this.name} with (force)`);
  }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function serverUrl(): string {
  const url = process.env['HEARTH_TEST_DATABASE_URL'];
  if (!url) throw new Error('HEARTH_TEST_DATABASE_URL is not set: give a postgres:// URL that may create databases');
  return url;
}
