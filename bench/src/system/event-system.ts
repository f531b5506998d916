/** A publisher and a handler in processes of their own, on one PostgreSQL and one Kafka, whose handler stores one row for each event. */
export interface EventSystem {
  /** The table that the handler fills: id, key, step, appended_at, handled_at. */
  readonly effects: string;
  /**
   * Moves one key on by an event.
   * @returns the publisher's clock right after its commit: milliseconds since 1970 with fractions
   */
  append(key: number, step: number): Promise<number>;
  /** Moves many new keys on, all in one transaction. @returns as `append` does */
  appendBacklog(backlog: Backlog): Promise<number>;
}

export interface Backlog {
  firstKey: number;
  keys: number;
  stepsPerKey: number;
}
