import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import { placeFor, type Place } from './place.rules.js';
import { StorageOwnersStore } from './storage-owners.store.js';
import { Storages } from './storages.js';

/** The storages of the system as they are now: which of them take new repositories. */
@Injectable()
export class StoragePlaces {
  constructor(
    private readonly storageOwnersStore: StorageOwnersStore,
    private readonly storages: Storages,
  ) {}

  /** Reads all of them, in one statement. Those that HEARTH_CLOSED_STORAGES names are closed too. */
  async read(db: Db): Promise<Place[]> {
    const places = await this.storageOwnersStore.places(db, this.storages.names);
    return places.map((place) => ({
      ...place,
      isClosed: place.isClosed || !this.storages.open.includes(place.storage),
    }));
  }

  /** Returns the storages that take new repositories and copies, if they are served and have room. */
  async open(db: Db): Promise<string[]> {
    const places = await this.read(db);
    return places.filter(({ isClosed }) => !isClosed).map(({ storage }) => storage);
  }

  /** Chooses one of the given storages for a repository, at least one; see {@link placeFor}. */
  async choose(db: Db, projectId: number, among: readonly string[] = this.storages.names): Promise<string> {
    const places = await this.read(db);
    return placeFor(
      projectId,
      places.filter(({ storage }) => among.includes(storage)),
    );
  }
}
