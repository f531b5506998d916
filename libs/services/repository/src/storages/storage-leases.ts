import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Repeated } from './repeated.js';
import { StorageOwnersStore } from './storage-owners.store.js';
import { Storages } from './storages.js';

const RENEW_EVERY_MS = 5_000;
/** A renewal that comes later than this after the last one: the process was frozen, or its database was away. */
const LATE_MS = 3 * RENEW_EVERY_MS;

/**
 * Leases of the storages of this process. The journal checks their epoch in each of its transactions, so a process whose storage has another
 * owner by now can record nothing.
 */
@Injectable()
export class StorageLeases implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(StorageLeases.name);
  private readonly epochs = new Map<string, number>();
  private readonly renewal = new Repeated(
    () => this.renew(),
    RENEW_EVERY_MS,
    (error) => {
      this.steadySince = undefined;
      this.logger.warn(`could not renew the leases of the storages: ${(error as Error).message}`);
    },
  );
  private renewedAt: number | undefined;
  private steadySince: number | undefined;

  constructor(
    private readonly db: Database,
    private readonly storageOwnersStore: StorageOwnersStore,
    private readonly storages: Storages,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.renewal.start();
  }

  /** The leases stay: a process that starts again soon is not taken over. */
  beforeApplicationShutdown(): Promise<void> {
    return this.renewal.stop();
  }

  /** Returns the epoch of a lease that this process has acquired. */
  epochOf(storage: string): number | undefined {
    return this.epochs.get(storage);
  }

  /** Returns whether this process has renewed its leases in time for so long. When all have failed for a while, no process may judge the others. */
  isSteadyFor(ms: number): boolean {
    return this.steadySince !== undefined && performance.now() - this.steadySince >= ms;
  }

  private async renew(): Promise<void> {
    if (this.renewedAt !== undefined && performance.now() - this.renewedAt > LATE_MS) this.steadySince = undefined;
    if (this.epochs.size === 0) await this.acquire();
    else await this.renewHeld();
    this.renewedAt = performance.now();
    this.steadySince ??= this.renewedAt;
  }

  private async acquire(): Promise<void> {
    const leases = await this.db.tx((tx) => this.storageOwnersStore.acquire(tx, this.storages.own));
    for (const { storage, epoch } of leases) this.epochs.set(storage, epoch);
  }

  private async renewHeld(): Promise<void> {
    const renewed = await this.db.tx((tx) => this.storageOwnersStore.renew(tx, this.epochs));
    const lost = [...this.epochs.keys()].filter((storage) => !renewed.includes(storage));
    if (lost.length > 0)
      this.logger.error(
        `another process owns ${lost.join(', ')}: this one takes no more writes there. A storage may be in HEARTH_STORAGES of one process only`,
      );
  }
}
