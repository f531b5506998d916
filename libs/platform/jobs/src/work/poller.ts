import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { ServiceName } from '@hearth/contract-kit';
import { ListeningSession, Signal, jobSchemaName } from '@hearth/data';
import { metrics } from '../metrics.js';
import type { JobRows } from './job-rows.js';
import type { QueueWork } from './queue-work.js';

/**
 * Interval of looks at the job table while nothing is due: the longest time until the death of a process that took a job since the last
 * look is detected.
 */
const IDLE_MS = 8_000;
/** The same after a failure of the database, or while a due job could not be taken. */
const AGAIN_MS = 1_000;
/** Shortest interval between two looks, however many notifications arrive. */
const LEAST_MS = 200;
/** Time that processes have for their heartbeats after an outage of the database. */
const GRACE_MS = 4_000;

/**
 * Detects when the queues of this process have work, with few queries: a notification names a queue whose job may be taken now, and one
 * query of the job table finds when the next retry or delayed job is due. The same query finds jobs whose process has stopped sending
 * heartbeats, on any queue of the service, and requeues them.
 */
export class Poller {
  private readonly logger: Logger;
  private readonly signal = new Signal();
  private running: Promise<void> = Promise.resolve();
  private stopping = false;
  /** Until then a missing heartbeat may be caused by a database outage (milliseconds of `performance.now`). */
  private graceEnds = 0;

  constructor(
    private readonly service: ServiceName,
    private readonly rows: JobRows,
    private readonly works: readonly QueueWork[],
  ) {
    this.logger = new Logger(`Jobs ${service}`);
  }

  start(): void {
    this.running = this.run();
  }

  /** Stops polling and waits for the query in progress. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.signal.raise();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.session();
      } catch (error) {
        this.logger.warn(`no connection to the database, trying again: ${String(error)}`);
      }
      if (!this.stopping) await this.signal.wait(AGAIN_MS);
    }
  }

  private async session(): Promise<void> {
    const session = await ListeningSession.open({
      service: this.service,
      purpose: 'jobs',
      channel: jobSchemaName(this.service),
      onNotification: (queue) => this.notified(queue),
      onLost: () => this.signal.raise(),
    });
    this.graceEnds = performance.now() + GRACE_MS;
    try {
      while (!this.stopping && session.connected) {
        const waitMs = await this.look(session);
        await Promise.all([this.signal.wait(waitMs), delay(LEAST_MS)]);
      }
    } finally {
      await session.close();
    }
  }

  /** @param queue with a job that may be taken now; empty when a job is due later */
  private notified(queue: string): void {
    if (queue === '') this.signal.raise();
    else this.wake(queue);
  }

  private wake(queue: string): void {
    for (const work of this.works) if (work.queue === queue) work.wake();
  }

  /**
   * Handles what is due. Returns the number of milliseconds until something is due again.
   * @throws when the database is unavailable
   */
  private async look(session: ListeningSession): Promise<number> {
    let next = IDLE_MS;
    for (const { queue, job, dueMs } of await this.rows.pending(
      session,
      this.works.map(({ queue: own }) => own),
    )) {
      if (dueMs > 0) {
        next = Math.min(next, Math.ceil(dueMs));
        continue;
      }
      next = Math.min(next, AGAIN_MS);
      if (job === null) this.wake(queue);
      else if (performance.now() >= this.graceEnds) await this.recover(queue, job);
    }
    return next;
  }

  private async recover(queue: string, job: string): Promise<void> {
    if (!(await this.rows.failForTheDead(queue, job))) return;
    metrics.recovered.inc({ service: this.service });
    this.logger.warn(`${queue} ${job} runs again: the process that ran it sends no heartbeat`);
  }
}
