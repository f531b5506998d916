import type { ServiceName } from '@hearth/contract-kit';
import pg from 'pg';
import { sessionOptions } from './data-source.js';
import type { Db, Row } from './db.js';
import { withinDeadline } from './waiting.js';
import { directDatabaseUrl } from './settings.js';

const CONNECT_MS = 5_000;
const ANSWER_MS = 5_000;
const CLOSE_MS = 1_000;
/** Makes the server detect within half a minute that the client's machine is gone, and release its locks. */
const KEPT_ALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

export interface ListeningSessionOptions {
  readonly service: ServiceName;
  /** Purpose of the session, for its `application_name`: `hearth-<service>-<purpose>`. */
  readonly purpose: string;
  /** The channel of the notifications. */
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** Called once when an open session is lost; not when it is closed. */
  readonly onLost: () => void;
}

/**
 * One connection of a service that bypasses any pooler, for session state: notifications and advisory locks. PostgreSQL releases the locks
 * when the connection ends, however it ends. A lost session is not reopened: open another one.
 */
export class ListeningSession implements Pick<Db, 'query'> {
  private alive = false;

  private constructor(private readonly client: pg.Client) {}

  /**
   * Connects and listens.
   * @throws when the database is unavailable
   */
  static async open(options: ListeningSessionOptions): Promise<ListeningSession> {
    const { service, purpose, channel, onNotification, onLost } = options;
    const client = new pg.Client({
      connectionString: directDatabaseUrl(service),
      options: `${sessionOptions({ service })} ${KEPT_ALIVE}`,
      application_name: `hearth-${service}-${purpose}`,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    const session = new ListeningSession(client);
    const lose = () => {
      if (session.alive) onLost();
      session.alive = false;
    };
    client.on('error', lose).on('end', lose);
    client.on('notification', ({ payload }) => onNotification(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      session.alive = true;
    } catch (error) {
      await session.close();
      throw error;
    }
    return session;
  }

  get connected(): boolean {
    return this.alive;
  }

  /**
   * Runs a statement in the session. Every session runs one every few seconds: a dead connection that was not closed delivers no
   * notifications, and only a missing response reveals it.
   * @throws after five seconds without a response
   */
  async query<R extends Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    const { rows } = await this.client.query<R>(text, [...values]);
    return rows;
  }

  async close(): Promise<void> {
    this.alive = false;
    // Bounded: on a dead connection the end is never confirmed.
    await withinDeadline(this.client.end(), CLOSE_MS);
  }
}
