import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';

/** Lease that was not renewed for a while. */
export interface EndedLease extends Row {
  /** An admin has accepted that changes are lost. */
  readonly acceptsLoss: boolean;
}

/** A lease to be renewed, with what its owner has measured. */
export interface LeaseRenewal {
  readonly storage: string;
  readonly epoch: number;
  /** Sizes in bytes; null when the disk could not be read. */
  readonly disk: { readonly total: number; readonly free: number; readonly room: number } | null;
  readonly gits: number;
}

/** A renewed lease. */
export interface RenewedLease extends Row {
  readonly storage: string;
  readonly isInMaintenance: boolean;
}

/** A storage, and numbers of what is on it. */
export interface StorageOverview extends Row {
  readonly storage: string;
  /** Seconds since the last renewal of its lease. */
  readonly silentSeconds: number;
  readonly isClosed: boolean;
  readonly isInMaintenance: boolean;
  readonly weight: number;
  /** Sizes in bytes of the disk; null before its owner has measured it. */
  readonly diskBytes: number | null;
  readonly freeBytes: number | null;
  /** Fetches and pushes that its process runs. */
  readonly gits: number;
  readonly repositories: number;
  /** Of the repositories, as measured last. */
  readonly bytes: number;
  /** Standing copies. */
  readonly copies: number;
  /** Those that lack changes. */
  readonly behind: number;
  /** Copies that moves have made or left. */
  readonly movingCopies: number;
  /** Moves from the storage that have not ended. */
  readonly leaving: number;
  /** Moves to the storage that have not ended. */
  readonly arriving: number;
  /** Repositories that nothing takes the writes of: the storage is silent, and their copies lack changes. */
  readonly readOnly: number;
}

/** A lease that is renewed every five seconds. */
export const SERVED_MS = 30_000;

const ACQUIRE = `insert into storage_owners (storage, epoch, identity, renewed_at) values ($1, 1, $2, now())
  on conflict (storage) do update
  set epoch = storage_owners.epoch + 1, identity = excluded.identity, renewed_at = now(), taken_over_at = null,
    accepts_loss = false
  returning epoch`;

const RENEW = `update storage_owners
  set renewed_at = now(), taken_over_at = null, accepts_loss = false,
    disk_bytes = held.disk, free_bytes = held.free, room_bytes = held.room, gits = held.gits
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::int[])
    as held (storage, epoch, disk, free, room, gits)
  where storage_owners.storage = held.storage and storage_owners.epoch = held.epoch
  returning storage_owners.storage, maintenance_since is not null as "isInMaintenance"`;

/** A storage that was never served is none of these. */
const HAS_REPOSITORIES = `select 1 from repositories
  where storage = $1 and deleted_at is null and made_at is not null limit 1`;

/** Repositories that could not be taken over are tried again each minute: the storages of their copies may be served by then. */
const ENDED = `select storage from storage_owners as owners
  where renewed_at < now() - $1::float8 * interval '1 millisecond'
  and (taken_over_at is null or (taken_over_at < now() - interval '1 minute' and exists (
    select 1 from repositories where repositories.storage = owners.storage and deleted_at is null and made_at is not null)))
  order by storage`;

const ENDED_LEASE = `select accepts_loss as "acceptsLoss" from storage_owners
  where storage = $1 and renewed_at < now() - $2::float8 * interval '1 millisecond'`;

const ACCEPT_LOSS = `update storage_owners set accepts_loss = true, taken_over_at = null
  where storage = $1 and renewed_at < now() - $2::float8 * interval '1 millisecond' returning storage`;

const SERVED = `select storage from storage_owners
  where storage = any($1::text[]) and renewed_at > now() - $2::float8 * interval '1 millisecond' order by storage`;

const OVERVIEW = `select storage, extract(epoch from now() - renewed_at)::float8 as "silentSeconds",
    closed_at is not null as "isClosed", maintenance_since is not null as "isInMaintenance", weight,
    disk_bytes as "diskBytes", free_bytes as "freeBytes", coalesce(gits, 0) as gits,
    coalesce(used.repositories, 0) as repositories, coalesce(used.bytes, 0)::bigint as bytes,
    coalesce(copied.copies, 0) as copies, coalesce(copied.behind, 0) as behind,
    coalesce(copied.moving, 0) as "movingCopies",
    case when renewed_at > now() - $1::float8 * interval '1 millisecond' then 0 else
      (select count(*) from repositories where repositories.storage = owners.storage and deleted_at is null
        and (select bool_or(followed > 0) and not bool_or(followed >= wanted) from repository_copies as copies
          where copies.project_id = repositories.project_id and is_standing)) end as "readOnly",
    (select count(*) from storage_moves where source = owners.storage and state in ('scheduled', 'started')) as leaving,
    (select count(*) from storage_moves where destination = owners.storage and state in ('scheduled', 'started'))
      as arriving
  from storage_owners as owners
  left join (select storage, count(*) as repositories, sum(size_bytes) as bytes from repositories
    where deleted_at is null group by storage) as used using (storage)
  left join (select storage, count(*) filter (where is_standing) as copies,
      count(*) filter (where behind_since is not null) as behind, count(*) filter (where not is_standing) as moving
    from repository_copies group by storage) as copied using (storage)
  order by storage`;

const SET_CLOSED = `update storage_owners set closed_at = case when $2 then coalesce(closed_at, now()) end
  where storage = $1`;

const SET_MAINTENANCE = `update storage_owners
  set maintenance_since = case when $2 then coalesce(maintenance_since, now()) end
  where storage = $1`;

const SET_WEIGHT = 'update storage_owners set weight = $2 where storage = $1';

/** All SQL about the leases of storages. Times are those of the database. */
@Injectable()
export class StorageOwnersStore {
  /**
   * Acquires the lease, also from a process that holds it: the newest owner of a storage is the right one.
   * @param identity as written into the folder of the storage
   * @returns the epoch, which rises each time
   */
  async acquire(tx: Tx, storage: string, identity: string): Promise<number> {
    const [row] = await tx.prepared<{ epoch: number }>(ACQUIRE, [storage, identity]);
    return row!.epoch;
  }

  /** Returns what the folder of the storage had when its lease was acquired; null for one that was never served. */
  async identity(db: Db, storage: string): Promise<string | null> {
    const [row] = await db.prepared<{ identity: string }>('select identity from storage_owners where storage = $1', [
      storage,
    ]);
    return row?.identity ?? null;
  }

  /** Returns whether a repository has its files on the storage. */
  async hasRepositories(db: Db, storage: string): Promise<boolean> {
    return (await db.prepared(HAS_REPOSITORIES, [storage])).length > 0;
  }

  /** Returns the leases that were renewed; the others were acquired by another process. */
  renew(tx: Tx, leases: readonly LeaseRenewal[]): Promise<RenewedLease[]> {
    return tx.prepared<RenewedLease>(RENEW, [
      leases.map(({ storage }) => storage),
      leases.map(({ epoch }) => epoch),
      ...(['total', 'free', 'room'] as const).map((size) => leases.map(({ disk }) => disk && disk[size])),
      leases.map(({ gits }) => gits),
    ]);
  }

  /** Lists the storages whose lease was not renewed for so long, without those that were taken over since, or of which that was tried within a minute. */
  async ended(db: Db, forMs: number): Promise<string[]> {
    const rows = await db.prepared<{ storage: string }>(ENDED, [forMs]);
    return rows.map(({ storage }) => storage);
  }

  /** Returns the lease if it was not renewed for so long; null otherwise. */
  async endedLease(db: Db, storage: string, forMs: number): Promise<EndedLease | null> {
    const [lease] = await db.prepared<EndedLease>(ENDED_LEASE, [storage, forMs]);
    return lease ?? null;
  }

  /** Accepts that changes on a storage are lost. Returns false when its lease was renewed within so long, and for one that was never served. */
  async acceptLoss(tx: Tx, storage: string, forMs: number): Promise<boolean> {
    return (await tx.prepared(ACCEPT_LOSS, [storage, forMs])).length > 0;
  }

  /** Returns those of the storages whose lease was renewed within so long. */
  async served(db: Db, storages: readonly string[], withinMs: number): Promise<string[]> {
    const rows = await db.prepared<{ storage: string }>(SERVED, [storages, withinMs]);
    return rows.map(({ storage }) => storage);
  }

  /** Lists every storage that was ever served. Counts all repositories and copies: for admins and gauges. */
  overview(db: Db): Promise<StorageOverview[]> {
    return db.prepared<StorageOverview>(OVERVIEW, [SERVED_MS]);
  }

  /** Closes a storage to new repositories and copies, or opens it. Does nothing for one that was never served, as the next two. */
  async setClosed(tx: Tx, storage: string, isClosed: boolean): Promise<void> {
    await tx.prepared(SET_CLOSED, [storage, isClosed]);
  }

  /** In maintenance, repositories of the storage are only read, as soon as its owner renews its lease. */
  async setMaintenance(tx: Tx, storage: string, isInMaintenance: boolean): Promise<void> {
    await tx.prepared(SET_MAINTENANCE, [storage, isInMaintenance]);
  }

  /** @param weight above 0; the others' are 1 unless they were set */
  async setWeight(tx: Tx, storage: string, weight: number): Promise<void> {
    await tx.prepared(SET_WEIGHT, [storage, weight]);
  }

  /** Records that the repositories of an ended lease were taken over. */
  async noteTakenOver(tx: Tx, storage: string, forMs: number): Promise<void> {
    await tx.prepared(
      `update storage_owners set taken_over_at = now()
       where storage = $1 and renewed_at < now() - $2::float8 * interval '1 millisecond'`,
      [storage, forMs],
    );
  }
}
