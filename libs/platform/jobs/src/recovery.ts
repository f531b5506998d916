import { Logger } from '@nestjs/common';
import type { PgBoss } from 'pg-boss';
import type { ServiceName } from '@hearth/contract-kit';
import type { HeldJob, HeldJobs } from './held-jobs.js';
import { metrics } from './metrics.js';

const INTERVAL_MS = 1_000;
/** A living instance that lost its connection takes its lock again within this time. */
const GRACE_MS = 4_000;

/**
 * Gives back what dead instances held: at start what is found, later what stays without a lock for a while. pg-boss does the same by
 * heartbeats, later, for jobs whose instance could not even store that it held them.
 */
export class Recovery {
  private readonly logger: Logger;
  /** Since when an instance is missed (milliseconds of the clock). */
  private missed = new Map<number, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly service: ServiceName,
    private readonly boss: PgBoss,
    private readonly held: HeldJobs,
  ) {
    this.logger = new Logger(`Jobs ${service}`);
  }

  /** @throws when the database is away */
  async start(): Promise<void> {
    for (const orphan of await this.held.ofDeadInstances()) await this.giveBack(orphan);
    this.timer = setTimeout(() => void this.watch(), INTERVAL_MS).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async watch(): Promise<void> {
    try {
      await this.look();
    } catch {
      // The database is away: its locks say nothing until everybody had time to take them again.
      this.missed.clear();
    }
    if (this.timer) this.timer = setTimeout(() => void this.watch(), INTERVAL_MS).unref();
  }

  private async look(): Promise<void> {
    const orphans = await this.held.ofDeadInstances();
    const now = Date.now();
    this.missed = new Map(orphans.map(({ instance }) => [instance, this.missed.get(instance) ?? now]));
    for (const orphan of orphans) {
      if (now - (this.missed.get(orphan.instance) ?? now) >= GRACE_MS) await this.giveBack(orphan);
    }
  }

  private async giveBack(orphan: HeldJob): Promise<void> {
    const [entry] = await this.boss.findJobs(orphan.queue, { id: orphan.job });
    if (entry?.state === 'active') {
      // A failed attempt: a job that kills its process each time must end as a dead letter.
      await this.boss.fail(orphan.queue, orphan.job, { message: 'the instance that ran the job is dead' });
      metrics.recovered.inc({ service: this.service });
      this.logger.warn(`${orphan.queue} ${orphan.job} is given back: the instance that ran it is dead`);
    }
    await this.held.drop(orphan);
  }
}
