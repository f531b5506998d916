import { SwallowingProxy, TestDatabase, until } from '@hearth/data/testing';
import { schema } from '../testing/sample-app.js';
import { INSTANCE_LOCK } from './held-jobs.js';
import { InstanceSession } from './instance-session.js';

const CHECK_MS = 200;

describe('the session of an instance', () => {
  const { DATABASE_DIRECT_URL } = process.env;
  let database: TestDatabase;
  let session: InstanceSession;

  beforeAll(async () => {
    database = await TestDatabase.make([schema]);
  }, 60_000);
  beforeEach(() => {
    session = new InstanceSession('ci', CHECK_MS);
  });
  afterEach(async () => {
    await session.close();
    if (DATABASE_DIRECT_URL === undefined) delete process.env['DATABASE_DIRECT_URL'];
    else process.env['DATABASE_DIRECT_URL'] = DATABASE_DIRECT_URL;
  }, 30_000);
  afterAll(() => database?.drop(), 30_000);

  /** Process ids of the sessions that the server has, and whether each has its lock. */
  const sessions = () =>
    database.query<{ pid: number; locked: boolean }>(
      `select a.pid, exists (select from pg_locks l where l.pid = a.pid and l.classid = $1 and l.granted) as locked
       from pg_stat_activity a where a.application_name = 'hearth-ci-jobs' and a.datname = current_database()`,
      [INSTANCE_LOCK],
    );

  it('is one, however often it is opened', async () => {
    await Promise.all([session.open(), session.open()]);
    expect(await sessions()).toMatchObject([{ locked: true }]);
  }, 30_000);

  it('is not left behind when it is closed while it is opened', async () => {
    const opened = session.open();
    opened.catch(() => undefined);
    await session.close();
    await opened.catch(() => undefined);
    await until('the server has none', async () => (await sessions()).length === 0, 15_000);
  }, 30_000);

  it('is opened again, and hears again, when its connection is dead without anybody having said so', async () => {
    const address = new URL(database.url);
    const proxy = await SwallowingProxy.start(0, Number(address.port || 5432), address.hostname);
    address.host = `127.0.0.1:${proxy.port}`;
    process.env['DATABASE_DIRECT_URL'] = address.href;
    const heard: string[] = [];
    try {
      await session.open();
      await session.listen(
        'new-jobs',
        (payload) => heard.push(payload),
        () => heard.push('reconnected'),
      );
      const [before] = await sessions();
      proxy.swallow();
      // What the server does once it has noticed: until then the old session has the lock.
      await database.query('select pg_terminate_backend($1)', [before?.pid]);
      await until('it is opened again', () => Promise.resolve(heard.includes('reconnected')), 30_000);
      expect(await sessions()).toMatchObject([{ locked: true }]);
      await database.query(`notify "new-jobs", 'work'`);
      await until('it hears', () => Promise.resolve(heard.includes('work')), 10_000);
    } finally {
      await session.close();
      await proxy.stop();
    }
  }, 60_000);
});
