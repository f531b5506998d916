import { Controller, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DataModule } from '@hearth/data';
import { LocalEvents } from './bindings.js';
import { MessagingModule } from './messaging.module.js';
import { On } from './on.js';
import { EventServer } from './event-server.js';
import { ServiceMessaging } from './service-messaging.js';
import { SampleCallsModule, StepDone, projectsSchema } from './testing/sample-events.js';
import { TestDatabase, until } from '@hearth/data/testing';
import { RetentionCleanup } from './retention-cleanup.js';

@Controller()
class OnStep {
  @On(StepDone)
  handle(): Promise<void> {
    return Promise.resolve();
  }
}

describe('messaging of a service', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await TestDatabase.make([projectsSchema]);
  }, 30_000);
  afterAll(() => database?.drop(), 30_000);

  const makeApp = async (imports: Type[] = [], events = true) => {
    @Module({
      imports: [
        DataModule.forService(projectsSchema),
        MessagingModule.forService('projects'),
        SampleCallsModule,
        ...(events ? [LocalEvents] : []),
        ...imports,
      ],
    })
    class AppModule {}
    const app = await NestFactory.create(AppModule, new FastifyAdapter(), { logger: false, abortOnError: false });
    return app.init();
  };

  it('removes old rows and keeps the others', async () => {
    const app = await makeApp();
    const messaging = app.get(ServiceMessaging, { strict: false });
    await database.query(`
      insert into projects.outbox (topic, type, key, data, published_at)
      select 'projects', 'projects.step-done', n::text, '{}', case when n <= 1500 then timestamptz '2026-01-01' when n = 1501 then timestamptz '2026-01-10' end
      from generate_series(1, 1502) n`);
    await database.query(`
      insert into projects.inbox (event_id, handler, state, handled_at) values
        (gen_random_uuid(), 'old', 'done', '2026-01-01'), (gen_random_uuid(), 'new', 'done', '2026-01-20'),
        (gen_random_uuid(), 'open', 'open', null)`);
    await database.query(`
      insert into projects.dead_letters (event_id, topic, type, key, data, event_time, error, attempts, at, replayed_at)
      select gen_random_uuid(), 'projects', 'projects.step-done', n::text, '{}', at, 'x', 4, at, case when n <> 2 then at end
      from (values (1, timestamptz '2026-01-01'), (2, '2026-01-01'), (3, '2026-01-10')) as letter (n, at)`);
    const trimming = new RetentionCleanup([messaging], () => new Date('2026-01-10T12:00:00Z'));
    expect(await trimming.trim(messaging)).toBe(1500);
    expect(await database.query('select key from projects.outbox order by id')).toEqual([
      { key: '1501' },
      { key: '1502' },
    ]);
    expect(await new RetentionCleanup([messaging], () => new Date('2026-01-23T00:00:00Z')).trim(messaging)).toBe(2);
    expect(await database.query('select handler from projects.inbox order by handler')).toEqual([
      { handler: 'new' },
      { handler: 'open' },
    ]);
    expect(await new RetentionCleanup([messaging], () => new Date('2026-04-05T00:00:00Z')).trim(messaging)).toBe(2);
    // Replayed long ago: deleted. Open: kept, however old.
    expect(await database.query('select key from projects.dead_letters order by id')).toEqual([
      { key: '2' },
      { key: '3' },
    ]);
    await app.close();
  }, 30_000);

  it.each([
    ['outbox', 'published_at < now()', 'published_at', 'outbox_published'],
    ['inbox', 'handled_at < now()', 'handled_at', 'inbox_handled'],
    ['dead_letters', 'replayed_at < now()', 'replayed_at', 'dead_letters_replayed'],
  ])('finds old rows of %s by an index', async (table, condition, order, index) => {
    // The tables are small here: these settings show the plan of a large one.
    await database.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off');
    const plan = await database.query<{ 'QUERY PLAN': string }>(
      `explain select from projects.${table} where ${condition} order by ${order} limit 1000 for update skip locked`,
    );
    await database.query('reset all');
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain(`Index Scan using ${index}`);
    expect(text).not.toContain('Sort');
  });

  it('costs the database next to nothing while nothing happens', async () => {
    const app = await makeApp();
    const messaging = app.get(EventServer);
    app.connectMicroservice({ strategy: messaging });
    await app.startAllMicroservices();
    await until('the relay is connected', () => Promise.resolve(messaging.ready() && messaging.healthy()));
    // One look a second would be more.
    await until('it is quiet', async () => (await database.transactionsPerSecond(5)) < 1);
    await app.close();
  }, 60_000);

  it('does not start when a reaction belongs to no service', async () => {
    @Module({ controllers: [OnStep] })
    class Elsewhere {}
    await expect(makeApp([Elsewhere])).rejects.toThrow(/dependencies of the InboxInterceptor \(\?/);
  }, 30_000);

  it('does not start when no events are bound', async () => {
    await expect(makeApp([], false)).rejects.toThrow(/EventServer/);
  }, 30_000);
});
