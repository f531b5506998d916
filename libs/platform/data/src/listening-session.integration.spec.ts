import { ListeningSession } from './listening-session.js';
import type { ServiceSchema } from './service-schema.js';
import { SwallowingProxy } from './testing/swallowing-proxy.js';
import { TestDatabase } from './testing/test-database.js';
import { until } from './testing/until.js';

const schema: ServiceSchema = { service: 'ci', entities: [], migrations: [], jobs: false };

describe('a listening session', () => {
  const { DATABASE_DIRECT_URL } = process.env;
  let database: TestDatabase;
  let session: ListeningSession | undefined;
  let heard: string[] = [];

  beforeAll(async () => {
    database = await TestDatabase.make([schema]);
  }, 60_000);
  beforeEach(() => {
    heard = [];
  });
  afterEach(async () => {
    await session?.close();
    if (DATABASE_DIRECT_URL === undefined) delete process.env['DATABASE_DIRECT_URL'];
    else process.env['DATABASE_DIRECT_URL'] = DATABASE_DIRECT_URL;
  }, 30_000);
  afterAll(() => database?.drop(), 30_000);

  const open = async () => {
    session = await ListeningSession.open({
      service: 'ci',
      purpose: 'work',
      channel: 'news',
      onNotification: (payload) => void heard.push(payload),
      onLost: () => void heard.push('lost'),
    });
    return session;
  };

  it('acts as its service, hears its channel, and is gone from the server once it is closed', async () => {
    const opened = await open();
    expect(await opened.query('select current_user as role')).toEqual([{ role: 'hearth_ci' }]);
    await database.query(`notify news, 'one'`);
    await until('it hears', () => Promise.resolve(heard.includes('one')));
    await opened.close();
    expect(opened.connected).toBe(false);
    expect(heard).toEqual(['one']);
    await until('the server has none', async () => {
      const rows = await database.query(`select from pg_stat_activity where application_name = 'hearth-ci-work'`);
      return rows.length === 0;
    });
  }, 30_000);

  it('says once that it is lost', async () => {
    const opened = await open();
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hearth-ci-work'`,
    );
    await until('it is lost', () => Promise.resolve(heard.includes('lost')));
    expect(opened.connected).toBe(false);
    await expect(opened.query('select 1')).rejects.toThrow();
    expect(heard).toEqual(['lost']);
  }, 30_000);

  it('fails a statement, and can be closed, when its connection is dead without having been closed', async () => {
    const address = new URL(database.url);
    const proxy = await SwallowingProxy.start(0, Number(address.port || 5432), address.hostname);
    address.host = `127.0.0.1:${proxy.port}`;
    process.env['DATABASE_DIRECT_URL'] = address.href;
    try {
      const opened = await open();
      await opened.query('select 1');
      proxy.swallow();
      await expect(opened.query('select 1')).rejects.toThrow('timeout');
      await opened.close();
    } finally {
      await proxy.stop();
    }
  }, 30_000);
});
