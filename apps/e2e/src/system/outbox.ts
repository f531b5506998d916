import { rowsOf } from './database.js';

/** An event as its service stored it. */
export interface StoredEvent {
  readonly type: string;
  readonly correlation: string | null;
  readonly actor: number | null;
}

/** Returns the events that a service has stored for a key, the oldest first; sent events are kept for days. */
export function eventsOf(service: string, key: number): Promise<StoredEvent[]> {
  return rowsOf<StoredEvent>(
    `select type, correlation, actor::int from ${service}.outbox where key = $1 order by id`,
    String(key),
  );
}
