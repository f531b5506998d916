import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';

/** A storage with the files of a repository, and the epoch of its lease. */
export interface RepackPlace {
  readonly projectId: ProjectId;
  readonly storage: string;
  readonly epoch: number;
}

/** The gits that the owners of storages run for clients, of those with the repository or a complete copy. */
const IS_BUSIEST = `(select gits from storage_owners where storage = $2) > (select max(gits) from storage_owners as others
  where others.storage <> $2 and others.renewed_at > now() - $5::float8 * interval '1 millisecond'
  and (others.storage = repositories.storage or exists (select from repository_copies as copies
    where copies.project_id = $1 and copies.storage = others.storage and is_standing and followed >= wanted)))`;

/** The claim of a process that died, or lost its storage, counts no more. */
const CLAIM = `update repositories set repacking_storage = $2, repacking_epoch = $3
  where project_id = $1 and deleted_at is null
  and (repacking_storage is null or repacking_storage = $2 or not exists (select from storage_owners
    where storage_owners.storage = repacking_storage and epoch = repacking_epoch
    and renewed_at > now() - $5::float8 * interval '1 millisecond'))
  and not ($4 and coalesce(${IS_BUSIEST}, false))
  returning project_id`;

const RELEASE = `update repositories set repacking_storage = null, repacking_epoch = null
  where project_id = $1 and repacking_storage = $2 and repacking_epoch = $3`;

/** All SQL about the storages that repack a repository or a copy of it. */
@Injectable()
export class RepacksStore {
  /**
   * Claims the repack of a repository for a storage.
   * @param yields leaves it to another storage with the repository while this one is the busiest of them
   * @param servedMs age up to which a lease counts
   * @returns false while it is another storage's turn
   */
  async claim(
    tx: Tx,
    { projectId, storage, epoch }: RepackPlace,
    { yields, servedMs }: { readonly yields: boolean; readonly servedMs: number },
  ): Promise<boolean> {
    return (await tx.prepared(CLAIM, [projectId, storage, epoch, yields, servedMs])).length > 0;
  }

  async release(tx: Tx, { projectId, storage, epoch }: RepackPlace): Promise<void> {
    await tx.prepared(RELEASE, [projectId, storage, epoch]);
  }
}
