import type { Signal } from '@hearth/data';

/** Publishes the events of one service's outbox. */
export interface Forwarder {
  /** @param signal raised when there may be more to publish */
  start(signal: Signal): void;
  /**
   * Forwards a batch. Returns true when there is more to do at once.
   * @throws when the transport or the database is unavailable
   */
  step(): Promise<boolean>;
  /** Returns true when the target responds to a request on another connection: a step that does not end is then stuck. */
  answers(): Promise<boolean>;
  /** Waits for the deliveries in progress. */
  stop(): Promise<void>;
}
