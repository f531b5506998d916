import { NestFactory } from '@nestjs/core';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { DataModule, Database } from '@hearth/data';
import { TestDatabase } from '@hearth/data/testing';
import { StepDone, projectsSchema } from '../testing/sample-events.js';
import { Outbox } from './outbox.js';

@Module({ imports: [DataModule.forService(projectsSchema)] })
class Projects {}

describe('the outbox', () => {
  let server: TestDatabase;
  let app: INestApplicationContext;
  let database: Database;

  beforeAll(async () => {
    server = await TestDatabase.make([projectsSchema]);
    app = await NestFactory.createApplicationContext(Projects, { logger: false });
    database = app.get(Database, { strict: false });
  }, 30_000);
  afterAll(async () => {
    await app?.close();
    await server?.drop();
  }, 30_000);

  it('takes thousands of events in their order with one statement', async () => {
    const outbox = new Outbox('projects');
    const events = Array.from({ length: 4_000 }, (_, index) => ({
      event: StepDone,
      data: { projectId: 1, step: index + 1, mood: 'good' as const },
      context: { correlation: `"{\\${index}}` },
    }));
    const before = database.statementCount;
    await database.tx((tx) => outbox.appendAll(tx, events));
    expect(database.statementCount - before).toBe(1);
    const rows = await server.query<{ step: number; correlation: string; ids: string }>(
      `select (data ->> 'step')::int as step, correlation, count(*) over (partition by event_id) as ids
       from projects.outbox order by id`,
    );
    expect(rows.map(({ step }) => step)).toEqual(events.map(({ data }) => data.step));
    expect(rows.map(({ correlation }) => correlation)).toEqual(events.map(({ context }) => context.correlation));
    expect(rows.every(({ ids }) => Number(ids) === 1)).toBe(true);
  }, 30_000);

  it('appends nothing for nothing', async () => {
    const before = database.statementCount;
    await database.tx((tx) => new Outbox('projects').appendAll(tx, []));
    expect(database.statementCount).toBe(before);
  }, 30_000);
});
