import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Gauge } from 'prom-client';
import { Repeated } from '../storages/repeated.js';
import { Storages } from '../storages/storages.js';
import { StorageChecksStore } from './storage-checks.store.js';

const INTERVAL_MS = 60_000;

/** Metrics of checks, in prom-client's default registry. */
const checkMetrics = {
  damaged: new Gauge({
    name: 'hearth_repositories_damaged',
    help: 'Repositories on the storage that the last check has found damaged',
    labelNames: ['storage'],
  }),
};

/** Measures how many repositories on the storages of this process are damaged. */
@Injectable()
export class CheckGauges implements OnApplicationBootstrap, BeforeApplicationShutdown {
  // A failed measurement is repeated at the next interval.
  private readonly repeated = new Repeated(
    () => this.look(),
    INTERVAL_MS,
    () => undefined,
  );

  constructor(
    private readonly db: Database,
    private readonly storageChecksStore: StorageChecksStore,
    private readonly storages: Storages,
  ) {}

  onApplicationBootstrap(): void {
    void this.repeated.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.repeated.stop();
  }

  async look(): Promise<void> {
    const damaged = await this.storageChecksStore.countDamaged(this.db, this.storages.own);
    for (const storage of this.storages.own) checkMetrics.damaged.set({ storage }, damaged.get(storage) ?? 0);
  }
}
