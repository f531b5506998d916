import type { PgBoss } from 'pg-boss';
import type { ServiceName } from '@hearth/contract-kit';
import { jobSchemaName, type Db } from '@hearth/data';
import { scheduledEnvelope } from '../envelope.js';
import { queueNames, type JobDefinition } from '../job.js';

const RENEWAL_MS = 60_000;
/** Longer than a process is away when it is restarted or moved. */
const FORGOTTEN_AFTER = '10 minutes';

/**
 * The schedules that this process knows, in pg-boss' table. Each process renews its own, and what nobody has renewed for a while is
 * removed: so the versions of a rolling upgrade keep each other's, one that was taken back finds its own again, and what the code no
 * longer has goes by itself.
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

  /** To be called before pg-boss looks for what is due. @throws when the database is away */
  async start(): Promise<void> {
    await this.renew();
    clearInterval(this.timer);
    // What cannot be renewed now is renewed the next time.
    this.timer = setInterval(() => {
      this.renewing = this.renew().catch(() => undefined);
    }, RENEWAL_MS).unref();
  }

  /** Waits for the renewal that is under way. */
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
