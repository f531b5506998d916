import { Logger } from '@nestjs/common';
import type { ServiceName } from '@hearth/contract-kit';
import { isUnavailable, storableText, type Database, type Tx } from '@hearth/data';
import type { EventEnvelope } from '../event.js';
import { metrics } from '../metrics.js';
import { buryEvent } from './dead-letters.js';
import { beginAttempt, lastError, markHandled, noteError } from './inbox-rows.js';

/** Waits before the second, third, … attempt; after the last one the event is given up. */
export const RETRY_DELAYS_MS = [100, 400, 1500];
const ATTEMPTS = RETRY_DELAYS_MS.length + 1;
/** Wait while the database is away. */
const UNAVAILABLE_DELAY_MS = 250;
const MOST_UNCOUNTED = 1_000;
/** An effect that loses its connection so often takes it away itself: from then on its attempts count. */
const MOST_LOSSES = 20;
const ERROR_LENGTH = 4_000;

/** What became of a delivery: finished for good, or to be delivered again. */
export type Outcome =
  | { finished: true; result: 'done' | 'duplicate' | 'dead' }
  | { finished: false; retryAfterMs: number; cause: 'handler' | 'unavailable' };

/** The event itself is wrong: no attempt will ever succeed. */
export class UnacceptableEvent extends Error {}

/** Gives each handler of a service each event once, however often it is delivered. */
export class Inbox {
  private readonly logger = new Logger(Inbox.name);
  /** Deliveries whose last attempt does not count, with how often their effect lost its connection. */
  private readonly uncounted = new Map<string, number>();

  constructor(
    readonly service: ServiceName,
    private readonly database: Database,
  ) {}

  /**
   * Runs `effect` in one transaction with the mark that the event was handled; never throws.
   * @param handler the handler's name within the service
   * @param effect gets the transaction and the number of the attempt
   */
  async handleOnce(
    handler: string,
    event: EventEnvelope,
    effect: (tx: Tx, attempt: number) => Promise<void>,
  ): Promise<Outcome> {
    const delivery = `${event.id} ${handler}`;
    const losses = this.uncounted.get(delivery);
    let attempt = 0;
    let begun = false;
    try {
      const count = losses === undefined || losses >= MOST_LOSSES ? 1 : 0;
      attempt = await beginAttempt(this.database, event.id, handler, count);
      this.uncounted.delete(delivery);
      if (attempt === 0) return this.finished(handler, event, 'duplicate');
      if (attempt > ATTEMPTS) return await this.giveUpUnheard(handler, event);
      const timed = metrics.handlerSeconds.startTimer({ service: this.service, handler });
      const done = await this.database
        .tx(async (tx) => {
          const mine = await markHandled(tx, event.id, handler, 'done');
          begun = mine;
          if (mine) await effect(tx, attempt);
          return mine;
        })
        .finally(timed);
      return this.finished(handler, event, done ? 'done' : 'duplicate');
    } catch (error) {
      if (isUnavailable(error)) {
        if (attempt > 0) this.leaveUncounted(delivery, (losses ?? 0) + (begun ? 1 : 0));
        return this.again(handler, UNAVAILABLE_DELAY_MS, 'unavailable');
      }
      return this.failed(handler, event, attempt, error);
    }
  }

  private leaveUncounted(delivery: string, losses: number): void {
    // Some are never delivered again here: their partition is another's now. Forgetting one costs its event an attempt.
    if (this.uncounted.size >= MOST_UNCOUNTED) this.uncounted.clear();
    this.uncounted.set(delivery, losses);
  }

  /** Keeps what is no event at all, so that it holds up nothing and is not lost. @throws when the database is away */
  async rejectUnreadable(key: string, value: Buffer | null, reason: string): Promise<void> {
    await this.database.tx((tx) =>
      buryEvent(tx, {
        event: {
          id: crypto.randomUUID(),
          type: `${this.service}.unreadable`,
          source: this.service,
          time: new Date(),
          key: storableText(key),
          data: { base64: value?.toString('base64') ?? null },
        },
        error: reason,
        attempts: 1,
      }),
    );
    metrics.deadLetters.inc({ service: this.service, handler: 'unreadable' });
  }

  private async failed(handler: string, event: EventEnvelope, attempt: number, error: unknown): Promise<Outcome> {
    const text = storableText(error instanceof Error ? (error.stack ?? error.message) : String(error), ERROR_LENGTH);
    const delay = error instanceof UnacceptableEvent ? undefined : RETRY_DELAYS_MS[attempt - 1];
    try {
      if (delay === undefined) return await this.giveUp(handler, event, attempt, text);
      await noteError(this.database, event.id, handler, text);
    } catch (storeError) {
      this.logger.warn(`cannot store the failure of ${handler}: ${String(storeError)}`);
      return this.again(handler, UNAVAILABLE_DELAY_MS, 'unavailable');
    }
    this.logger.warn(`${handler} failed at attempt ${attempt} with ${event.type} ${event.id}: ${text}`);
    return this.again(handler, delay, 'handler');
  }

  private async giveUpUnheard(handler: string, event: EventEnvelope): Promise<Outcome> {
    const known = await lastError(this.database, event.id, handler);
    return this.giveUp(handler, event, ATTEMPTS, known ?? 'The process ended each time while it handled the event.');
  }

  private async giveUp(handler: string, event: EventEnvelope, attempts: number, error: string): Promise<Outcome> {
    const mine = await this.database.tx(async (tx) => {
      if (!(await markHandled(tx, event.id, handler, 'dead'))) return false;
      await buryEvent(tx, { event, handler, error, attempts });
      return true;
    });
    if (!mine) return this.finished(handler, event, 'duplicate');
    this.logger.error(`${handler} gave up ${event.type} ${event.id} after ${attempts} attempts: ${error}`);
    return this.finished(handler, event, 'dead');
  }

  private finished(handler: string, { type, id }: EventEnvelope, result: 'done' | 'duplicate' | 'dead'): Outcome {
    this.logger.log(`${handler} has finished with ${type} ${id}: ${result}`);
    const counter = { done: metrics.handled, duplicate: metrics.duplicates, dead: metrics.deadLetters }[result];
    counter.inc({ service: this.service, handler });
    return { finished: true, result };
  }

  private again(handler: string, retryAfterMs: number, cause: 'handler' | 'unavailable'): Outcome {
    metrics.retries.inc({ service: this.service, handler });
    return { finished: false, retryAfterMs, cause };
  }
}
