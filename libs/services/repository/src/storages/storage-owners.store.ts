import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';

const ACQUIRE = `insert into storage_owners (storage, epoch, identity, renewed_at) values ($1, 1, $2, now())
  on conflict (storage) do update
  set epoch = storage_owners.epoch + 1, identity = excluded.identity, renewed_at = now(), taken_over_at = null
  returning epoch`;

const RENEW = `update storage_owners set renewed_at = now()
  from unnest($1::text[], $2::bigint[]) as held (storage, epoch)
  where storage_owners.storage = held.storage and storage_owners.epoch = held.epoch
  returning storage_owners.storage`;

const HAS_REPOSITORIES = `select 1 from repositories
  where storage = $1 and deleted_at is null and made_at is not null limit 1`;

const ENDED = `select storage from storage_owners
  where taken_over_at is null and renewed_at < now() - $1::float8 * interval '1 millisecond' order by storage`;

const IS_ENDED = `select 1 from storage_owners
  where storage = $1 and renewed_at < now() - $2::float8 * interval '1 millisecond'`;

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

  async isEnded(db: Db, storage: string, forMs: number): Promise<boolean> {
    return (await db.prepared(IS_ENDED, [storage, forMs])).length > 0;
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
