import pg from 'pg';

/**
 * Asks whether the database answers, on a connection of its own: one of a pool would have to wait whenever the pool is busy, and would
 * take work for an outage.
 */
export class DatabaseProbe {
  private client: pg.Client | undefined;

  /** @param timeoutMs the longest that connecting, and then the statement, may take */
  constructor(
    private readonly url: string,
    private readonly timeoutMs: number,
  ) {}

  /** Whether the database answers a statement now. Never rejects. */
  async answers(): Promise<boolean> {
    try {
      this.client ??= await this.connect();
      await this.client.query('select 1');
      return true;
    } catch {
      this.drop();
      return false;
    }
  }

  close(): void {
    this.drop();
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'hearth-probe',
      connectionTimeoutMillis: this.timeoutMs,
      query_timeout: this.timeoutMs,
    });
    client.on('error', () => {
      if (this.client === client) this.drop();
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  private drop(): void {
    void this.client?.end().catch(() => undefined);
    this.client = undefined;
  }
}
