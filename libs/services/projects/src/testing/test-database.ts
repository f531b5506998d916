import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '@hearth/data';
import { ProjectsModule } from '../projects.module.js';

/** A database of its own for one spec file, on the server of HEARTH_TEST_DATABASE_URL, with the tables of projects. */
export class TestDatabase {
  private constructor(
    private readonly server: string,
    private readonly name: string,
    readonly url: string,
    private readonly client: pg.Client,
  ) {}

  static async make(): Promise<TestDatabase> {
    const server = process.env['HEARTH_TEST_DATABASE_URL'];
    if (!server)
      throw new Error('HEARTH_TEST_DATABASE_URL is not set: the URL of a server where databases may be made');
    const name = `hearth_projects_${randomBytes(6).toString('hex')}`;
    await asAdmin(server, `create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    await migrate(
      url.href,
      [ProjectsModule.schema],
      () => Promise.resolve(),
      () => undefined,
    );
    const client = new pg.Client({ connectionString: url.href, options: '-c search_path=projects' });
    await client.connect();
    return new TestDatabase(server, name, url.href, client);
  }

  /** Runs a statement as the server's user, in the schema of projects. */
  async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.client.query<R>(text, values)).rows;
  }

  async drop(): Promise<void> {
    await this.client.end();
    await asAdmin(this.server, `drop database ${this.name} with (force)`);
  }
}

async function asAdmin(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
