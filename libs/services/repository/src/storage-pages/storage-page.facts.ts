import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { Page } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { StorageChecksStore, type StorageCheck } from '../storage-checks/storage-checks.store.js';
import { StorageMoveFacts, type StorageMoveFact } from '../storage-moves/storage-move.facts.js';
import { SERVED_MS, StorageOwnersStore, type StorageOverview } from '../storages/storage-owners.store.js';
import { Storages } from '../storages/storages.js';

/** A storage with its last check, which may be running. */
export interface StorageFact {
  readonly storage: StorageOverview;
  /** Its lease is renewed. */
  readonly isServed: boolean;
  /** In the database, or by HEARTH_CLOSED_STORAGES. */
  readonly isClosed: boolean;
  readonly check: StorageCheck | null;
}

export interface StoragesPageFact {
  readonly storages: readonly StorageFact[];
  readonly moves: Page<StorageMoveFact>;
}

/** Reads for the page of the storages. */
@Injectable()
export class StoragePageFacts {
  constructor(
    private readonly db: Database,
    private readonly storages: Storages,
    private readonly storageOwnersStore: StorageOwnersStore,
    private readonly storageChecksStore: StorageChecksStore,
    private readonly storageMoveFacts: StorageMoveFacts,
  ) {}

  /** @param page of the moves, newest first */
  async read(page: number): Promise<StoragesPageFact> {
    const [storages, checks, moves] = await Promise.all([
      this.storageOwnersStore.overview(this.db),
      this.storageChecksStore.all(this.db),
      this.storageMoveFacts.page(null, pageOf(page)),
    ]);
    const facts = storages.map((storage) => ({
      storage,
      isServed: storage.silentSeconds * 1000 < SERVED_MS,
      isClosed: storage.isClosed || !this.storages.open.includes(storage.storage),
      check: checks.find((each) => each.storage === storage.storage) ?? null,
    }));
    return { storages: facts, moves };
  }
}
