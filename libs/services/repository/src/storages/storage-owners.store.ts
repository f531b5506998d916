import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';

/** Lease that was not renewed for a while. */
export interface EndedLease extends Row {
  /** An admin has accepted that changes are lost. */
  readonly acceptsLoss: boolean;
}

/** A storage, and numbers of what is on it. */
export interface StorageOverview extends Row {
  readonly storage: string;
  /** Seconds since the last renewal of its lease. */
  readonly silentSeconds: number;
  readonly repositories: number;
  /** Standing copies. */
  readonly copies: number;
  /** Those that lack changes. */
  readonly behind: number;
}

const ACQUIRE = `insert into storage_owners (storage, epoch, identity, renewed_at) values ($1, 1, $2, now())
  on conflict (storage) do update
  set epoch = storage_owners.epoch + 1, identity = excluded.identity, renewed_at = now(), taken_over_at = null,
    accepts_loss = false
  returning epoch`;

const RENEW = `update storage_owners set renewed_at = now()
  from unnest($1::text[], $2::bigint[]) as held (storage, epoch)
  where storage_owners.storage = held.storage and storage_owners.epoch = held.epoch
  returning storage_owners.storage`;

const HAS_REPOSITORIES = `select 1 from repositories
  where storage = $1 and deleted_at is null and made_at is not null limit 1`;

const ENDED = `select storage from storage_owners
  where taken_over_at is null and renewed_at < now() - $1::float8 * interval '1 millisecond' order by storage`;

const ENDED_LEASE = `select accepts_loss as "acceptsLoss" from storage_owners
  where storage = $1 and renewed_at < now() - $2::float8 * interval '1 millisecond'`;

const ACCEPT_LOSS = `update storage_owners set accepts_loss = true, taken_over_at = null
  where storage = $1 and renewed_at < now() - $2::float8 * interval '1 millisecond' returning storage`;

const SERVED = `select storage from storage_owners
  where storage = any($1::text[]) and renewed_at > now() - $2::float8 * interval '1 millisecond' order by storage`;

const OVERVIEW = `select storage, extract(epoch from now() - renewed_at)::float8 as "silentSeconds",
    (select count(*) from repositories where repositories.storage = owners.storage and deleted_at is null)
      as repositories,
    (select count(*) from repository_copies as copies where copies.storage = owners.storage and is_standing) as copies,
    (select count(*) from repository_copies as copies
      where copies.storage = owners.storage and behind_since is not null) as behind
  from storage_owners as owners order by storage`;

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

  /** Returns the storages whose lease was renewed; the other leases were acquired by another process. */
  async renew(tx: Tx, leases: ReadonlyMap<string, number>): Promise<string[]> {
    const rows = await tx.prepared<{ storage: string }>(RENEW, [[...leases.keys()], [...leases.values()]]);
    return rows.map(({ storage }) => storage);
  }

  /** Lists the storages whose lease was not renewed for so long, without those that were taken over since. */
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

  /** Lists every storage that was ever served. Counts: not for requests. */
  overview(db: Db): Promise<StorageOverview[]> {
    return db.prepared<StorageOverview>(OVERVIEW, []);
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
