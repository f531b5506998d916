import pg from 'pg';
import { directDatabaseUrl, schemaName, sessionOptions } from '@hearth/data';
import type { ServiceName } from '@hearth/contract-kit';
import type { Bell } from '../bell.js';
import { withinDeadline } from '../deadline.js';

/** First half of the advisory lock of every relay; the second is the service's. */
const RELAY_LOCK = 1_212_370_260;
const ANSWER_MS = 5_000;
const CLOSE_MS = 1_000;
const PROBE_MS = 2_000;
/** Lets the server notice within half a minute that a relay's machine is gone, and free its lock. */
const KEPT_ALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/**
 * A relay's own connection, past any pooler: it listens for appended rows and holds the lock that makes this relay the only one of its service.
 * PostgreSQL frees the lock when the connection ends, however it ends.
 */
export class RelaySession {
  private alive = false;

  private constructor(
    private readonly client: pg.Client,
    private readonly service: ServiceName,
  ) {}

  /** @param bell rings when rows were appended, and when the connection is lost */
  static async open(service: ServiceName, bell: Bell): Promise<RelaySession> {
    const client = new pg.Client({
      connectionString: directDatabaseUrl(),
      options: `${sessionOptions({ service })} ${KEPT_ALIVE}`,
      application_name: `hearth-${service}-relay`,
      connectionTimeoutMillis: 5_000,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    const session = new RelaySession(client, service);
    const lose = () => {
      if (session.alive) bell.ring();
      session.alive = false;
    };
    client.on('error', lose).on('end', lose);
    client.on('notification', () => bell.ring());
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(`outbox_${schemaName(service)}`)}`);
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

  /** True when this relay may work: it holds the lock now. */
  async acquire(): Promise<boolean> {
    const { rows } = await this.client.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1::int, hashtext($2)) as held',
      [RELAY_LOCK, schemaName(this.service)],
    );
    return rows[0]?.held ?? false;
  }

  /** Notices a connection that is dead without anybody having said so: no notification would ever come over it. @throws then */
  async check(): Promise<void> {
    await this.client.query('select 1');
  }

  async close(): Promise<void> {
    this.alive = false;
    // Over a dead connection the farewell is never answered.
    await withinDeadline(this.client.end(), CLOSE_MS);
  }
}

/** True when the server answers over a new connection, within some seconds. */
export async function databaseAnswers(): Promise<boolean> {
  const client = new pg.Client({
    connectionString: directDatabaseUrl(),
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined);
  }
}
