import type { Socket } from 'node:net';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataModule } from './data.module.js';
import { Database } from './database.js';
import type { ServiceSchema } from './service-schema.js';
import { TestDatabase, until } from './testing.js';

const schema: ServiceSchema = { service: 'projects', entities: [], migrations: [], jobs: false };

@Module({ imports: [DataModule.forService(schema)] })
class Projects {}

describe('transactions', () => {
  let server: TestDatabase;
  let app: INestApplicationContext;
  let database: Database;

  beforeAll(async () => {
    server = await TestDatabase.make([schema]);
    const name = new URL(server.url).pathname.slice(1);
    await server.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
    app = await NestFactory.createApplicationContext(Projects, { logger: false });
    database = app.get(Database, { strict: false });
  }, 30_000);
  afterAll(async () => {
    await app?.close();
    await server?.drop();
  }, 30_000);

  it('are READ COMMITTED whatever the server does by default', async () => {
    const [row] = await database.tx((tx) =>
      tx.query<{ level: string }>(`select current_setting('transaction_isolation') as level`),
    );
    expect(row).toEqual({ level: 'read committed' });
  }, 30_000);

  describe('begin with their first statement', () => {
    const XACT = 'select pg_current_xact_id()::text as id';

    it.each(['prepared', 'query'] as const)('%s', async (kind) => {
      const ids = await database.tx(async (tx) => [...(await tx[kind](XACT)), ...(await tx.prepared(XACT))]);
      const other = await database.tx((tx) => tx[kind](XACT));
      expect([ids[0], ids[0]]).toEqual([ids[1], expect.not.objectContaining(other[0]!)]);
    });

    it('also where that fails', async () => {
      const continued = database.tx(async (tx) => {
        await tx.prepared('select 1 / $1::int', [0]).catch(() => undefined);
        return tx.prepared(XACT);
      });
      await expect(continued).rejects.toMatchObject({ code: '25P02' });
      expect(await database.tx((tx) => tx.prepared('select 1 as one'))).toEqual([{ one: 1 }]);
    });

    it('also where a pooler has lost the prepared statements of the connection', async () => {
      const one = 'select 1 as one';
      await database.tx(async (tx) => {
        await tx.prepared(one);
        await tx.query('deallocate all');
      });
      const continued = database.tx(async (tx) => {
        await expect(tx.prepared(one)).rejects.toMatchObject({ code: '26000' });
        return tx.prepared('select 2 as two');
      });
      await expect(continued).rejects.toMatchObject({ code: '25P02' });
    });

    it('and leave no connection behind that cannot roll back', async () => {
      const failed = database.tx(async (tx) => {
        const [row] = await tx.prepared<{ pid: number }>('select pg_backend_pid() as pid');
        await tx.query(`set local idle_in_transaction_session_timeout = '1ms'`);
        await until('the server ends it', async () => {
          const left = await database.prepared('select pid from pg_stat_activity where pid = $1', [row!.pid]);
          return left.length === 0;
        });
        throw new Error('too late');
      });
      await expect(failed).rejects.toThrow('too late');
      expect(await database.tx((tx) => tx.prepared('select 1 as one'))).toEqual([{ one: 1 }]);
    });

    it('and without one not at all', async () => {
      expect(await database.tx(() => Promise.resolve(1))).toBe(1);
    });
  });

  it('are on connections that end when the server falls silent', async () => {
    const client = await database.connection();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    client.release();
    expect(stream.timeout).toBe(40_000);
  });
});
