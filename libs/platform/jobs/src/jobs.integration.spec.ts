import type { LoggerService } from '@nestjs/common';
import { until } from '@hearth/data/testing';
import { currentOrigin, withOrigin } from '@hearth/telemetry';
import { metrics } from './metrics.js';
import { migrateJobs } from './migrate-jobs.js';
import { Refresh, StorageWork, Work, sampleJobs, storages } from './testing/sample-app.js';
import { SampleSystem } from './testing/sample-system.js';

/** Connections of the pool for transactions, by default. */
const CONNECTIONS = 8;

describe('jobs', () => {
  let system: SampleSystem;

  beforeAll(async () => {
    system = await SampleSystem.make();
  }, 60_000);
  afterEach(() => system.reset(), 60_000);
  afterAll(() => system?.database.drop(), 30_000);

  it('runs what was added in a committed transaction, and at once', async () => {
    const app = await system.openWorking();
    await app.add(async (jobs, tx) => {
      for (let index = 0; index < 20; index++) await jobs.add(tx, Work, { name: 'committed', mood: 'good' });
    });
    expect(await system.ran('committed', 20, 3_000)).toHaveLength(20);
    await system.allDone();
  }, 30_000);

  it('never had a job whose transaction was rolled back', async () => {
    const app = await system.open();
    const failing = app.add(async (jobs, tx) => {
      await jobs.add(tx, Work, { name: 'rolled-back', mood: 'good' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await system.unfinished()).toBe(0);
  }, 30_000);

  it('takes no second connection inside a transaction', async () => {
    const app = await system.open();
    let begun = 0;
    const add = () =>
      app.add(async (jobs, tx) => {
        begun += 1;
        await until('each connection of the pool has a transaction', () => Promise.resolve(begun === CONNECTIONS));
        await jobs.add(tx, Refresh, { name: 'together' }, { singletonKey: 'together' });
      });
    await Promise.all(Array.from({ length: CONNECTIONS }, add));
    expect(await system.unfinished()).toBe(1);
  }, 30_000);

  it('refuses data, storages and keys that do not fit the job', async () => {
    const app = await system.open();
    const wrong = { name: 1 } as unknown as { name: string; mood: 'good' };
    await expect(app.add((jobs, tx) => jobs.add(tx, Work, wrong))).rejects.toThrow('expected string');
    await expect(app.add((jobs, tx) => jobs.add(tx, StorageWork, { name: 'x' }))).rejects.toThrow('needs a storage');
    const elsewhere = app.add((jobs, tx) => jobs.add(tx, StorageWork, { name: 'x' }, { storage: 'storage-9' }));
    await expect(elsewhere).rejects.toThrow('does not exist');
    await expect(app.add((jobs, tx) => jobs.add(tx, Refresh, { name: 'x' }))).rejects.toThrow('needs a singletonKey');
  }, 30_000);

  it('moves a job whose work has moved to another storage', async () => {
    const [first] = [
      await system.openWorking({ own: ['storage-1'] }),
      await system.openWorking({ own: ['storage-2'] }),
    ];
    await first.add((jobs, tx) =>
      jobs.add(tx, StorageWork, { name: 'followed', storage: 'storage-2' }, { storage: 'storage-1' }),
    );
    expect(await system.ran('followed')).toHaveLength(1);
    await system.allDone();
  }, 30_000);

  it('works only the queues of its own storages', async () => {
    const first = await system.openWorking({ own: ['storage-1'] });
    await first.add(async (jobs, tx) => {
      await jobs.add(tx, StorageWork, { name: 'on-2' }, { storage: 'storage-2' });
      await jobs.add(tx, StorageWork, { name: 'on-1' }, { storage: 'storage-1' });
      await jobs.add(tx, StorageWork, { name: 'on-1-later' }, { storage: 'storage-1', startAfterSeconds: 2 });
    });
    await system.ran('on-1');
    await system.ran('on-1-later');
    expect(await system.runs('on-2')).toEqual([]);
    await system.openWorking({ own: ['storage-2'] });
    expect(await system.ran('on-2')).toHaveLength(1);
  }, 30_000);

  it('lets one unique job wait for a key', async () => {
    const app = await system.open();
    await app.add(async (jobs, tx) => {
      for (const key of ['a', 'a', 'b']) await jobs.add(tx, Refresh, { name: `refresh-${key}` }, { singletonKey: key });
    });
    await app.work();
    await system.ran('refresh-a');
    await system.ran('refresh-b');
    await system.allDone();
    expect(await system.runs('refresh-a')).toHaveLength(1);
  }, 30_000);

  it('adds several jobs at once, of which one waits for a key', async () => {
    const app = await system.open();
    await app.add(async (jobs, tx) => {
      const entries = ['c', 'c', 'd'].map((key) => ({ data: { name: `many-${key}` }, singletonKey: `many-${key}` }));
      await jobs.addAll(tx, Refresh, entries);
      await jobs.addAll(tx, Refresh, []);
    });
    await app.work();
    await system.ran('many-c');
    await system.ran('many-d');
    await system.allDone();
    expect(await system.runs('many-c')).toHaveLength(1);
  }, 30_000);

  it('runs on behalf of what added it, and says so in its log', async () => {
    const lines: { message: unknown; correlation: string | undefined }[] = [];
    const note = (message: unknown) => void lines.push({ message, correlation: currentOrigin()?.correlation });
    const logger: LoggerService = { log: note, warn: note, error: note };
    const app = await system.openWorking({ logger });
    await withOrigin({ correlation: 'request-7', actor: 42, causation: 'event-9' }, async () => {
      await system.add(app, 'on-behalf');
      await system.add(app, 'failing', 'sick');
    });
    await system.add(app, 'of-itself');
    expect((await system.ran('on-behalf'))[0]).toMatchObject({
      correlation: 'request-7',
      actor: 42,
      causation: 'event-9',
    });
    expect((await system.ran('of-itself'))[0]).toMatchObject({
      correlation: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      actor: null,
    });
    const [letter] = await until('it is given up', async () => {
      const letters = await app.dead.list();
      return letters.length > 0 && letters;
    });
    expect(letter?.correlation).toBe('request-7');
    expect(lines).toContainEqual({ message: 'did on-behalf', correlation: 'request-7' });
    const ends = lines.filter(({ message }) => /^work \S+ has ended: done$/.test(String(message)));
    expect(ends.map(({ correlation }) => correlation)).toContain('request-7');
    const failures = lines.filter(({ message }) => String(message).includes('failed at attempt'));
    expect(failures.map(({ correlation }) => correlation)).toEqual(['request-7', 'request-7']);
  }, 30_000);

  it('costs the database next to nothing while nothing is to be done', async () => {
    await system.openWorking();
    await system.allDone();
    // Polling each of the four queues once a second would be twice as many.
    await until('it is quiet', async () => (await system.database.transactionsPerSecond(5)) < 2);
  }, 60_000);

  it('counts what waits, runs, and was given up', async () => {
    const app = await system.openWorking({ own: ['storage-1'] });
    await system.add(app, 'counted', 'sick');
    await system.add(app, 'counted', 'hang');
    await app.add((jobs, tx) => jobs.add(tx, StorageWork, { name: 'counted' }, { storage: 'storage-2' }));
    const wanted = {
      'work waiting': 0,
      'work running': 1,
      'work failed': 1,
      'work dead': 1,
      'storage-work/storage-2 waiting': 1,
    };
    await until('the gauges say so', async () => {
      const { values } = await metrics.queued.get();
      const counts = new Map(values.map(({ labels, value }) => [`${labels.queue} ${labels.state}`, value]));
      return Object.entries(wanted).every(([name, count]) => counts.get(name) === count);
    });
  }, 60_000);

  it('can be migrated again', async () => {
    const migrated = migrateJobs(system.database.url, 'ci', sampleJobs, [...storages, 'storage-3']);
    await expect(migrated).resolves.toBeUndefined();
    const app = await system.open();
    await app.add((jobs, tx) => jobs.add(tx, StorageWork, { name: 'on-3' }, { storage: 'storage-3' }));
    expect(await system.unfinished()).toBe(1);
  }, 30_000);
});
