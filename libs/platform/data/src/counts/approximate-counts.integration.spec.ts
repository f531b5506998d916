import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { approximateCounts } from './approximate-counts.js';
import { DataModule } from '../data.module.js';
import { Database } from '../database.js';
import type { ServiceSchema } from '../service-schema.js';
import { TestDatabase } from '../testing.js';

const schema: ServiceSchema = { service: 'projects', entities: [], migrations: [], jobs: false };

@Module({ imports: [DataModule.forService(schema)] })
class Projects {}

describe('approximate counts', () => {
  let server: TestDatabase;
  let app: INestApplicationContext;
  let database: Database;

  beforeAll(async () => {
    server = await TestDatabase.make([schema]);
    app = await NestFactory.createApplicationContext(Projects, { logger: false });
    database = app.get(Database, { strict: false });
    const few = `case when n % 1000 = 0 then 'few' else 'many' end`;
    await server.query(
      `create table projects.counted as select n as id, ${few} as kind from generate_series(1, 30000) n`,
    );
    await server.query('grant select on projects.counted to public');
    await server.query('analyze projects.counted');
  }, 30_000);
  afterAll(async () => {
    await app?.close();
    await server?.drop();
  }, 30_000);

  it('are exact where there are few rows, and otherwise those of the planner', async () => {
    const of = { all: 'counted', few: `counted where kind = 'few'`, none: 'counted where id = 0' };
    const { all, ...exact } = await approximateCounts(database, of);
    expect(exact).toEqual({ few: 30, none: 0 });
    expect(Math.abs(all - 30_000)).toBeLessThan(3_000);
  });
});
