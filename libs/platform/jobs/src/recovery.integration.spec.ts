import { once } from 'node:events';
import { until } from '@hearth/data/testing';
import { SampleSystem } from './testing/sample-system.js';

describe('jobs of processes that end', () => {
  let system: SampleSystem;

  beforeAll(async () => {
    system = await SampleSystem.make();
  }, 60_000);
  afterEach(() => system.reset(), 60_000);
  afterAll(() => system?.database.drop(), 30_000);

  /** Process ids of the sessions in which services listen for jobs. */
  const sessions = async () => {
    const rows = await system.database.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'hearth-ci-jobs' and datname = current_database()`,
    );
    return rows.map(({ pid }) => pid);
  };
  const attempts = async (name: string) => (await system.runs(name)).map(({ attempt }) => attempt);

  it('run again soon after their process was killed, when it is back', async () => {
    const app = await system.open();
    await system.add(app, 'killed', 'kill-once');
    const victim = await system.worker();
    await once(victim, 'exit');
    await system.worker();
    const started = Date.now();
    expect((await system.ran('killed', 2)).map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(Date.now() - started).toBeLessThan(15_000);
  }, 60_000);

  it('run again within 15 seconds in another process that was there before', async () => {
    const app = await system.open();
    const victim = await system.worker();
    await system.add(app, 'taken-over', 'hang');
    await system.ran('taken-over');
    await system.openWorking();
    const killedAt = Date.now();
    await system.kill(victim);
    const [first, second] = await system.ran('taken-over', 2, 15_000);
    expect(Date.now() - killedAt).toBeLessThan(15_000);
    expect(second?.process).not.toBe(first?.process);
  }, 60_000);

  it('run again within 15 seconds however often they have failed before', async () => {
    const app = await system.open();
    await system.add(app, 'often-failed', 'hang');
    // Otherwise it would wait for more than four minutes before its next attempt.
    await system.database.query(`update ci_jobs.job set retry_count = 9, retry_limit = 20`);
    const victim = await system.worker();
    await system.ran('often-failed');
    await system.openWorking();
    await system.kill(victim);
    await system.ran('often-failed', 2, 15_000);
  }, 60_000);

  it('are dead letters when they kill their process each time', async () => {
    const app = await system.open();
    await system.add(app, 'killer', 'kill-always');
    for (let attempt = 1; attempt <= 2; attempt++) {
      const victim = await system.worker();
      await once(victim, 'exit');
    }
    await system.worker();
    const [letter] = await until('it is given up', async () => {
      const letters = await app.dead.list();
      return letters.length > 0 && letters;
    });
    expect(letter).toMatchObject({ queue: 'work', data: { name: 'killer' }, attempts: 2 });
    expect(letter?.error.message).toMatch(/is dead|heartbeat/);
    expect(await attempts('killer')).toEqual([1, 2]);
    expect(await system.unfinished()).toBe(0);
  }, 60_000);

  it('are taken from a process that lives without working, which learns of it and changes nothing any more', async () => {
    const app = await system.open();
    const frozen = await system.worker();
    await system.add(app, 'frozen', 'hang');
    await system.ran('frozen');
    frozen.kill('SIGSTOP');
    const other = await system.openWorking();
    const [, second] = await system.ran('frozen', 2, 30_000);
    expect(second).toMatchObject({ attempt: 2, process: process.pid });
    frozen.kill('SIGCONT');
    const [first] = await until('the first run was told', async () => {
      const runs = await system.runs('frozen');
      return runs[0]?.ended !== null && runs;
    });
    expect(first?.ended).toBe('another process has the job');
    // The first run succeeds now; the job still belongs to the second run.
    await system.openWorking().then((third) => third.stop(1_000));
    expect(await attempts('frozen')).toEqual([1, 2]);
    const [row] = await system.database.query(`select state, retry_count from ci_jobs.job where name = 'work'`);
    expect(row).toEqual({ state: 'active', retry_count: 1 });
    await other.stop(1_000);
  }, 90_000);

  it('are told that they are lost when another process has them', async () => {
    const app = await system.openWorking();
    await system.add(app, 'cut-off', 'hang');
    await system.ran('cut-off');
    await system.openWorking();
    // Done by another process that misses the heartbeats.
    await system.database.query(`update ci_jobs.job set state = 'retry', start_after = now()`);
    const runs = await until('the first run was told', async () => {
      const rows = await system.runs('cut-off');
      return rows[0]?.ended !== null && rows.length === 2 && rows;
    });
    expect(runs.map(({ attempt, ended }) => ({ attempt, ended }))).toEqual([
      { attempt: 1, ended: 'another process has the job' },
      { attempt: 2, ended: null },
    ]);
  }, 60_000);

  it('go on, and are taken by no other process, when every connection is cut for a moment', async () => {
    const app = await system.openWorking();
    await system.add(app, 'slow', 'slow');
    await system.ran('slow');
    await system.openWorking();
    const before = await until('both services listen', async () => {
      const pids = await sessions();
      return pids.length === 2 && pids;
    });
    await system.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await until('both listen again', async () => {
      const pids = await sessions();
      return pids.length === 2 && pids.every((pid) => !before.includes(pid));
    });
    await system.database.query(`insert into ci.cures values ('slow')`);
    await system.allDone();
    expect(await attempts('slow')).toEqual([1]);
    await system.add(app, 'afterwards');
    await system.ran('afterwards');
  }, 60_000);

  it.each(['hang', 'deaf'] as const)(
    'are given back when it stops, at once, and uncounted (%s)',
    async (mood) => {
      const app = await system.openWorking();
      await system.add(app, 'interrupted', mood);
      await system.ran('interrupted');
      await system.worker();
      const stoppedAt = Date.now();
      await app.stop(2_000);
      expect(Date.now() - stoppedAt).toBeLessThan(10_000);
      const [first, second] = await system.ran('interrupted', 2);
      expect(first).toMatchObject({ attempt: 1, process: process.pid, ended: 'the process stops' });
      expect(second).toMatchObject({ attempt: 1 });
      expect(second?.process).not.toBe(process.pid);
    },
    60_000,
  );

  it('end by themselves when they can, while no new ones are taken', async () => {
    const app = await system.openWorking();
    await system.add(app, 'slow', 'slow');
    await system.ran('slow');
    const stopped = app.stop(10_000);
    await system.add(app, 'late');
    await system.database.query(`insert into ci.cures values ('slow')`);
    await stopped;
    expect(await attempts('slow')).toEqual([1]);
    expect(await system.runs('late')).toEqual([]);
    expect(await system.unfinished()).toBe(1);
  }, 60_000);
});
