import { Logger } from '@nestjs/common';
import type { ServiceName } from '@hearth/contract-kit';
import { isUnavailable, storableText, type Database, type Tx } from '@hearth/data';
import type { EventEnvelope } from '../event.js';
import { metrics } from '../metrics.js';
import { storeDeadLetter } from './dead-letters.js';
import { beginAttempt, lastError, markHandled, noteError } from './inbox-rows.js';

/** Delays before the second, third, … attempt; after the last one the event becomes a dead letter. */
export const RETRY_DELAYS_MS = [100, 400, 1500];
const ATTEMPTS = RETRY_DELAYS_MS.length + 1;
/** Delay while the database is unavailable. */
const UNAVAILABLE_DELAY_MS = 250;
/** Delay while the owner of an event does not answer whether the event is true. */
const UNCONFIRMED_DELAY_MS = 1_000;
const MOST_UNCOUNTED = 1_000;
/** An effect that loses its connection this often is itself the cause: from then on its attempts count. */
const MOST_LOSSES = 20;
const ERROR_LENGTH = 4_000;

/** Outcome of a delivery: finished for good, or to be delivered again. */
export type Outcome =
  | { finished: true; result: 'done' | 'duplicate' | 'dead' }
  | { finished: false; retryAfterMs: number; cause: 'handler' | 'unavailable' };

/** The event itself is invalid: no attempt can succeed. */
export class UnacceptableEvent extends Error {}

/** Runs each handler of a service once for each event, however often the event is delivered. */
export class Inbox {
  private readonly logger = new Logger(Inbox.name);
  /** Deliveries whose last attempt does not count, with how often their effect has lost its connection. */
  private readonly uncounted = new Map<string, number>();

  constructor(
    readonly service: ServiceName,
    private readonly database: Database,
  ) {}

  /**
   * Runs `effect` in one transaction with the mark that the event is handled; never throws.
   * @param handler the handler's name within the service
   * @param effect gets the transaction and the number of the attempt
   * @param confirm runs before, outside of the transaction; with an `UnacceptableEvent` from it the event becomes a dead letter at once,
   *   with any other error it is delivered again, without limit
   */
  async handleOnce(
    handler: string,
    event: EventEnvelope,
    effect: (tx: Tx, attempt: number) => Promise<void>,
    confirm: () => Promise<void> = () => Promise.resolve(),
  ): Promise<Outcome> {
    const confirmation = await settled(confirm);
    if (confirmation.status === 'rejected' && !(confirmation.reason instanceof UnacceptableEvent))
      return this.unconfirmed(handler, event, confirmation.reason);
    return this.handleConfirmed(handler, event, async (tx, attempt) => {
      if (confirmation.status === 'rejected') throw confirmation.reason;
      await effect(tx, attempt);
    });
  }

  private async handleConfirmed(
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
      if (attempt > ATTEMPTS) return await this.deadLetterUnhandled(handler, event);
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
      // Not counted, so it is no attempt that could be the last one: another process may hold the row.
      if (attempt === 0) {
        this.logger.warn(`${handler} cannot begin ${event.type} ${event.id} and waits: ${String(error)}`);
        return this.again(handler, UNAVAILABLE_DELAY_MS, 'unavailable');
      }
      return this.failed(handler, event, attempt, error);
    }
  }

  /** Not an attempt: an owner that is down for hours costs no event. Only later events of the key wait. */
  private unconfirmed(handler: string, { type, id }: EventEnvelope, error: unknown): Outcome {
    this.logger.warn(`${handler} cannot confirm ${type} ${id} and waits: ${String(error)}`);
    return this.again(handler, UNCONFIRMED_DELAY_MS, 'handler');
  }

  private leaveUncounted(delivery: string, losses: number): void {
    // Some are never delivered here again, because their partition has moved. Forgetting one costs its event an attempt.
    if (this.uncounted.size >= MOST_UNCOUNTED) this.uncounted.clear();
    this.uncounted.set(delivery, losses);
  }

  /**
   * Stores a message that is not a valid event as a dead letter, so that it blocks nothing and is not lost.
   * @throws when the database is unavailable
   */
  async rejectUnreadable(key: string, value: Buffer | null, reason: string): Promise<void> {
    await this.database.tx((tx) =>
      storeDeadLetter(tx, {
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
      if (delay === undefined) return await this.deadLetter(handler, event, attempt, text);
      await noteError(this.database, event.id, handler, text);
    } catch (storeError) {
      this.logger.warn(`cannot store the failure of ${handler}: ${String(storeError)}`);
      return this.again(handler, UNAVAILABLE_DELAY_MS, 'unavailable');
    }
    this.logger.warn(`${handler} failed at attempt ${attempt} with ${event.type} ${event.id}: ${text}`);
    return this.again(handler, delay, 'handler');
  }

  private async deadLetterUnhandled(handler: string, event: EventEnvelope): Promise<Outcome> {
    const known = await lastError(this.database, event.id, handler);
    return this.deadLetter(
      handler,
      event,
      ATTEMPTS,
      known ?? 'The process ended each time while it handled the event.',
    );
  }

  private async deadLetter(handler: string, event: EventEnvelope, attempts: number, error: string): Promise<Outcome> {
    const mine = await this.database.tx(async (tx) => {
      if (!(await markHandled(tx, event.id, handler, 'dead'))) return false;
      await storeDeadLetter(tx, { event, handler, error, attempts });
      return true;
    });
    if (!mine) return this.finished(handler, event, 'duplicate');
    this.logger.error(`${handler} dead-lettered ${event.type} ${event.id} after ${attempts} attempts: ${error}`);
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

async function settled(work: () => Promise<void>): Promise<PromiseSettledResult<void>> {
  const [result] = await Promise.allSettled([work()]);
  return result;
}
