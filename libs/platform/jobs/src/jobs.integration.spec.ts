import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { migrateJobs } from './migrate-jobs.js';
import { Refresh, SampleApp, StorageWork, Work, sampleJobs, schema, storages } from './testing/sample-app.js';
import { TestDatabase, until } from '@hearth/data/testing';

const program = fileURLToPath(new URL('./testing/sample-process.js', import.meta.url));

describe('jobs', () => {
  let database: TestDatabase;
  const apps: SampleApp[] = [];
  const children: ChildProcess[] = [];

  const open = async (own?: readonly string[]) => {
    const app = await SampleApp.open(own);
    apps.push(app);
    return app;
  };
  const worker = async () => {
    const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    children.push(child);
    await once(child, 'message');
    return child;
  };
  const add = (app: SampleApp, name: string, mood: 'good' | 'sick' | 'hang' | 'kill-once' = 'good') =>
    app.add((jobs, tx) => jobs.add(tx, Work, { name, mood }));
  const runs = (name: string) =>
    database.query<{ attempt: number; process: number }>(
      'select attempt, process from ci.runs where name = $1 order by id',
      [name],
    );
  const ran = (name: string, count = 1, ms?: number) =>
    until(
      `${name} ran ${count} times`,
      async () => {
        const rows = await runs(name);
        return rows.length >= count && rows;
      },
      ms,
    );
  const waiting = async () => {
    const [row] = await database.query<{ count: string }>(`select count(*) from ci_jobs.job where state < 'completed'`);
    return Number(row?.count);
  };
  const kill = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  beforeAll(async () => {
    database = await TestDatabase.make([schema], (url) => migrateJobs(url, 'ci', sampleJobs, storages));
  }, 60_000);
  afterEach(async () => {
    await Promise.all(children.splice(0).map(kill));
    await Promise.all(apps.splice(0).map((app) => app.stop(1_000)));
    await database.query('delete from ci_jobs.job');
  }, 60_000);
  afterAll(() => database?.drop(), 30_000);

  it('runs what was added in a committed transaction, and at once', async () => {
    const app = await open();
    const running = await app.work();
    await until('the workers are ready', () => Promise.resolve(running.ready()));
    await app.add(async (jobs, tx) => {
      for (let index = 0; index < 20; index++) await jobs.add(tx, Work, { name: 'committed', mood: 'good' });
    });
    expect(await ran('committed', 20, 3_000)).toHaveLength(20);
    await until('all is done', async () => (await waiting()) === 0);
  }, 30_000);

  it('never had a job whose transaction was rolled back', async () => {
    const app = await open();
    const failing = app.add(async (jobs, tx) => {
      await jobs.add(tx, Work, { name: 'rolled-back', mood: 'good' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await waiting()).toBe(0);
  }, 30_000);

  it('refuses data, storages and keys that do not fit the job', async () => {
    const app = await open();
    const wrong = { name: 1 } as unknown as { name: string; mood: 'good' };
    await expect(app.add((jobs, tx) => jobs.add(tx, Work, wrong))).rejects.toThrow('expected string');
    await expect(app.add((jobs, tx) => jobs.add(tx, StorageWork, { name: 'x' }))).rejects.toThrow('needs a storage');
    const elsewhere = app.add((jobs, tx) => jobs.add(tx, StorageWork, { name: 'x' }, { storage: 'storage-9' }));
    await expect(elsewhere).rejects.toThrow('does not exist');
    await expect(app.add((jobs, tx) => jobs.add(tx, Refresh, { name: 'x' }))).rejects.toThrow('needs a singletonKey');
  }, 30_000);

  it('works only the queues of its own storages', async () => {
    const first = await open(['storage-1']);
    await first.work();
    await first.add(async (jobs, tx) => {
      await jobs.add(tx, StorageWork, { name: 'on-2' }, { storage: 'storage-2' });
      await jobs.add(tx, StorageWork, { name: 'on-1' }, { storage: 'storage-1' });
      await jobs.add(tx, StorageWork, { name: 'on-1-later' }, { storage: 'storage-1', startAfterSeconds: 2 });
    });
    await ran('on-1');
    await ran('on-1-later');
    expect(await runs('on-2')).toEqual([]);
    const second = await open(['storage-2']);
    await second.work();
    expect(await ran('on-2')).toHaveLength(1);
  }, 30_000);

  it('lets one unique job wait for a key', async () => {
    const app = await open();
    await app.add(async (jobs, tx) => {
      for (const key of ['a', 'a', 'b']) await jobs.add(tx, Refresh, { name: `refresh-${key}` }, { singletonKey: key });
    });
    await app.work();
    await ran('refresh-a');
    await ran('refresh-b');
    await until('all is done', async () => (await waiting()) === 0);
    expect(await runs('refresh-a')).toHaveLength(1);
  }, 30_000);

  it('keeps a job as a dead letter when its attempts are used up, and runs it again after the cure', async () => {
    const app = await open();
    await app.work();
    await add(app, 'sick', 'sick');
    const [letter] = await until('it is given up', async () => {
      const letters = await app.dead.list();
      return letters.length > 0 && letters;
    });
    expect(letter).toMatchObject({ queue: 'work', data: { name: 'sick' }, error: { message: 'sick' } });
    expect((await runs('sick')).map(({ attempt }) => attempt)).toEqual([1, 2]);
    await database.query(`insert into ci.cures values ('sick')`);
    expect(await app.dead.replay()).toBe(1);
    expect((await ran('sick', 3)).map(({ attempt }) => attempt)).toEqual([1, 2, 1]);
    await until('all is done', async () => (await waiting()) === 0);
    expect(await app.dead.list()).toEqual([]);
  }, 30_000);

  it('runs a job again soon after its process was killed, when the process is back', async () => {
    const app = await open();
    await add(app, 'killed', 'kill-once');
    const victim = await worker();
    await once(victim, 'exit');
    const started = Date.now();
    await worker();
    expect((await ran('killed', 2)).map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(Date.now() - started).toBeLessThan(10_000);
  }, 60_000);

  it('runs a job again within 15 seconds in another process that was there before', async () => {
    const app = await open();
    const victim = await worker();
    await add(app, 'taken-over', 'hang');
    await ran('taken-over');
    await worker();
    const killedAt = Date.now();
    await kill(victim);
    const [first, second] = await ran('taken-over', 2, 15_000);
    expect(Date.now() - killedAt).toBeLessThan(15_000);
    expect(second?.process).not.toBe(first?.process);
  }, 60_000);

  it('waits for running jobs when it stops, gives the rest back, and they run again', async () => {
    const app = await open();
    const running = await app.work();
    await add(app, 'interrupted', 'hang');
    await ran('interrupted');
    await running.stop(1_000);
    const next = await open();
    await next.work();
    expect((await ran('interrupted', 2)).map(({ attempt }) => attempt)).toEqual([1, 2]);
  }, 60_000);

  it('can be migrated again', async () => {
    await expect(migrateJobs(database.url, 'ci', sampleJobs, [...storages, 'storage-3'])).resolves.toBeUndefined();
    const app = await open();
    await app.add((jobs, tx) => jobs.add(tx, StorageWork, { name: 'on-3' }, { storage: 'storage-3' }));
    expect(await waiting()).toBe(1);
  }, 30_000);
});
