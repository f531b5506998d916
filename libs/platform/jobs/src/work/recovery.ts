import { Logger } from '@nestjs/common';
import type { ServiceName } from '@hearth/contract-kit';
import { metrics } from '../metrics.js';
import type { JobRows } from './job-rows.js';

const INTERVAL_MS = 1_000;
/** A living instance that lost its connection takes its lock again within this time. */
const GRACE_MS = 4_000;
/** The same for what is found at the start, which a dead process most likely left: long enough for a database that has just come back. */
const GRACE_AT_START_MS = 1_500;

/**
 * Gives back what dead instances held: soon after the start what is found then, later what stays without a lock for a while. pg-boss does
 * the same by heartbeats, for instances that live without working.
 */
export class Recovery {
  private readonly logger: Logger;
  /** Since when an instance is missed (milliseconds of the clock). */
  private missed = new Map<number, number>();
  private timer: NodeJS.Timeout | undefined;
  private watching: Promise<void> = Promise.resolve();

  constructor(
    private readonly service: ServiceName,
    private readonly rows: JobRows,
  ) {
    this.logger = new Logger(`Jobs ${service}`);
  }

  /** @throws when the database is away */
  async start(): Promise<void> {
    await this.look(Date.now() - (GRACE_MS - GRACE_AT_START_MS));
    this.watchLater();
  }

  /** Waits for the look that is under way. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.watching;
  }

  private watchLater(): void {
    this.timer = setTimeout(() => (this.watching = this.watch()), INTERVAL_MS).unref();
  }

  private async watch(): Promise<void> {
    try {
      await this.look(Date.now());
    } catch {
      // The database is away: its locks say nothing until everybody had time to take them again.
      this.missed.clear();
    }
    if (this.timer) this.watchLater();
  }

  /** @param since when an instance that is missed for the first time counts as missed from */
  private async look(since: number): Promise<void> {
    const orphans = await this.rows.orphans();
    this.missed = new Map(orphans.map(({ instance }) => [instance, this.missed.get(instance) ?? since]));
    for (const orphan of orphans) {
      if (Date.now() - (this.missed.get(orphan.instance) ?? since) < GRACE_MS) continue;
      if (!(await this.rows.failForTheDead(orphan))) continue;
      metrics.recovered.inc({ service: this.service });
      this.logger.warn(`${orphan.queue} ${orphan.job} is given back: the process that ran it is dead`);
    }
  }
}
