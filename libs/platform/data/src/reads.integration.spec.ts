import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataModule } from './data.module.js';
import { Database } from './database.js';
import type { Db, Planning } from './db.js';
import { sqlState } from './errors.js';
import type { ServiceSchema } from './service-schema.js';
import { TestDatabase, until } from './testing.js';

const schema: ServiceSchema = { service: 'projects', entities: [], migrations: [], jobs: false };
const WHERE = `select pg_backend_pid() as pid, current_setting('default_transaction_read_only') = 'on' as pipelined`;
const NUMBER = 'select $1::int as number';
const QUOTIENT = 'select 12 / $1::int as quotient';

@Module({ imports: [DataModule.forService(schema)] })
class Projects {}

describe('single reads', () => {
  let server: TestDatabase;
  let app: INestApplicationContext;
  let database: Database;
  let asked = 0;

  beforeAll(async () => {
    server = await TestDatabase.make([schema]);
    await server.query('create table projects.notes (id int primary key)');
    await server.query('grant all on projects.notes to public');
    app = await NestFactory.createApplicationContext(Projects, { logger: false });
    database = app.get(Database, { strict: false });
  }, 30_000);
  beforeEach(() => pipelinesAreThere());
  afterAll(async () => {
    await app?.close();
    await server?.drop();
  }, 30_000);

  /** Uses a new text each time: on a busy machine, one that was slow by chance would not be sent on the pipelines. */
  const where = async () => (await database.prepared<{ pid: number; pipelined: boolean }>(`${WHERE}, ${asked++}`))[0]!;
  const sleep = (seconds: number) => database.prepared<{ pid: number }>(`${WHERE}, pg_sleep($1)`, [seconds]);
  /** Sent at the same time, they go to both. */
  const pipelines = async () =>
    new Set((await Promise.all([where(), where()])).filter(({ pipelined }) => pipelined).map(({ pid }) => pid));
  const pipelinesAreThere = () => until('both are connected', async () => (await pipelines()).size === 2);
  const since = (begun: number) => performance.now() - begun;

  it('share two connections, and each gets its own answer', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const answers = await Promise.all(numbers.map((number) => database.prepared(NUMBER, [number])));
    expect(answers).toEqual(numbers.map((number) => [{ number }]));
    expect((await pipelines()).size).toBe(2);
  });

  it('are planned once where they ask for it, and no others on the same connection', async () => {
    const text = `select current_setting('plan_cache_mode') as mode`;
    const mode = async (db: Db, planning: Planning) =>
      (await db.prepared<{ mode: string }>(text, [], planning))[0]!.mode;
    const asked: Planning[] = ['once', 'auto', 'once', 'auto', 'once', 'auto'];
    const modes = { once: 'force_generic_plan', auto: 'auto' };
    expect(await Promise.all(asked.map((planning) => mode(database, planning)))).toEqual(asked.map((of) => modes[of]));
    const inside = await database.tx(async (tx) => [
      await mode(tx, 'auto'),
      await mode(tx, 'once'),
      await mode(tx, 'auto'),
    ]);
    expect(inside).toEqual(['auto', 'force_generic_plan', 'force_generic_plan']);
    expect(await database.tx((tx) => mode(tx, 'once'))).toBe('force_generic_plan');
    expect(await database.tx((tx) => mode(tx, 'auto'))).toBe('auto');
  });

  it('read arrays, times, bytes and nothing as they are', async () => {
    const time = new Date('2018-01-15T12:00:00.123Z');
    const [row] = await database.prepared(
      `select $1::int[] as ids, $2::timestamptz as time, $3::bytea as bytes, $4::text as nothing, 7::bigint as id`,
      [[1, 2], time, Buffer.from([0, 255]), null],
    );
    expect(row).toEqual({ ids: [1, 2], time, bytes: Buffer.from([0, 255]), nothing: null, id: 7 });
    expect(await database.prepared('select 1 where false')).toEqual([]);
  });

  it('fail alone', async () => {
    const divisors = [3, 0, 4, 0, 6];
    const answers = await Promise.allSettled(divisors.map((divisor) => database.prepared(QUOTIENT, [divisor])));
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : sqlState(answer.reason)))).toEqual([
      [{ quotient: 4 }],
      '22012',
      [{ quotient: 3 }],
      '22012',
      [{ quotient: 2 }],
    ]);
  });

  it('report an invalid text to every sender', async () => {
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => database.prepared('select nothing from nowhere')));
    expect(answers.map((answer) => answer.status === 'rejected' && sqlState(answer.reason))).toEqual(
      answers.map(() => '42P01'),
    );
    expect(await database.prepared(NUMBER, [1])).toEqual([{ number: 1 }]);
  });

  it('are sent again when their connection is lost', async () => {
    const lost = await pipelines();
    const answers = Promise.all([0.3, 0.3, 0, 0, 0, 0].map((seconds) => sleep(seconds)));
    await server.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [[...lost]]);
    for (const [row] of await answers) expect(lost).not.toContain(row!.pid);
    await pipelinesAreThere();
    for (const pid of await pipelines()) expect(lost).not.toContain(pid);
  });

  it('are not held up by a slow one for longer than the rule says', async () => {
    const slow = [sleep(1.5), sleep(1.5)];
    const begun = performance.now();
    // Queued behind an unknown slow statement until that is cancelled.
    await Promise.all([where(), where()]);
    expect(since(begun)).toBeLessThan(1_200);
    for (const [answer] of await Promise.all(slow)) expect(answer).toMatchObject({ pipelined: false });
    // Now it is known as slow, and delays no other statement.
    const known = sleep(1.5);
    const again = performance.now();
    expect((await Promise.all([where(), where(), where()])).every(({ pipelined }) => pipelined)).toBe(true);
    expect(since(again)).toBeLessThan(400);
    expect((await known)[0]).toMatchObject({ pipelined: false });
  }, 30_000);

  it('leave a connection alone that is busy', async () => {
    const slow = database.prepared(`${WHERE}, pg_sleep(0.4) as once`);
    const running = `select from pg_stat_activity where state = 'active' and query like '% as once' and query_start < now() - interval '20 ms'`;
    await until('it is carried out', async () => (await server.query(running)).length > 0);
    const begun = performance.now();
    const others = await Promise.all(Array.from({ length: 20 }, where));
    expect(since(begun)).toBeLessThan(300);
    const [{ pid }] = (await slow) as [{ pid: number }];
    expect(others.map((other) => other.pid)).not.toContain(pid);
  });

  it('are told from writes, which have the pool', async () => {
    const [written] = await database.prepared(
      `with noted as (insert into notes values (1) returning id) select id, current_setting('default_transaction_read_only') as "readOnly" from noted`,
    );
    expect(written).toEqual({ id: 1, readOnly: 'off' });
  });

  it('write nothing: what turns out to be a write is carried out once, through the pool', async () => {
    await server.query(`create function projects.note(int) returns int language sql as
      'insert into projects.notes values ($1) returning id'`);
    expect(await database.prepared('select note($1)', [2])).toEqual([{ note: 2 }]);
    expect(await database.prepared('select count(*)::int from notes where id = 2')).toEqual([{ count: 1 }]);
  });

  it('notice that a statement has other columns now', async () => {
    const all = () => database.prepared('select * from notes where id = 1');
    await Promise.all([all(), all()]);
    await server.query('alter table projects.notes add column text text');
    expect(await all()).toEqual([{ id: 1, text: null }]);
    expect(await Promise.all([all(), all()])).toEqual([[{ id: 1, text: null }], [{ id: 1, text: null }]]);
  });

  it('keep a bounded number of statements prepared', async () => {
    await database.tx(async (tx) => {
      for (let each = 0; each < 250; each++)
        expect(await tx.prepared(`select ${each} as "${each}"`)).toEqual([{ [each]: each }]);
      const [held] = await tx.query<{ count: number }>('select count(*)::int from pg_prepared_statements');
      expect(held!.count).toBe(200);
      expect(await tx.prepared('select 0 as "0"')).toEqual([{ 0: 0 }]);
    });
  });

  it('are answered before the process ends', async () => {
    const other = await NestFactory.createApplicationContext(Projects, { logger: false });
    const theirs = other.get(Database, { strict: false });
    const ask = () => theirs.prepared<{ pipelined: boolean }>(`${WHERE}, pg_sleep(0.2)`);
    const isPipelined = async () =>
      (await theirs.prepared<{ pipelined: boolean }>(`${WHERE}, ${asked++}`))[0]!.pipelined;
    await until('both are connected', async () => (await Promise.all([isPipelined(), isPipelined()])).every(Boolean));
    const answers = [ask(), ask(), ask()];
    await other.close();
    for (const [answer] of await Promise.all(answers)) expect(answer).toMatchObject({ pipelined: true });
  });
});
