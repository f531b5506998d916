import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { NamespaceEntity } from '../namespaces/namespace.entity.js';
import { isWithin } from './within.finder.js';

const AROUND_PROJECT = `
  select (select sum(held.repository_size + held.lfs_size) from projects held where ${isWithin('held', 'top')})::bigint as bytes
  from projects p join namespaces n on n.id = p.namespace_id join namespaces top on top.id = coalesce(n.ancestor_ids[1], n.id)
  where p.id = $1`;

const LOCK = 'select parent_id as "parentId" from namespaces where id = $1 for no key update';

/** Sizes of namespaces, and their limits. */
@Injectable()
export class NamespaceStorageStore {
  /** Returns the bytes of all repositories and LFS objects in the namespace on top of a project; 0 for a project that is gone. */
  async aroundProject(db: Db, projectId: ProjectId): Promise<number> {
    const [row] = await db.prepared<{ bytes: number }>(AROUND_PROJECT, [projectId]);
    return row?.bytes ?? 0;
  }

  /** Locks a namespace until the transaction ends. @returns undefined when it is gone */
  async lock(tx: Tx, namespaceId: number): Promise<Pick<NamespaceEntity, 'parentId'> | undefined> {
    const [row] = await tx.prepared<Pick<NamespaceEntity, 'parentId'> & Row>(LOCK, [namespaceId]);
    return row;
  }

  /** @param bytes null: no limit */
  async limit(tx: Tx, namespaceId: number, bytes: number | null): Promise<void> {
    const changes = { storageSizeLimit: bytes, updatedAt: () => 'now()' };
    await tx.repository(NamespaceEntity).update({ id: namespaceId }, changes);
  }
}
