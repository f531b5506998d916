import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { ServiceName } from '@hearth/contract-kit';
import { directDatabaseUrl, sessionOptions } from '@hearth/data';
import { INSTANCE_LOCK } from './held-jobs.js';

const RECOVERY_MS = 500;
/** How often the session is asked whether it lives: a dead connection says nothing. */
const CHECK_MS = 10_000;
const ANSWER_MS = 3_000;
const CLOSE_MS = 1_000;
/** Lets the server notice within half a minute that an instance's machine is gone, and free its lock. */
const KEPT_ALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

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
  private opening: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private checking: NodeJS.Timeout | undefined;
  private listener: Listener | undefined;
  private closed = false;

  /** @param checkMs how often it is asked whether it lives */
  constructor(
    private readonly service: ServiceName,
    private readonly checkMs = CHECK_MS,
  ) {
    this.logger = new Logger(`Jobs ${service}`);
  }

  /** Opens it, if it is not open. @throws when the database is away */
  async open(): Promise<void> {
    if (this.client) return;
    // One at a time: of two sessions, the second would wait for the lock of the first.
    this.opening ??= this.connect().finally(() => (this.opening = undefined));
    await this.opening;
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
    clearTimeout(this.checking);
    // Over a dead connection the farewell is never answered.
    const over = delay(CLOSE_MS, undefined, { ref: false });
    await Promise.race([Promise.allSettled([this.client?.end(), this.opening]), over]);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: directDatabaseUrl(),
      options: `${sessionOptions({ service: this.service })} ${KEPT_ALIVE}`,
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
      if (this.closed) throw new Error('the session was closed while it was opened');
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.client = client;
    this.checkLater(client);
    this.listener?.onReconnect();
  }

  private checkLater(client: pg.Client): void {
    clearTimeout(this.checking);
    this.checking = setTimeout(() => void this.check(client), this.checkMs).unref();
  }

  /** Notices a connection that is dead without anybody having said so: its lock may be gone, and no notification would ever come. */
  private async check(client: pg.Client): Promise<void> {
    const ask = () => client.query({ text: 'select 1', query_timeout: ANSWER_MS } as pg.QueryConfig);
    try {
      // Twice: to a process that stood still, the first answer seems late although it has come.
      await ask().catch(ask);
      if (this.client === client && !this.closed) this.checkLater(client);
    } catch {
      void client.end().catch(() => undefined);
      this.reopenLater(client);
    }
  }

  private reopenLater(lost: pg.Client): void {
    if (this.closed || this.client !== lost) return;
    this.client = undefined;
    clearTimeout(this.checking);
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
