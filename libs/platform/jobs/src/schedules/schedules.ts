import type { PgBoss } from 'pg-boss';
import type { ServiceName } from '@hearth/contract-kit';
import { jobSchemaName, type Db } from '@hearth/data';
import { scheduledEnvelope } from '../envelope.js';
import { queueNames, type JobDefinition } from '../job.js';

const RENEWAL_MS = 60_000;
/** Longer than a process is down when it is restarted or moved. */
const FORGOTTEN_AFTER = '10 minutes';

/**
 * Keeps the schedules that this process knows in pg-boss' table. Every process renews its own, and schedules that no process has renewed
 * for a while are deleted. So the versions of a rolling upgrade keep each other's schedules, a rollback restores its own, and those that
 * the code has dropped disappear.
 */
export class Schedules {
  private timer: NodeJS.Timeout | undefined;
  private renewing: Promise<void> = Promise.resolve();

  constructor(
    private readonly service: ServiceName,
    private readonly db: Db,
    private readonly boss: PgBoss,
    private readonly jobs: readonly JobDefinition[],
    private readonly storages: readonly string[],
  ) {}

  /**
   * Stores the schedules; to be called before pg-boss looks for due ones.
   * @throws when the database is unavailable
   */
  async start(): Promise<void> {
    await this.renew();
    clearInterval(this.timer);
    // A failed renewal is repeated at the next interval.
    this.timer = setInterval(() => {
      this.renewing = this.renew().catch(() => undefined);
    }, RENEWAL_MS).unref();
  }

  /** Stops renewing and waits for the renewal in progress. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.renewing;
  }

  private async renew(): Promise<void> {
    for (const job of this.jobs) {
      if (job.schedule === undefined) continue;
      for (const queue of queueNames(job, this.storages)) {
        await this.boss.schedule(queue, job.schedule, scheduledEnvelope, { tz: job.timeZone });
      }
    }
    await this.db.query(`delete from ${jobSchemaName(this.service)}.schedule where updated_on < now() - $1::interval`, [
      FORGOTTEN_AFTER,
    ]);
  }
}
