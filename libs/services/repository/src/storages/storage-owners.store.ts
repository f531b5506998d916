import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';

/** A lease of a storage. The epoch rises with each process that acquires it. */
export interface StorageLease extends Row {
  readonly storage: string;
  readonly epoch: number;
}

const ACQUIRE = `insert into storage_owners (storage, epoch, renewed_at)
  select name, 1, now() from unnest($1::text[]) as name
  on conflict (storage) do update
  set epoch = storage_owners.epoch + 1, renewed_at = now(), taken_over_at = null
  returning storage, epoch`;

const RENEW = `update storage_owners set renewed_at = now()
  from unnest($1::text[], $2::bigint[]) as held (storage, epoch)
  where storage_owners.storage = held.storage and storage_owners.epoch = held.epoch
  returning storage_owners.storage`;

const ENDED = `select storage from storage_owners
  where taken_over_at is null and renewed_at < now() - $1::float8 * interval '1 millisecond' order by storage`;

const IS_ENDED = `select 1 from storage_owners
  where storage = $1 and renewed_at < now() - $2::float8 * interval '1 millisecond'`;

/** All SQL about the leases of storages. Times are those of the database. */
@Injectable()
export class StorageOwnersStore {
  /** Acquires the leases, also from a process that holds them: the newest owner of a storage is the right one. */
  acquire(tx: Tx, storages: readonly string[]): Promise<StorageLease[]> {
    return tx.prepared<StorageLease>(ACQUIRE, [storages]);
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
