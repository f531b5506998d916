import { Logger } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import type { JobWithMetadata } from 'pg-boss';
import { WrongStorage, type ServiceName } from '@hearth/contract-kit';
import { isUnavailable } from '@hearth/data';
import { continueTrace, withOrigin } from '@hearth/telemetry';
import { openEnvelope, type Envelope } from '../envelope.js';
import type { JobHandler } from '../handlers.js';
import { queueName } from '../job.js';
import type { Ticks } from '../schedules/ticks.js';
import type { Hold, JobRows } from './job-rows.js';

const BEAT_MS = 3_000;
const RETRY_MS = 500;

/** Result of a run. */
export type RunResult =
  | 'done'
  | 'failed'
  /** Given back because of a shutdown. */
  | 'interrupted'
  /** Another process has taken the job. */
  | 'lost'
  /** The work belongs to the owner of another storage, and is in its queue now. */
  | 'moved'
  /** Another job has claimed the same tick of the schedule, or a later one. */
  | 'skipped';

/** One queue with the handler of its jobs. */
export interface Slot extends JobHandler {
  readonly service: ServiceName;
  readonly queue: string;
}

/** One run of one job: sends heartbeats, enforces the time limit and stores the result. */
export class Run {
  private readonly logger: Logger;
  private readonly abort = new AbortController();
  private readonly hold: Hold;
  private interrupted = false;
  /** Set once the result is being stored, or no longer matters. */
  private settling = false;
  /** The result while it is being stored. */
  private storing: Promise<boolean> | undefined;
  private beating: NodeJS.Timeout | undefined;
  private limit: NodeJS.Timeout | undefined;

  constructor(
    private readonly slot: Slot,
    private readonly entry: JobWithMetadata,
    private readonly rows: JobRows,
    private readonly ticks: Ticks,
  ) {
    this.logger = new Logger(`Jobs ${slot.service}`);
    this.hold = { queue: slot.queue, id: entry.id, runsBefore: entry.retryCount };
  }

  /** Runs the job. Never rejects; resolves once the result is stored, or cannot be. */
  async execute(): Promise<RunResult> {
    let envelope: Envelope;
    try {
      envelope = openEnvelope(this.entry.data);
    } catch (error) {
      return this.ended(await this.settled('failed', () => this.rows.fail(this.hold, error)));
    }
    const { correlation = this.entry.id, actor, causation, trace = {} } = envelope;
    const deadline = Date.now() + this.slot.job.timeoutSeconds * 1_000;
    const attributes = {
      'messaging.operation.type': 'process',
      'messaging.message.id': this.entry.id,
      'messaging.destination.name': this.slot.queue,
      'hearth.service': this.slot.service,
    };
    return withOrigin({ correlation, actor, causation, deadline }, async () => {
      const result = await this.supervised(envelope, (work) =>
        continueTrace(trace, `job ${this.slot.job.name}`, SpanKind.CONSUMER, attributes, work),
      );
      return this.ended(result);
    });
  }

  /** Sends a heartbeat, and aborts the run when it has lost its job. */
  private async beat(): Promise<void> {
    const own = await this.rows.beat(this.hold).catch(() => undefined);
    if (own !== false || this.settling) return;
    this.logger.warn(`${this.name} lost its job: another process has it now`);
    this.abort.abort(new Error('another process has the job'));
  }

  /** Aborts the run because of a shutdown; however it ends then, the job is given back. */
  interrupt(): void {
    this.interrupted = true;
    this.abort.abort(new Error('the process stops'));
  }

  /** Gives the job back while the run has not ended; resolves once the result is stored, or cannot be. */
  async leave(): Promise<void> {
    // The process closes its connections next, and with them a transaction in progress.
    await this.storing?.catch(() => undefined);
    if (this.settling) return;
    this.settling = true;
    this.clearTimers();
    await this.rows.giveBack(this.hold).catch((error: unknown) => this.logger.warn(`${this.name}: ${String(error)}`));
  }

  private async supervised(
    envelope: Envelope,
    traced: (work: () => Promise<void>) => Promise<void>,
  ): Promise<RunResult> {
    this.beating = setInterval(() => void this.beat(), BEAT_MS);
    try {
      if (!(await this.isDue(envelope))) return await this.settled('skipped', () => this.rows.complete(this.hold));
      await Promise.race([traced(() => this.work(envelope)), this.timeLimit()]);
      return await this.settled('done', () => this.rows.complete(this.hold));
    } catch (error) {
      if (error instanceof WrongStorage && this.slot.job.perStorage) {
        const queue = queueName(this.slot.job, error.storage);
        return await this.settled('moved', () => this.rows.moveTo(queue, this.hold, this.entry));
      }
      if (!this.interrupted) this.logger.warn(`${this.name} failed at attempt ${this.attempt}: ${describe(error)}`);
      return await this.settled('failed', () => this.rows.fail(this.hold, error));
    } finally {
      this.clearTimers();
    }
  }

  /** Rejects and aborts the run when it exceeds its time limit. */
  private timeLimit(): Promise<never> {
    const { timeoutSeconds } = this.slot.job;
    return new Promise((_, reject) => {
      this.limit = setTimeout(() => {
        const error = new Error(`the run took longer than ${timeoutSeconds} s`);
        this.abort.abort(error);
        reject(error);
      }, timeoutSeconds * 1_000);
    });
  }

  private clearTimers(): void {
    clearInterval(this.beating);
    clearTimeout(this.limit);
  }

  private async work({ data }: Envelope): Promise<void> {
    const run = { id: this.entry.id, attempt: this.attempt, signal: this.abort.signal };
    await this.slot.run(this.slot.job.data.parse(data), run);
  }

  private async isDue({ scheduled }: Envelope): Promise<boolean> {
    const { schedule, timeZone } = this.slot.job;
    if (!scheduled || schedule === undefined) return true;
    const { id, createdOn } = this.entry;
    return this.ticks.claim({ id, queue: this.slot.queue, createdOn }, { schedule, timeZone });
  }

  /** Stores the result, and retries while the database is unavailable, so that finished work is not repeated. */
  private async settled(result: RunResult, store: () => Promise<boolean>): Promise<RunResult> {
    for (;;) {
      if (this.settling) return 'interrupted';
      const interrupted = this.interrupted;
      try {
        this.settling = true;
        this.storing = interrupted ? this.rows.giveBack(this.hold) : store();
        const own = await this.storing;
        return own ? (interrupted ? 'interrupted' : result) : 'lost';
      } catch (error) {
        if (!isUnavailable(error)) {
          // Without heartbeats the job is requeued by whichever process detects it.
          this.logger.error(`${this.name}: its result cannot be stored: ${describe(error)}`);
          return 'failed';
        }
        this.settling = false;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  private ended(result: RunResult): RunResult {
    this.logger.log(`${this.name} has ended: ${result}`);
    return result;
  }

  private get attempt(): number {
    return this.entry.retryCount + 1;
  }

  private get name(): string {
    return `${this.slot.queue} ${this.entry.id}`;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
