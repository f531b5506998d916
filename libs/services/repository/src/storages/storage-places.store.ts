import { Injectable } from '@nestjs/common';
import type { Db, Row } from '@hearth/data';
import { placeFor, type Place } from './place.rules.js';
import { SERVED_MS } from './storage-owners.store.js';
import { Storages } from './storages.js';

/** In the order of the names. */
const PLACES = `select known.name as storage, closed_at is not null as "isClosed",
    maintenance_since is not null as "isInMaintenance",
    coalesce(renewed_at > now() - $2::float8 * interval '1 millisecond', false) as "isServed",
    coalesce(weight, 1) as weight, coalesce(room_bytes, 0) as "roomBytes", coalesce(gits, 0) as gits
  from unnest($1::text[]) with ordinality as known (name, position)
  left join storage_owners on storage = known.name order by known.position`;

/** The storages of the system as they are now: which of them take new repositories. */
@Injectable()
export class StoragePlacesStore {
  constructor(private readonly storages: Storages) {}

  /** Reads all of them, in one statement. Those that HEARTH_CLOSED_STORAGES names are closed too. */
  async read(db: Db): Promise<Place[]> {
    const places = await db.prepared<Place & Row>(PLACES, [this.storages.names, SERVED_MS]);
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
