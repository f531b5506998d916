import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';

/** The gits that the owners of storages run for clients, of those with the repository or a complete copy. */
const IS_BUSIEST = `own.gits > (select max(gits) from storage_owners as others
  where others.storage <> $2 and others.renewed_at > now() - $4::float8 * interval '1 millisecond'
  and (others.storage = repositories.storage or exists (select from repository_copies as copies
    where copies.project_id = $1 and copies.storage = others.storage and is_standing and followed >= wanted)))`;

/** The claim of a process that died, or lost its storage, counts no more. */
const CLAIM = `update repositories set repacking_storage = own.storage, repacking_epoch = own.epoch
  from storage_owners as own
  where project_id = $1 and own.storage = $2 and deleted_at is null
  and (repacking_storage is null or repacking_storage = $2 or not exists (select from storage_owners as claiming
    where claiming.storage = repacking_storage and claiming.epoch = repacking_epoch
    and claiming.renewed_at > now() - $4::float8 * interval '1 millisecond'))
  and not ($3 and coalesce(${IS_BUSIEST}, false))
  returning own.epoch`;

const RELEASE = `update repositories set repacking_storage = null, repacking_epoch = null
  where project_id = $1 and repacking_storage = $2 and repacking_epoch = $3`;

/** All SQL about the storages that repack a repository or a copy of it. */
@Injectable()
export class RepacksStore {
  /**
   * Claims the repack of a repository for a storage.
   * @param yields leaves it to another storage with the repository while this one is the busiest of them
   * @param servedMs age up to which a lease counts
   * @returns the epoch of the claim; null while it is another storage's turn
   */
  async claim(
    tx: Tx,
    projectId: ProjectId,
    storage: string,
    { yields, servedMs }: { readonly yields: boolean; readonly servedMs: number },
  ): Promise<number | null> {
    const [claim] = await tx.prepared<{ epoch: number }>(CLAIM, [projectId, storage, yields, servedMs]);
    return claim?.epoch ?? null;
  }

  async release(tx: Tx, projectId: ProjectId, storage: string, epoch: number): Promise<void> {
    await tx.prepared(RELEASE, [projectId, storage, epoch]);
  }
}
