import { Sweep, Work } from '../testing/sample-app.js';
import { SampleSystem } from '../testing/sample-system.js';

/**
 * A schedule of one tick per minute is always due, so the first run comes with the start. The next one is triggered by setting the stored
 * tick back by a minute, instead of waiting for it.
 */
describe('schedules', () => {
  let system: SampleSystem;

  beforeAll(async () => {
    system = await SampleSystem.make();
  }, 60_000);
  afterEach(() => system.reset(), 60_000);
  afterAll(() => system?.database.drop(), 30_000);

  const query = (text: string) => system.database.query<Record<string, unknown>>(text);
  /** Ticks with more than one run; a retry is not counted. */
  const twice = () =>
    query(
      `select j.name, date_trunc('minute', j.created_on) as tick from ci.runs r join ci_jobs.job j on j.id = r.job
       where r.attempt = 1 group by 1, 2 having count(*) > 1`,
    );

  const aMinuteLater = async () => {
    await query(`update ci_jobs.ticks set tick = tick - interval '1 minute'`);
    await query(
      `update ci_jobs.job set created_on = created_on - interval '1 minute', singleton_on = singleton_on - interval '1 minute'
       where state > 'active'`,
    );
    await query(`update ci_jobs.version set cron_on = cron_on - interval '1 minute'`);
  };

  /** The minute of the spec's first call: another one may begin while the spec runs. */
  let minute: unknown;
  beforeEach(() => {
    minute = undefined;
  });

  /** Does what pg-boss does for a tick, since pg-boss does not run here. */
  const addByClock = async (...minutesAgo: number[]) => {
    minute ??= (await query(`select date_trunc('minute', now())::text as minute`))[0]!['minute'];
    await query(`update ci_jobs.version set cron_on = now() + interval '1 hour'`);
    await query(
      `insert into ci_jobs.job (name, data, created_on, start_after, keep_until, retry_limit, deletion_seconds)
       select 'sweep', '{"data": {}, "scheduled": true}', '${String(minute)}'::timestamptz - ago * interval '1 minute' + interval '2 seconds',
         now(), 'infinity', 3, 3600
       from unnest(array[${minutesAgo.join()}]) ago`,
    );
  };
  const sweeps = async () => (await system.runs('sweep')).map(({ attempt }) => attempt);

  it('run a job once for each tick, and once for each storage, with three processes', async () => {
    await system.worker({ scheduled: true, own: ['storage-1'] });
    await Promise.all([
      system.worker({ scheduled: true, own: ['storage-2'] }),
      system.worker({ scheduled: true, own: ['storage-1', 'storage-2'] }),
    ]);
    await system.ran('sweep', 1);
    await system.ran('storage-sweep', 1);
    await system.allDone();
    await aMinuteLater();
    // Each process looks every half a minute; a new one looks at once.
    await system.worker({ scheduled: true });
    await system.ran('sweep', 2);
    await system.ran('storage-sweep', 3);
    await system.allDone();
    expect(await twice()).toEqual([]);
    const queues = await query(`select queue from ci_jobs.ticks order by queue`);
    expect(queues).toEqual([
      { queue: 'storage-sweep/storage-1' },
      { queue: 'storage-sweep/storage-2' },
      { queue: 'sweep' },
    ]);
  }, 120_000);

  it('run a tick once when it is handed on twice', async () => {
    await addByClock(10);
    const app = await system.openWorking({ scheduled: true });
    await system.allDone();
    expect(await sweeps()).toEqual([1]);
    await addByClock(10);
    await app.add((jobs, tx) => jobs.add(tx, Work, { name: 'after', mood: 'good' }));
    await system.allDone();
    expect(await sweeps()).toEqual([1]);
    await addByClock(9);
    expect(await system.ran('sweep', 2)).toHaveLength(2);
  }, 60_000);

  it('run once for all ticks that were missed while no process worked', async () => {
    await addByClock(10, 9, 8);
    await system.openWorking({ scheduled: true });
    await system.allDone();
    expect(await sweeps()).toEqual([1]);
    const [row] = await query(
      `select tick = '${String(minute)}'::timestamptz - interval '8 minutes' as latest from ci_jobs.ticks`,
    );
    expect(row).toEqual({ latest: true });
  }, 60_000);

  it('are tried again after a failure, and run on demand at any time', async () => {
    await query(`insert into ci.cures values ('fail-once')`);
    await addByClock(5);
    const app = await system.openWorking({ scheduled: true });
    expect((await system.ran('sweep', 2)).map(({ attempt }) => attempt)).toEqual([1, 2]);
    await query('truncate ci.cures');
    await app.add((jobs, tx) => jobs.add(tx, Sweep, {}));
    await system.ran('sweep', 3);
    await query(
      `insert into ci_jobs.job (name, data, source_name, keep_until)
       values ('dead-letters', '{"data": {}, "scheduled": true}', 'sweep', 'infinity')`,
    );
    // A later tick was claimed, but the replay is on demand.
    await query(`update ci_jobs.ticks set tick = now() + interval '1 hour'`);
    expect(await app.dead.replay()).toBe(1);
    await system.ran('sweep', 4);
  }, 60_000);

  it('stay while any version of the code knows them, and are forgotten some time after', async () => {
    const names = async () => (await query(`select name from ci_jobs.schedule order by name`)).map(({ name }) => name);
    const all = ['storage-sweep/storage-1', 'storage-sweep/storage-2', 'sweep'];
    const knowing = await system.openWorking({ scheduled: true });
    const later = await system.openWorking();
    expect(await names()).toEqual(all);
    await knowing.stop(1_000);
    await later.stop(1_000);
    await query(`update ci_jobs.schedule set updated_on = now() - interval '11 minutes' where name = 'sweep'`);
    await query(`update ci_jobs.schedule set updated_on = now() - interval '9 minutes' where name <> 'sweep'`);
    await system.openWorking();
    expect(await names()).toEqual(all.slice(0, 2));
    await system.openWorking({ scheduled: true });
    expect(await names()).toEqual(all);
  }, 60_000);
});
