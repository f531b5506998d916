import pg from 'pg';
import { setting } from './hearth.js';

/** An event as its service stored it. */
export interface StoredEvent {
  readonly type: string;
  readonly correlation: string | null;
  readonly actor: number | null;
}

/** The events that a service has stored for a key, the oldest first; what was sent stays for days. */
export async function eventsOf(service: string, key: number): Promise<StoredEvent[]> {
  const client = new pg.Client({ connectionString: setting('HEARTH_E2E_DATABASE_URL') });
  await client.connect();
  try {
    const { rows } = await client.query<StoredEvent>(
      `select type, correlation, actor::int from ${service}.outbox where key = $1 order by id`,
      [String(key)],
    );
    return rows;
  } finally {
    await client.end();
  }
}
