import { Logger } from '@nestjs/common';
import { Signal, withinDeadline } from '@hearth/data';
import { metrics } from '../metrics.js';
import type { Ticks } from '../schedules/ticks.js';
import type { JobRows } from './job-rows.js';
import { Run, type Slot } from './run.js';

/** Part of the shutdown time in which interrupted runs can end by themselves, and the jobs of the others are given back. */
const TO_END_MS = 3_000;
const TO_GIVE_BACK_MS = 1_000;

/** Works one queue in this process, with the concurrency of its job definition. */
export class QueueWork {
  private readonly logger: Logger;
  private readonly running = new Map<Run, Promise<void>>();
  private readonly signal = new Signal();
  private stopping = false;
  private taking: Promise<void> = Promise.resolve();

  constructor(
    private readonly slot: Slot,
    private readonly rows: JobRows,
    private readonly ticks: Ticks,
  ) {
    this.logger = new Logger(`Jobs ${slot.service}`);
  }

  get queue(): string {
    return this.slot.queue;
  }

  start(): void {
    this.taking = this.takeUntilStopped();
  }

  /** Checks the queue for jobs. */
  wake(): void {
    this.signal.raise();
  }

  /**
   * Takes no more jobs and waits for the running ones; interrupts them shortly before the deadline and gives back the jobs of those that
   * still run.
   */
  async stop(deadlineMs: number): Promise<void> {
    this.stopping = true;
    this.wake();
    const ends = Date.now() + deadlineMs;
    const before = (ms: number) => ends - Math.min(ms, deadlineMs / 2);
    await this.idleUntil(before(TO_END_MS));
    for (const run of this.running.keys()) run.interrupt();
    await this.idleUntil(before(TO_GIVE_BACK_MS));
    await Promise.all([...this.running.keys()].map((run) => run.leave()));
  }

  private async takeUntilStopped(): Promise<void> {
    while (!this.stopping) {
      await this.takeSome();
      await this.signal.wait();
    }
  }

  private async takeSome(): Promise<void> {
    const free = this.slot.job.concurrency - this.running.size;
    if (free <= 0) return;
    try {
      for (const entry of await this.rows.take(this.slot.queue, free)) {
        const run = new Run(this.slot, entry, this.rows, this.ticks);
        if (this.stopping) await run.leave();
        else this.begin(run);
      }
    } catch (error) {
      if (!this.stopping) this.logger.warn(`${this.slot.queue}: no job can be taken: ${String(error)}`);
    }
  }

  private begin(run: Run): void {
    const { service, job } = this.slot;
    const end = metrics.seconds.startTimer({ service, job: job.name });
    const ended = run.execute().then((result) => {
      end();
      metrics.runs.inc({ service, job: job.name, result });
      this.running.delete(run);
      this.wake();
    });
    this.running.set(run, ended);
  }

  /** Waits until nothing runs, or until a time (milliseconds since 1970). */
  private async idleUntil(time: number): Promise<void> {
    await withinDeadline(Promise.all([this.taking, ...this.running.values()]), Math.max(0, time - Date.now()));
  }
}
