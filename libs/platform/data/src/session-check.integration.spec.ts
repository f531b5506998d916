import { randomBytes } from 'node:crypto';
import { ConfigurationError } from '@hearth/config';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source.js';
import type { ServiceSchema } from './service-schema.js';
import { loginUrl } from './settings.js';
import { checkSession } from './session-check.js';
import { TestDatabase } from './testing.js';

const schema: ServiceSchema = { service: 'projects', entities: [], migrations: [], jobs: false };

describe('checkSession', () => {
  const login = `pooled_${randomBytes(4).toString('hex')}`;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await TestDatabase.make([schema]);
    await database.query(`create role ${login} login password '${login}' in role hearth_projects`);
  });

  afterAll(async () => {
    await database.query(`drop role ${login}`);
    await database.drop();
  });

  async function check(url: string): Promise<void> {
    const source = await new DataSource(dataSourceOptions(schema, url, 1)).initialize();
    try {
      await checkSession(source, schema);
    } finally {
      await source.destroy();
    }
  }

  /** The URL's own start-up options replace the service's, as if a pooler had dropped those. */
  function pooled(): string {
    const url = new URL(database.url);
    url.username = login;
    url.password = login;
    url.searchParams.set('options', '-c jit=off');
    return url.href;
  }

  it('accepts sessions that start with the options of the service', async () => {
    await check(loginUrl(database.url, 'projects'));
  });

  it('refuses those of a superuser, in one sentence without the URL', async () => {
    const checking = check(database.url);
    await expect(checking).rejects.toThrow(ConfigurationError);
    await expect(checking).rejects.toThrow(/^The login of projects in the database is a superuser: [^\n]*\.$/);
  });

  it('refuses sessions that lost them, in one sentence without the URL', async () => {
    const checking = check(pooled());
    await expect(checking).rejects.toThrow(ConfigurationError);
    await expect(checking).rejects.toThrow(
      /^DATABASE_URL leads to sessions that do not act as the role hearth_projects/,
    );
    await expect(checking).rejects.not.toThrow(login);
  });

  it('accepts them where they are defaults of the user', async () => {
    await database.query(`alter role ${login} set role = hearth_projects`);
    await expect(check(pooled())).rejects.toThrow(ConfigurationError);
    await database.query(`alter role ${login} set search_path = projects`);
    await check(pooled());
  });
});
