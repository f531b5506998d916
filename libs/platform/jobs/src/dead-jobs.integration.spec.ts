import { until } from '@hearth/data/testing';
import type { DeadJob } from './dead-jobs.js';
import { Refresh, type SampleApp } from './testing/sample-app.js';
import { SampleSystem } from './testing/sample-system.js';

describe('dead letters of jobs', () => {
  let system: SampleSystem;

  beforeAll(async () => {
    system = await SampleSystem.make();
  }, 60_000);
  afterEach(() => system.reset(), 60_000);
  afterAll(() => system?.database.drop(), 30_000);

  const cure = (name: string) => system.database.query('insert into ci.cures values ($1)', [name]);
  const letters = (app: SampleApp, count: number) =>
    until(`${count} jobs are given up`, async () => {
      const dead = await app.dead.list();
      return dead.length === count && dead;
    });

  it('keeps a job when its attempts are used up, and runs it again once after the cure', async () => {
    const app = await system.openWorking();
    await system.add(app, 'sick', 'sick');
    const [letter] = await letters(app, 1);
    expect(letter).toMatchObject({
      queue: 'work',
      data: { name: 'sick' },
      attempts: 2,
      error: { message: 'sick  of it', stack: expect.stringContaining('sample-app') as string },
    });
    expect((await system.runs('sick')).map(({ attempt }) => attempt)).toEqual([1, 2]);
    await cure('sick');
    expect(await app.dead.replay()).toBe(1);
    expect((await system.ran('sick', 3)).map(({ attempt }) => attempt)).toEqual([1, 2, 1]);
    await system.allDone();
    expect(await app.dead.list()).toEqual([]);
    expect(await system.runs('sick')).toHaveLength(3);
  }, 30_000);

  it('lists piece by piece and replays the ones that are named', async () => {
    const app = await system.openWorking();
    const names = ['a', 'b', 'c', 'd', 'e'];
    // In one transaction, so that they have the same age.
    for (const name of names) await system.add(app, name, 'sick');
    await letters(app, 5);
    await system.database.query(
      `update ci_jobs.job set created_on = '2026-01-01 12:00:00.123456' where name = 'dead-letters'`,
    );
    const read: DeadJob[] = [];
    for (let page = await app.dead.list({ limit: 2 }); page.length > 0;) {
      read.push(...page);
      page = await app.dead.list({ limit: 2, after: page.at(-1)?.cursor });
    }
    const nameOf = ({ data }: DeadJob) => (data as { name: string }).name;
    expect(read.map(nameOf).sort()).toEqual(names);
    for (const name of names) await cure(name);
    const chosen = read.filter((letter) => ['b', 'd'].includes(nameOf(letter))).map(({ id }) => id);
    expect(await app.dead.replay([...chosen, crypto.randomUUID()])).toBe(2);
    await system.ran('b', 3);
    await system.ran('d', 3);
    await system.allDone();
    expect((await app.dead.list()).map(nameOf).sort()).toEqual(['a', 'c', 'e']);
    expect(await app.dead.replay(chosen)).toBe(0);
  }, 60_000);

  it('replays each letter once when two replay at the same time', async () => {
    const app = await system.openWorking();
    for (let index = 0; index < 6; index++) await system.add(app, 'twice', 'sick');
    await letters(app, 6);
    await cure('twice');
    const counts = await Promise.all([app.dead.replay(), app.dead.replay(), app.dead.replay()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(6);
    await system.ran('twice', 18);
    await system.allDone();
    expect(await system.runs('twice')).toHaveLength(18);
  }, 30_000);

  it('keeps the letter of a queue that is no more, and puts a unique one to the one that waits', async () => {
    const app = await system.open();
    await app.add((jobs, tx) => jobs.add(tx, Refresh, { name: 'fresh' }, { singletonKey: 'same' }));
    await system.database.query(
      `insert into ci_jobs.job (name, data, source_name, singleton_key, keep_until)
       values ('dead-letters', '{"data": {"name": "stale"}}', 'refresh', 'same', 'infinity'),
              ('dead-letters', '{"data": {}}', 'gone', null, 'infinity')`,
    );
    expect(await app.dead.replay()).toBe(1);
    expect((await app.dead.list()).map(({ queue }) => queue)).toEqual(['gone']);
    await app.work();
    await system.ran('fresh');
    await system.allDone();
    expect(await system.runs('stale')).toEqual([]);
  }, 30_000);

  it('is kept longer than any wait lasts', async () => {
    const app = await system.openWorking();
    await system.add(app, 'kept', 'sick');
    await letters(app, 1);
    const [row] = await system.database.query<{ years: number }>(
      `select extract(year from age(keep_until, now()))::int as years from ci_jobs.job where name = 'dead-letters'`,
    );
    expect(row?.years).toBeGreaterThan(40);
  }, 30_000);
});
