import { Logger } from '@nestjs/common';
import { metrics } from '../metrics.js';
import type { Ticks } from '../schedules/ticks.js';
import type { JobRows } from './job-rows.js';
import { Run, type Slot } from './run.js';

/** Between two looks where no notification came: retries and jobs that were to wait come without one. */
const LOOK_MS = 1_000;
/** Before the end of the time that a stopping process has: for runs to end by themselves, and for giving back the rest. */
const TO_END_MS = 3_000;
const TO_GIVE_BACK_MS = 1_000;

/** Works one queue in this process, as many jobs at once as its definition says. */
export class QueueWork {
  private readonly logger: Logger;
  private readonly running = new Map<Run, Promise<void>>();
  private stopping = false;
  private woken = false;
  private wakeUp: (() => void) | undefined;
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

  /** There may be something to do. */
  wake(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  /** Asks of every run at once whether it still has its job. */
  beat(): void {
    for (const run of this.running.keys()) void run.beat();
  }

  /** Takes no more jobs, lets the running ones end, interrupts them shortly before the time is over, and gives back what still runs. */
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
      this.woken = false;
      await this.takeSome();
      if (!this.woken) await this.rest();
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
      // A notification is no reason to hurry while the database is away.
      this.woken = false;
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

  private async rest(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.wakeUp = resolve;
      timer = setTimeout(resolve, LOOK_MS);
    });
    clearTimeout(timer);
    this.wakeUp = undefined;
  }

  /** Waits until nothing runs, or until a time (milliseconds since 1970). */
  private async idleUntil(time: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, time - Date.now()));
    });
    await Promise.race([Promise.all([this.taking, ...this.running.values()]), over]);
    clearTimeout(timer);
  }
}
