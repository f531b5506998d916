import type { ServiceName } from '@hearth/contract-kit';
import { jobSchemaName, type Db } from '@hearth/data';
import { DEAD_QUEUE } from './job.js';
import { metrics } from './metrics.js';
import { INTERNAL_QUEUES } from './queues.js';

const INTERVAL_MS = 15_000;
const STATES = ['waiting', 'running', 'failed', 'dead'] as const;

/** Measures for each queue how many jobs wait, run, have failed for good within the last hour, or are dead letters. */
export class QueueGauges {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly service: ServiceName,
    private readonly db: Db,
  ) {}

  start(): void {
    this.lookNow();
    this.timer = setInterval(() => this.lookNow(), INTERVAL_MS).unref();
  }

  /** Stops measuring and waits for the measurement in progress. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private lookNow(): void {
    // A failed measurement is repeated at the next interval.
    this.looking = this.look().catch(() => undefined);
  }

  private async look(): Promise<void> {
    const schema = jobSchemaName(this.service);
    const queues = await this.db.prepared<{ queue: string } & Record<(typeof STATES)[number], number>>(
      `select q.name as queue,
         count(*) filter (where j.name = q.name and j.state < 'active') as waiting,
         count(*) filter (where j.name = q.name and j.state = 'active') as running,
         count(*) filter (where j.name = q.name and j.state = 'failed') as failed,
         count(*) filter (where j.name <> q.name and j.state < 'active' and not j.blocked) as dead
       from ${schema}.queue q
         left join ${schema}.job j on q.name = case when j.name = '${DEAD_QUEUE}' then j.source_name else j.name end
       where q.name <> all($1::text[]) group by q.name`,
      [INTERNAL_QUEUES],
    );
    for (const { queue, ...counts } of queues) {
      for (const state of STATES) metrics.queued.set({ service: this.service, queue, state }, counts[state]);
    }
  }
}
