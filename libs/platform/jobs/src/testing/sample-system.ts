import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { TestDatabase, until } from '@hearth/data/testing';
import { migrateJobs } from '../migrate-jobs.js';
import { SampleApp, Work, sampleJobs, schema, storages, type Mood, type SampleOptions } from './sample-app.js';

const program = fileURLToPath(new URL('./sample-process.js', import.meta.url));

const queues = (url: string) => migrateJobs(url, 'ci', sampleJobs, storages);

export interface SampleRun {
  attempt: number;
  process: number;
  at: Date;
  correlation: string | null;
  actor: number | null;
  causation: string | null;
  /** The abort reason of its signal; null when the signal was not aborted. */
  ended: string | null;
}

/** A database with the sample service, in this process and in others. */
export class SampleSystem {
  private readonly apps: SampleApp[] = [];
  private readonly children: ChildProcess[] = [];

  private constructor(readonly database: TestDatabase) {}

  static async make(): Promise<SampleSystem> {
    return new SampleSystem(await TestDatabase.make([schema], queues));
  }

  /** Opens the service in this process; it works no jobs until it is started. */
  async open(options: SampleOptions = {}): Promise<SampleApp> {
    const app = await SampleApp.open(options);
    this.apps.push(app);
    return app;
  }

  /** Opens the service in this process and starts it. */
  async openWorking(options: SampleOptions = {}): Promise<SampleApp> {
    const app = await this.open(options);
    const running = await app.work();
    await until('the workers are ready', () => Promise.resolve(running.ready()));
    return app;
  }

  /** Starts a worker process. */
  async worker(options: SampleOptions = {}): Promise<ChildProcess> {
    const child = fork(program, [JSON.stringify(options)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.children.push(child);
    await once(child, 'message');
    return child;
  }

  async kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  add(app: SampleApp, name: string, mood: Mood = 'good'): Promise<void> {
    return app.add((jobs, tx) => jobs.add(tx, Work, { name, mood }));
  }

  runs(name: string): Promise<SampleRun[]> {
    return this.database.query<SampleRun>('select * from ci.runs where name = $1 order by id', [name]);
  }

  /** Waits until a job has run `count` times. */
  ran(name: string, count = 1, ms?: number): Promise<SampleRun[]> {
    return until(
      `${name} ran ${count} times`,
      async () => {
        const rows = await this.runs(name);
        return rows.length >= count && rows;
      },
      ms,
    );
  }

  /** Counts the jobs that wait or run, without dead letters. */
  async unfinished(): Promise<number> {
    const [row] = await this.database.query<{ count: string }>(
      `select count(*) from ci_jobs.job where state < 'completed' and name <> 'dead-letters'`,
    );
    return Number(row?.count);
  }

  async allDone(): Promise<void> {
    await until('all is done', async () => (await this.unfinished()) === 0);
  }

  /** Ends every process and deletes every job. */
  async reset(): Promise<void> {
    await Promise.all(this.children.splice(0).map((child) => this.kill(child)));
    await Promise.all(this.apps.splice(0).map((app) => app.stop(1_000)));
    await this.database.query('delete from ci_jobs.job');
    await this.database.query('truncate ci_jobs.ticks, ci_jobs.schedule, ci.runs, ci.cures');
    await this.database.query('update ci_jobs.version set cron_on = null');
  }
}
