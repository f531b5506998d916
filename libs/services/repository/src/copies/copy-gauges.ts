import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Storages } from '../storages/storages.js';
import { CopiesStore } from './copies.store.js';
import { copyMetrics } from './copy-metrics.js';

const INTERVAL_MS = 15_000;

/** Measures how many copies on the storages of this process are behind, and for how long. */
@Injectable()
export class CopyGauges implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly copiesStore: CopiesStore,
    private readonly storages: Storages,
  ) {}

  onApplicationBootstrap(): void {
    this.lookNow();
    this.timer = setInterval(() => this.lookNow(), INTERVAL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  async look(): Promise<void> {
    const behind = await this.copiesStore.countBehind(this.db, this.storages.own);
    for (const storage of this.storages.own) {
      const { copies, seconds } = behind.find((each) => each.storage === storage) ?? { copies: 0, seconds: 0 };
      copyMetrics.behind.set({ storage }, copies);
      copyMetrics.behindSeconds.set({ storage }, seconds);
    }
  }

  private lookNow(): void {
    // A failed measurement is repeated at the next interval.
    this.looking = this.look().catch(() => undefined);
  }
}
