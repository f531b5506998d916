import { Logger } from '@nestjs/common';
import type { PgBoss } from 'pg-boss';
import type { ServiceName } from '@hearth/contract-kit';
import type { Database } from '@hearth/data';
import { makeBoss, sharedPool } from './boss.js';
import { jobHandlersOf } from './handlers.js';
import { queueNames, type JobDefinition } from './job.js';
import { QueueGauges } from './queue-gauges.js';
import { ensureQueues } from './queues.js';
import { Schedules } from './schedules/schedules.js';
import { Ticks } from './schedules/ticks.js';
import { JobRows } from './work/job-rows.js';
import { Poller } from './work/poller.js';
import { QueueWork } from './work/queue-work.js';

/** The service whose jobs a process works, and the storages that it owns. */
export class JobsOptions {
  /** @param storages the storages that this process owns */
  constructor(
    readonly service: ServiceName,
    readonly database: Database,
    readonly storages: readonly string[],
  ) {}
}

const RETRY_MS = 1_000;
/** Enough for pg-boss: it only has its own housekeeping to stop. */
const BOSS_STOP_MS = 1_000;

/** Works the jobs of one service in this process. */
export class ServiceJobs {
  private readonly boss: PgBoss;
  private readonly logger: Logger;
  private readonly poller: Poller;
  private readonly schedules: Schedules;
  private readonly gauges: QueueGauges;
  private readonly jobs: readonly JobDefinition[];
  private readonly storages: readonly string[];
  private readonly works: readonly QueueWork[];
  private started = false;
  private stopping = false;
  private beginning: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;

  /**
   * @param providers of the service's module: their methods with @Job are run
   * @throws when a job is queued per storage and this process owns none
   */
  constructor({ service, database, storages }: JobsOptions, providers: readonly object[]) {
    this.logger = new Logger(`Jobs ${service}`);
    this.storages = storages;
    const handlers = providers.flatMap(jobHandlersOf);
    this.jobs = handlers.map(({ job }) => job);
    const divided = this.jobs.find(({ perStorage }) => perStorage);
    if (divided && storages.length === 0)
      throw new Error(`${divided.name} is queued per storage: give the own storages`);
    this.boss = makeBoss(service, sharedPool(database), {
      schedule: this.jobs.some(({ schedule }) => schedule !== undefined),
    });
    this.boss.on('error', (error) => this.logger.warn(error.message));
    this.boss.on('warning', ({ message }) => this.logger.warn(message));
    const rows = new JobRows(service, database, this.boss);
    const ticks = new Ticks(service, database);
    this.works = handlers.flatMap((handler) =>
      queueNames(handler.job, storages).map((queue) => new QueueWork({ service, queue, ...handler }, rows, ticks)),
    );
    this.poller = new Poller(service, rows, this.works);
    this.schedules = new Schedules(service, database, this.boss, this.jobs, storages);
    this.gauges = new QueueGauges(service, database);
  }

  get ready(): boolean {
    return this.started;
  }

  /** Starts working, and retries while the database is unavailable. */
  start(): void {
    this.beginning = this.begin().catch((error: unknown) => {
      if (this.stopping) return;
      this.logger.warn(`cannot start, trying again: ${error instanceof Error ? error.stack : String(error)}`);
      this.retry = setTimeout(() => this.start(), RETRY_MS);
    });
  }

  /**
   * Takes no more jobs and waits for the running ones. Shortly before the deadline the remaining runs are interrupted, and their jobs are returned to
   * the queue for another process.
   */
  async stop(deadlineMs: number): Promise<void> {
    this.stopping = true;
    clearTimeout(this.retry);
    // A start in progress would continue after its parts were stopped, so it is awaited. No job runs before it is finished.
    await this.beginning;
    await Promise.all([
      ...[this.poller, this.schedules, this.gauges].map((part) => part.stop()),
      this.boss
        .stop({ graceful: true, timeout: BOSS_STOP_MS })
        .catch((error: unknown) => this.logger.warn(`pg-boss did not stop cleanly: ${String(error)}`)),
      ...this.works.map((work) => work.stop(deadlineMs)),
    ]);
  }

  private async begin(): Promise<void> {
    await ensureQueues(this.boss, this.jobs, this.storages);
    await this.schedules.start();
    if (this.stopping) return;
    await this.boss.start();
    if (this.stopping) return;
    for (const work of this.works) work.start();
    this.poller.start();
    this.gauges.start();
    this.started = true;
  }
}
