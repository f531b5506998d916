import pg from 'pg';
import { isUnavailable } from './errors.js';
import { endWhenSilent } from './data-source.js';
import { SwallowingProxy } from './testing/swallowing-proxy.js';
import { until } from './testing/until.js';

const SILENT_MS = 300;

describe('a connection to a server that is gone without a word', () => {
  let proxy: SwallowingProxy;
  let url: URL;

  beforeAll(async () => {
    url = new URL(process.env['HEARTH_TEST_DATABASE_URL']!);
    proxy = await SwallowingProxy.start(0, Number(url.port || 5432), url.hostname);
    url.host = `127.0.0.1:${proxy.port}`;
  });
  afterAll(() => proxy?.stop());

  it.each([false, true])(
    'is ended when it does not answer a statement (pipeline: %s), and only then',
    async (pipeline) => {
      const client = new pg.Client({ connectionString: url.href, pipeline } as pg.ClientConfig);
      const errors: Error[] = [];
      client.on('error', (error) => errors.push(error));
      await client.connect();
      const { stream } = (client as unknown as { connection: { stream: NodeJS.EventEmitter } }).connection;
      let idle = 0;
      stream.on('timeout', () => (idle += 1));
      endWhenSilent(client, SILENT_MS);
      await until('it was silent for long', () => Promise.resolve(idle > 0));
      await client.query('select 1');
      expect(errors).toEqual([]);
      proxy.swallow();
      const statements = await Promise.allSettled([client.query('select 2'), client.query('select 3')]);
      const failures = statements.map((statement) => (statement as PromiseRejectedResult).reason as unknown);
      expect(failures.map(isUnavailable)).toEqual([true, true]);
      await until('it is closed', () => Promise.resolve(errors.length > 0));
    },
  );

  it('leaves the pool, with the transaction that waits for it', async () => {
    const onConnect = (client: pg.ClientBase) => endWhenSilent(client, SILENT_MS);
    const pool = new pg.Pool({ connectionString: url.href, max: 1, onConnect });
    pool.on('error', () => undefined);
    const client = await pool.connect();
    client.on('error', () => undefined);
    await client.query('begin');
    proxy.swallow();
    await expect(client.query('commit')).rejects.toThrow(/has not answered/);
    client.release();
    expect((await pool.query('select 4 as answer')).rows).toEqual([{ answer: 4 }]);
    await pool.end();
  });
});
