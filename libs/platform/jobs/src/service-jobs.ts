import { Logger, type INestApplicationContext } from '@nestjs/common';
import type { PgBoss } from 'pg-boss';
import type { ServiceName } from '@hearth/contract-kit';
import type { Database } from '@hearth/data';
import { makeBoss, sharedPool } from './boss.js';
import { queueNames, type JobDefinition } from './job.js';
import { QueueGauges } from './queue-gauges.js';
import { ensureQueues } from './queues.js';
import { Schedules } from './schedules/schedules.js';
import { Ticks } from './schedules/ticks.js';
import { HeldJobs } from './work/held-jobs.js';
import { InstanceSession } from './work/instance-session.js';
import { JobRows } from './work/job-rows.js';
import { QueueWork } from './work/queue-work.js';
import { Recovery } from './work/recovery.js';
import { jobOf, type JobWorker, type JobWorkerClass } from './worker.js';

const RETRY_MS = 1_000;
/** pg-boss has only its own housekeeping to end. */
const BOSS_STOP_MS = 1_000;

/** The jobs of one service in this process. */
export class ServiceJobs {
  readonly boss: PgBoss;
  private readonly logger: Logger;
  private readonly session: InstanceSession;
  private readonly rows: JobRows;
  private readonly ticks: Ticks;
  private readonly recovery: Recovery;
  private readonly schedules: Schedules;
  private readonly gauges: QueueGauges;
  private readonly jobs: readonly JobDefinition[];
  private works: readonly QueueWork[] = [];
  private started = false;
  private stopping = false;
  private beginning: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;

  /**
   * @param storages the storages that this process owns
   * @throws when a job is divided by storage and this process owns none
   */
  constructor(
    readonly service: ServiceName,
    database: Database,
    private readonly workers: readonly JobWorkerClass[],
    private readonly storages: readonly string[],
  ) {
    this.logger = new Logger(`Jobs ${service}`);
    this.jobs = workers.map(jobOf);
    const divided = this.jobs.find(({ perStorage }) => perStorage);
    if (divided && storages.length === 0)
      throw new Error(`${divided.name} is queued per storage: give the own storages`);
    this.session = new InstanceSession(service);
    const db = { ...sharedPool(database), listen: this.listen.bind(this) };
    this.boss = makeBoss(service, db, {
      useListenNotify: true,
      schedule: this.jobs.some(({ schedule }) => schedule !== undefined),
    });
    this.boss.on('error', (error) => this.logger.warn(error.message));
    this.boss.on('warning', ({ message }) => this.logger.warn(message));
    this.rows = new JobRows(service, database, this.boss, new HeldJobs(service), this.session.instance);
    this.ticks = new Ticks(service, database);
    this.recovery = new Recovery(service, this.rows);
    this.schedules = new Schedules(service, database, this.boss, this.jobs, storages);
    this.gauges = new QueueGauges(service, database, this.boss);
  }

  get ready(): boolean {
    return this.started;
  }

  /**
   * Begins to work; tries for as long as it takes when the database is away.
   * @throws when a worker is not among the providers of its module
   */
  start(app: INestApplicationContext): void {
    this.works = this.workers.flatMap((workerClass) => {
      const job = jobOf(workerClass);
      const worker = app.get<JobWorker>(workerClass, { strict: false });
      const slots = queueNames(job, this.storages).map((queue) => ({ service: this.service, queue, job, worker }));
      return slots.map((slot) => new QueueWork(slot, this.rows, this.ticks));
    });
    this.beginOrRetry();
  }

  /**
   * Takes no more jobs and waits for the running ones. Those that run still shortly before the deadline are told to end, and given back
   * for another process to have at once.
   */
  async stop(deadlineMs: number): Promise<void> {
    this.stopping = true;
    clearTimeout(this.retry);
    // What is half begun would go on after its parts were stopped. Nothing is worked before.
    await this.beginning;
    await Promise.all([
      ...[this.recovery, this.schedules, this.gauges].map((part) => part.stop()),
      this.boss
        .stop({ graceful: true, timeout: BOSS_STOP_MS })
        .catch((error: unknown) => this.logger.warn(`pg-boss did not stop in order: ${String(error)}`)),
      ...this.works.map((work) => work.stop(deadlineMs)),
    ]);
    await this.session.close();
  }

  private beginOrRetry(): void {
    this.beginning = this.begin().catch((error: unknown) => {
      if (this.stopping) return;
      this.logger.warn(`cannot start, trying again: ${error instanceof Error ? error.stack : String(error)}`);
      this.retry = setTimeout(() => this.beginOrRetry(), RETRY_MS);
    });
  }

  private async begin(): Promise<void> {
    await this.session.open();
    if (this.stopping) return;
    await ensureQueues(this.boss, this.jobs, this.storages);
    await this.schedules.start();
    if (this.stopping) return;
    await this.boss.start();
    await this.recovery.start();
    if (this.stopping) return;
    for (const work of this.works) work.start();
    this.gauges.start();
    this.started = true;
  }

  /** What pg-boss calls to hear of new jobs; the queues that are worked here hear of them too. */
  private listen(channel: string, onNotification: (queue: string) => void, onReconnect: () => void) {
    const hear = (queue: string) => {
      onNotification(queue);
      for (const work of this.works) if (work.queue === queue) work.wake();
    };
    const hearAgain = () => {
      onReconnect();
      for (const work of this.works) {
        work.wake();
        // While the connection was away, another process may have taken this one for dead.
        work.beat();
      }
    };
    return this.session.listen(channel, hear, hearAgain);
  }
}
