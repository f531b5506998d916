import pg from 'pg';
import { databaseUrl, schemaName, sessionOptions } from '@hearth/data';
import type { ServiceName } from '@hearth/contract-kit';
import type { Bell } from '../bell.js';

/** First half of the advisory lock of every relay; the second is the service's. */
const RELAY_LOCK = 1_212_370_260;

/**
 * A relay's own connection: it listens for appended rows and holds the lock that makes this relay the only one of its service.
 * PostgreSQL frees the lock when the connection ends, however it ends.
 */
export class RelaySession {
  private alive = true;

  private constructor(
    private readonly client: pg.Client,
    private readonly service: ServiceName,
  ) {}

  /** @param bell rings when rows were appended, and when the connection is lost */
  static async open(service: ServiceName, bell: Bell): Promise<RelaySession> {
    const client = new pg.Client({
      connectionString: databaseUrl(),
      options: sessionOptions({ service }),
      application_name: `hearth-${service}-relay`,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const session = new RelaySession(client, service);
    const lose = () => {
      session.alive = false;
      bell.ring();
    };
    client.on('error', lose).on('end', lose);
    client.on('notification', () => bell.ring());
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(`outbox_${schemaName(service)}`)}`);
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

  async close(): Promise<void> {
    this.alive = false;
    await this.client.end().catch(() => undefined);
  }
}
