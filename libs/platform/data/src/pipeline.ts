import pg, { type ClientConfig } from 'pg';
import { endWhenSilent } from './data-source.js';
import type { Row } from './db.js';
import { sendPrepared, type PreparedStatement } from './prepared-query.js';

/** Longer than PostgreSQL takes for a statement here, in milliseconds; it is sent again through the pool then. */
const SILENT_MS = 10_000;

/** One connection on which statements are sent without waiting for the results of earlier ones; results arrive in order. */
export class Pipeline {
  private client: pg.Client | undefined;
  private connecting: Promise<void> | undefined;
  private closed = false;
  private waiting = 0;
  /** Time at which the running statement became the first one. */
  private since = 0;

  constructor(private readonly options: ClientConfig) {}

  /** Number of statements without a result; undefined while there is no connection (it is then opened). */
  get load(): number | undefined {
    if (this.client) return this.waiting;
    if (!this.closed) this.connecting ??= this.connect();
    return undefined;
  }

  /** Duration, in milliseconds, for which PostgreSQL has been busy with the first statement. */
  get busyFor(): number {
    return this.waiting > 0 ? performance.now() - this.since : 0;
  }

  /**
   * Sends a statement; requires an open connection.
   * @param took called with the milliseconds that PostgreSQL was busy with it
   */
  async send<R extends Row>(
    statement: PreparedStatement,
    values: readonly unknown[],
    took: (milliseconds: number) => void,
  ): Promise<R[]> {
    if (this.waiting++ === 0) this.since = performance.now();
    try {
      return await sendPrepared<R>(this.client!, statement, values);
    } finally {
      const now = performance.now();
      took(now - this.since);
      this.since = now;
      this.waiting--;
    }
  }

  /** Closes the connection after the results of all statements. */
  async close(): Promise<void> {
    this.closed = true;
    await this.connecting;
    const { client } = this;
    this.client = undefined;
    await client?.end();
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ ...this.options, pipeline: true });
    // Without a listener a lost connection would end the process; the statements on it fail by themselves.
    client.on('error', () => this.lose(client));
    client.on('end', () => this.lose(client));
    try {
      await client.connect();
      endWhenSilent(client, SILENT_MS);
      this.client = client;
    } catch {
      this.connecting = undefined;
    }
  }

  private lose(client: pg.Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.connecting = undefined;
  }
}
