import type { PgBoss } from 'pg-boss';
import type { ServiceName } from '@hearth/contract-kit';
import { jobSchemaName, type Db } from '@hearth/data';
import { DEAD_QUEUE } from './job.js';
import { metrics } from './metrics.js';
import { isOwnQueue } from './queues.js';

const INTERVAL_MS = 5_000;
/** Dead letters beyond this many are not counted: the number says "many" long before. */
const MOST_COUNTED = 10_000;

/**
 * Tells how many jobs of each queue wait, run, failed for good within the last hour, or are dead letters. The first three are what pg-boss
 * counts for itself anyway, so a look costs two short statements.
 */
export class QueueGauges {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly service: ServiceName,
    private readonly db: Db,
    private readonly boss: PgBoss,
  ) {}

  start(): void {
    clearTimeout(this.timer);
    this.lookAfter(0);
  }

  /** Waits for the look that is under way. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.looking;
  }

  private lookAfter(ms: number): void {
    this.timer = setTimeout(() => {
      // Numbers that cannot be had now are had at the next look.
      this.looking = this.look()
        .catch(() => undefined)
        .finally(() => {
          if (this.timer) this.lookAfter(INTERVAL_MS);
        });
    }, ms).unref();
  }

  private async look(): Promise<void> {
    const queues = (await this.boss.getQueues()).filter(({ name }) => isOwnQueue(name));
    const dead = await this.deadByQueue();
    for (const { name, queuedCount, activeCount, failedCount } of queues) {
      const set = (state: string, count: number) =>
        metrics.queued.set({ service: this.service, queue: name, state }, count);
      set('waiting', queuedCount);
      set('running', activeCount);
      set('failed', failedCount);
      set('dead', dead.get(name) ?? 0);
    }
  }

  private async deadByQueue(): Promise<Map<string, number>> {
    const rows = await this.db.prepared<{ queue: string; count: number }>(
      `select queue, count(*) as count from (
         select source_name as queue from ${jobSchemaName(this.service)}.job
         where name = '${DEAD_QUEUE}' and state < 'active' and not blocked limit ${MOST_COUNTED}
       ) dead group by queue`,
    );
    return new Map(rows.map(({ queue, count }) => [queue, count]));
  }
}
