import { randomBytes } from 'node:crypto';
import { DataModule, Database, migrate } from '@hearth/data';
import { Test, type TestingModule } from '@nestjs/testing';
import pg from 'pg';
import { schema } from '../schema.js';

/** A database of its own for one spec file, on the server of HEARTH_TEST_DATABASE_URL, with this service's tables. */
export class TestDatabase {
  private constructor(
    private readonly name: string,
    private readonly connected: TestingModule,
  ) {}

  /**
   * Makes the database; DATABASE_URL names it from then on.
   * @param queues makes the job queues, where a spec needs them
   * @throws when HEARTH_TEST_DATABASE_URL is not set
   */
  static async make(queues: (url: string) => Promise<void> = () => Promise.resolve()): Promise<TestDatabase> {
    const name = `hearth_repository_${randomBytes(6).toString('hex')}`;
    await asAdmin(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`);
    const url = new URL(serverUrl());
    url.pathname = `/${name}`;
    process.env['DATABASE_URL'] = url.href;
    await migrate(
      url.href,
      [schema],
      () => queues(url.href),
      () => undefined,
    );
    return new TestDatabase(
      name,
      await Test.createTestingModule({ imports: [DataModule.forService(schema)] }).compile(),
    );
  }

  /** The database as the service sees it. */
  get db(): Database {
    return this.connected.get(Database, { strict: false });
  }

  async drop(): Promise<void> {
    await this.connected.close();
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
