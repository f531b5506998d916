import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Database } from '@hearth/data';
import { CopiesStore } from '../copies/copies.store.js';
import { FreeSpace } from './free-space.js';
import { Repeated } from './repeated.js';
import { roomIn } from './room.js';
import { storageGauges } from './storage-gauges.js';
import { readIdentity, writeIdentity } from './storage-identity.js';
import { StorageLoad } from './storage-load.js';
import { StorageOwnersStore, type LeaseRenewal } from './storage-owners.store.js';
import { Storages } from './storages.js';

const RENEW_EVERY_MS = 5_000;
/** A renewal that comes later than this after the last one: the process was frozen, or its database was away. */
const LATE_MS = 3 * RENEW_EVERY_MS;

interface HeldLease {
  readonly epoch: number;
  readonly identity: string;
}

/**
 * Leases of the storages of this process. The journal checks their epoch in each of its transactions, so a process whose storage has another
 * owner by now can record nothing. A storage whose files are gone is not served as an empty one: its lease ends, so that copies take over.
 */
@Injectable()
export class StorageLeases implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(StorageLeases.name);
  private readonly held = new Map<string, HeldLease>();
  private readonly reported = new Set<string>();
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
    private readonly copiesStore: CopiesStore,
    private readonly storages: Storages,
    private readonly freeSpace: FreeSpace,
    private readonly storageLoad: StorageLoad,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.renewal.start();
  }

  /** The leases stay: a process that starts again soon is not taken over. */
  beforeApplicationShutdown(): Promise<void> {
    return this.renewal.stop();
  }

  /** Returns the epoch of a lease that this process holds. */
  epochOf(storage: string): number | undefined {
    return this.held.get(storage)?.epoch;
  }

  /** Returns the storages whose leases this process holds, with their epochs. */
  get epochs(): ReadonlyMap<string, number> {
    return new Map([...this.held].map(([storage, { epoch }]) => [storage, epoch]));
  }

  /** Returns whether this process has renewed its leases in time for so long. When all have failed for a while, no process may judge the others. */
  isSteadyFor(ms: number): boolean {
    return this.steadySince !== undefined && performance.now() - this.steadySince >= ms;
  }

  /** Renews the leases that this process holds, and acquires the others. Runs every five seconds. */
  async renew(): Promise<void> {
    if (this.renewedAt !== undefined && performance.now() - this.renewedAt > LATE_MS) this.steadySince = undefined;
    const failures = new Map<string, unknown>();
    for (const [storage, folder] of this.storages.folders) {
      await this.check(storage, folder).catch((error: unknown) => failures.set(storage, error));
    }
    await this.renewHeld(failures);
    this.renewedAt = performance.now();
    this.steadySince ??= this.renewedAt;
    const [failure] = failures.values();
    if (failure !== undefined) throw failure;
  }

  private async check(storage: string, folder: string): Promise<void> {
    const identity = await readIdentity(folder);
    if (this.held.get(storage)?.identity === identity) return;
    this.held.delete(storage);
    await this.acquire(storage, folder, identity);
  }

  private async acquire(storage: string, folder: string, found: string | null): Promise<void> {
    const known = await this.storageOwnersStore.identity(this.db, storage);
    const isLost = known !== null && found !== known;
    const isMissed = isLost && (await this.storageOwnersStore.hasRepositories(this.db, storage));
    this.storages.setLost(storage, isMissed);
    if (isMissed) {
      this.reportOnce(
        storage,
        `the files of ${storage} are gone from ${folder}, so this process does not serve it: copies of its repositories take over. Put the files back if they are elsewhere`,
      );
      return;
    }
    const identity = found !== null && !isLost ? found : randomUUID();
    if (identity !== found) await writeIdentity(folder, identity);
    const epoch = await this.db.tx(async (tx) => {
      if (isLost) await this.copiesStore.beginAgain(tx, storage);
      return this.storageOwnersStore.acquire(tx, storage, identity);
    });
    this.held.set(storage, { epoch, identity });
    this.reported.delete(storage);
  }

  /** @param failures storages whose folders could not be read: only their own leases end */
  private async renewHeld(failures: ReadonlyMap<string, unknown>): Promise<void> {
    const readable = [...this.epochs].filter(([storage]) => !failures.has(storage));
    const leases = await Promise.all(readable.map(([storage, epoch]) => this.measured(storage, epoch)));
    const renewed = await this.db.tx((tx) => this.storageOwnersStore.renew(tx, leases));
    for (const { storage } of leases) {
      const lease = renewed.find((each) => each.storage === storage);
      if (lease) this.storages.setInMaintenance(storage, lease.isInMaintenance);
      else
        this.reportOnce(
          storage,
          `another process owns ${storage}: this one takes no more writes there. A storage may be in HEARTH_STORAGES of one process only`,
        );
    }
  }

  private async measured(storage: string, epoch: number): Promise<LeaseRenewal> {
    const space = await this.freeSpace.spaceOf(this.storages.folders.get(storage)!).catch(() => null);
    const disk = space && { total: Math.floor(space.total), free: Math.floor(space.free), room: roomIn(space) };
    if (disk) {
      storageGauges.size.set({ storage }, disk.total);
      storageGauges.free.set({ storage }, disk.free);
    }
    return { storage, epoch, disk, gits: this.storageLoad.gits };
  }

  private reportOnce(storage: string, problem: string): void {
    if (!this.reported.has(storage)) this.logger.error(problem);
    this.reported.add(storage);
  }
}
