import { Logger, type INestApplicationContext } from '@nestjs/common';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { ServiceName } from '@hearth/contract-kit';
import type { Database } from '@hearth/data';
import { makeBoss, sharedPool } from './boss.js';
import { HeldJobs } from './held-jobs.js';
import { InstanceSession } from './instance-session.js';
import { queueNames, type JobDefinition } from './job.js';
import { metrics } from './metrics.js';
import { ensureQueues } from './queues.js';
import { Recovery } from './recovery.js';
import { jobOf, type JobWorker, type JobWorkerClass } from './worker.js';

const RECOVERY_MS = 1_000;

/** One queue and who works it. */
interface Slot {
  readonly queue: string;
  readonly job: JobDefinition;
  readonly worker: JobWorker;
}

/** The jobs of one service in this process. */
export class ServiceJobs {
  readonly boss: PgBoss;
  private readonly logger: Logger;
  private readonly session: InstanceSession;
  private readonly held: HeldJobs;
  private readonly recovery: Recovery;
  private readonly jobs: readonly JobDefinition[];
  private slots: readonly Slot[] = [];
  private started = false;
  private stopping = false;
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
    this.held = new HeldJobs(service, database);
    const listen: InstanceSession['listen'] = (...args) => this.session.listen(...args);
    this.boss = makeBoss(service, { ...sharedPool(database), listen }, { useListenNotify: true });
    this.boss.on('error', (error) => this.logger.warn(error.message));
    this.boss.on('warning', ({ message }) => this.logger.warn(message));
    this.recovery = new Recovery(service, this.boss, this.held);
  }

  get ready(): boolean {
    return this.started;
  }

  /**
   * Begins to work; tries for as long as it takes when the database is away.
   * @throws when a worker is not among the providers of its module
   */
  start(app: INestApplicationContext): void {
    this.slots = this.workers.flatMap((workerClass) => {
      const job = jobOf(workerClass);
      const worker = app.get<JobWorker>(workerClass, { strict: false });
      return queueNames(job, this.storages).map((queue) => ({ queue, job, worker }));
    });
    this.beginOrRetry();
  }

  /** Takes no more jobs and waits for running ones; those still running after the deadline are given back. */
  async stop(deadlineMs: number): Promise<void> {
    this.stopping = true;
    clearTimeout(this.retry);
    this.recovery.stop();
    await this.boss.stop({ graceful: true, timeout: deadlineMs });
    await this.session.close();
  }

  private beginOrRetry(): void {
    this.begin().catch((error: unknown) => {
      this.logger.warn(`cannot start, trying again: ${describe(error)}`);
      if (!this.stopping) this.retry = setTimeout(() => this.beginOrRetry(), RECOVERY_MS);
    });
  }

  private async begin(): Promise<void> {
    if (!this.session.connected) await this.session.open();
    await this.boss.start();
    await ensureQueues(this.boss, this.jobs, this.storages);
    await this.recovery.start();
    for (const slot of this.slots) {
      for (let index = 0; index < slot.job.concurrency; index++) await this.work(slot);
    }
    this.started = true;
  }

  private async work(slot: Slot): Promise<void> {
    const worker: { id?: string } = {};
    const options = { includeMetadata: true, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 } as const;
    worker.id = await this.boss.work<object, void, typeof options>(slot.queue, options, async ([entry]) => {
      // Otherwise pg-boss would wait for its next look before it takes the next job.
      if (worker.id) this.boss.notifyWorker(worker.id);
      if (entry) await this.run(slot, entry);
    });
  }

  private async run({ queue, job, worker }: Slot, entry: JobWithMetadata): Promise<void> {
    const held = { job: entry.id, queue, instance: this.session.instance };
    const attempt = entry.retryCount + 1;
    const end = metrics.seconds.startTimer({ service: this.service, job: job.name });
    let result = 'failed';
    await this.held.take(held);
    try {
      await worker.run(job.data.parse(entry.data), { id: entry.id, attempt, signal: entry.signal });
      result = 'done';
    } catch (error) {
      this.logger.warn(`${queue} ${entry.id} failed at attempt ${attempt}: ${describe(error)}`);
      throw error;
    } finally {
      end();
      metrics.runs.inc({ service: this.service, job: job.name, result });
      // Left over when the database is away; whoever finds the row sees that the job does not run.
      await this.held.drop(held).catch(() => undefined);
    }
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
