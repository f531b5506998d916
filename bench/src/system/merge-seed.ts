import { waitFor } from '@hearth/testing';
import pg from 'pg';

const TABLE = 'merge_requests.merge_requests';

/** Copies of a project's first merge request, each with a branch of its own. */
const COPY = `
  insert into ${TABLE} overriding system value
  select (jsonb_populate_record(null::${TABLE}, to_jsonb(model) || jsonb_build_object(
    'id', nextval(pg_get_serial_sequence('${TABLE}', 'id')), 'iid', model.iid + n, 'title', 'Topic ' || n, 'source_branch', 'topic-' || n,
    'head_sha', coalesce(($3::text[])[n + 1], model.head_sha),
    'created_at', model.created_at - n * interval '1 minute', 'updated_at', model.updated_at - n * interval '1 minute'))).*
  from ${TABLE} model, generate_series(1, $2::int) n
  where model.target_project_id = $1 and model.iid = 1`;

const LEFT = [
  'select from repository.outbox where published_at is null limit 1',
  `select from merge_requests_jobs.job where state < 'completed' and start_after < now() limit 1`,
  `select from repository_jobs.job where state < 'completed' and start_after < now() limit 1`,
];

/** The database of a Hearth: what is made of rows alone, and what is looked at there. */
export class MergeSeed {
  private constructor(readonly client: pg.Client) {}

  /** @param url as a user who may write into every schema */
  static async open(url: string): Promise<MergeSeed> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new MergeSeed(client);
  }

  /**
   * Grows a project with one merge request to many, by rows.
   * @param heads of their branches, that of the first one included; by default all have the first one's
   */
  async grow(projectId: number, count: number, heads: readonly string[] = []): Promise<void> {
    await this.client.query(COPY, [projectId, count - 1, heads]);
    await this.client.query('update merge_requests.iid_counters set last = $2 where project_id = $1', [
      projectId,
      count,
    ]);
    await this.client.query(`vacuum analyze ${TABLE}`);
  }

  /** Waits until events and jobs of earlier work are done, which would share the machine with the next measurement. */
  async settled(): Promise<void> {
    for (const text of LEFT) {
      const none = async () => (await this.client.query(text)).rows.length === 0;
      await waitFor('what is in the background', none, { timeoutMs: 300_000, intervalMs: 20 });
    }
  }

  async stateOf(mergeRequestId: number): Promise<string> {
    const { rows } = await this.client.query<{ state: string }>(`select state from ${TABLE} where id = $1`, [
      mergeRequestId,
    ]);
    return rows[0]!.state;
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
