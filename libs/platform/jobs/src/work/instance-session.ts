import { randomInt } from 'node:crypto';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { ServiceName } from '@hearth/contract-kit';
import { directDatabaseUrl, sessionOptions } from '@hearth/data';
import { INSTANCE_LOCK } from './held-jobs.js';

const RECOVERY_MS = 500;

interface Listener {
  channel: string;
  onNotification: (payload: string) => void;
  onReconnect: () => void;
}

/**
 * A connection of its own for what belongs to a session: the lock that says that this instance lives, and the notifications of new jobs.
 * It is opened again whenever it is lost.
 */
export class InstanceSession {
  /** Told to nobody else: another process that chooses the same is as likely as one in two thousand million. */
  readonly instance = randomInt(1, 2 ** 31);
  private readonly logger: Logger;
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private listener: Listener | undefined;
  private closed = false;

  constructor(private readonly service: ServiceName) {
    this.logger = new Logger(`Jobs ${service}`);
  }

  /** @throws when the database is away */
  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: directDatabaseUrl(),
      options: sessionOptions({ service: this.service }),
      application_name: `hearth-${this.service}-jobs`,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('error', () => this.reopenLater(client)).on('end', () => this.reopenLater(client));
    client.on('notification', ({ payload }) => this.listener?.onNotification(payload ?? ''));
    try {
      await client.connect();
      await client.query('select pg_advisory_lock($1::int, $2::int)', [INSTANCE_LOCK, this.instance]);
      if (this.listener) await client.query(`listen ${client.escapeIdentifier(this.listener.channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.client = client;
    this.listener?.onReconnect();
  }

  get connected(): boolean {
    return this.client !== undefined;
  }

  /** What pg-boss calls to hear of new jobs. */
  async listen(channel: string, onNotification: (payload: string) => void, onReconnect: () => void) {
    this.listener = { channel, onNotification, onReconnect };
    await this.client?.query(`listen ${this.client.escapeIdentifier(channel)}`);
    return {
      close: () => {
        this.listener = undefined;
        return Promise.resolve();
      },
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private reopenLater(lost: pg.Client): void {
    if (this.closed || this.client !== lost) return;
    this.client = undefined;
    this.reopen();
  }

  private reopen(): void {
    this.timer = setTimeout(() => {
      this.open().catch((error: unknown) => {
        this.logger.warn(`no connection to the database, trying again: ${String(error)}`);
        if (!this.closed) this.reopen();
      });
    }, RECOVERY_MS);
  }
}
