import pg from 'pg';

/**
 * Checks whether the database responds, on a connection of its own: a pooled one would have to wait for a busy pool, which would look like
 * an outage.
 */
export class DatabaseProbe {
  private client: pg.Client | undefined;

  /** @param timeoutMs longest duration of connecting, and then of the statement */
  constructor(
    private readonly url: string,
    private readonly timeoutMs: number,
  ) {}

  /** Returns true when the database answers a statement now. Never rejects. */
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
