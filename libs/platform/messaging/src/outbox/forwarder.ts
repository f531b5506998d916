import type { Bell } from '../bell.js';

/** Takes events out of one service's outbox. */
export interface Forwarder {
  /** @param bell to be rung when there may be more to do */
  start(bell: Bell): void;
  /** Forwards some of what waits. Returns true when there is more to do at once. Throws when the transport or database is away. */
  step(): Promise<boolean>;
  /** True when what takes the events answers somebody else: then a step that does not end is stuck. */
  answers(): Promise<boolean>;
  /** Waits until nothing is under way any more. */
  stop(): Promise<void>;
}
