import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { NamespaceEntity } from '../namespaces/namespace.entity.js';
import { isWithin } from './within.finder.js';

const AROUND_PROJECT = `
  select (select sum(held.repository_size + held.lfs_size) from projects held where ${isWithin('held', 'top')})::bigint as bytes
  from projects p join namespaces n on n.id = p.namespace_id join namespaces top on top.id = coalesce(n.ancestor_ids[1], n.id)
  where p.id = $1`;

const LOCK = `
  select n.parent_id as "parentId", n.kind, n.storage_size_limit as "storageSizeLimit", route.path as "fullPath"
  from namespaces n join routes route on route.namespace_id = n.id where n.id = $1 for no key update of n`;

/** Namespace on top of `$1` that has a limit, with the bytes that are left. */
const TOP = `top as (
  select top.id, top.storage_size_limit - coalesce(
    (select sum(held.repository_size + held.lfs_size) from projects held where ${isWithin('held', 'top')}), 0) as "left"
  from namespaces n join namespaces top on top.id = coalesce(n.ancestor_ids[1], n.id)
  where n.id = $1 and top.storage_size_limit is not null)`;

/** Number of the locks of namespaces on top, as the seed of their hashes. */
const TOP_LOCK = 1_795_856_400;

/** In a statement of its own: a statement that waits for a lock does not see what was written in the meantime. */
const LOCK_TOP = `
  select pg_advisory_xact_lock(hashtextextended(coalesce(ancestor_ids[1], id)::text, ${TOP_LOCK})) from namespaces where id = $1`;

const LEFT = `with ${TOP} select "left" > 0 as fits from top`;

const FITS_PROJECT = `
  with ${TOP} select ($3::boolean and coalesce(n.ancestor_ids[1], n.id) = top.id)
    or p.repository_size + p.lfs_size <= top."left" as fits
  from top, projects p join namespaces n on n.id = p.namespace_id where p.id = $2`;

const FITS_GROUP = `
  with ${TOP} select coalesce(g.ancestor_ids[1], g.id) = top.id or coalesce(
    (select sum(held.repository_size + held.lfs_size) from projects held where ${isWithin('held', 'g')}), 0) <= top."left" as fits
  from top, namespaces g where g.id = $2`;

/** Namespace whose limit changes. */
export type LimitedNamespace = Pick<NamespaceEntity, 'parentId' | 'kind' | 'storageSizeLimit'> & {
  readonly fullPath: string;
};

/** Sizes of namespaces, and their limits. */
@Injectable()
export class NamespaceStorageStore {
  /** Returns the bytes of all repositories and LFS objects in the namespace on top of a project; 0 for a project that is gone. */
  async aroundProject(db: Db, projectId: ProjectId): Promise<number> {
    const [row] = await db.prepared<{ bytes: number }>(AROUND_PROJECT, [projectId]);
    return row?.bytes ?? 0;
  }

  /** Locks a namespace until the transaction ends. @returns undefined when it is gone */
  async lock(tx: Tx, namespaceId: number): Promise<LimitedNamespace | undefined> {
    const [row] = await tx.prepared<LimitedNamespace & Row>(LOCK, [namespaceId]);
    return row;
  }

  /** Returns true when the limit of a namespace, if it has one, is not reached. All sizes are those that were measured last. */
  hasRoom(tx: Tx, namespaceId: number): Promise<boolean> {
    return fits(tx, LEFT, [namespaceId]);
  }

  /** Returns true when a copy of a project has room in a namespace. */
  hasRoomForCopy(tx: Tx, namespaceId: number, projectId: ProjectId): Promise<boolean> {
    return fits(tx, FITS_PROJECT, [namespaceId, projectId, false]);
  }

  /**
   * Returns true when a project may move into a namespace: it has room there, or counts for the same limit already. Moves below the same namespace on
   * top wait for each other until the transaction ends.
   */
  async hasRoomForProject(tx: Tx, namespaceId: number, projectId: ProjectId): Promise<boolean> {
    await tx.prepared(LOCK_TOP, [namespaceId]);
    return fits(tx, FITS_PROJECT, [namespaceId, projectId, true]);
  }

  /** The same for a group with everything in it. */
  async hasRoomForGroup(tx: Tx, namespaceId: number, groupId: number): Promise<boolean> {
    await tx.prepared(LOCK_TOP, [namespaceId]);
    return fits(tx, FITS_GROUP, [namespaceId, groupId]);
  }

  /** @param bytes null: no limit */
  async limit(tx: Tx, namespaceId: number, bytes: number | null): Promise<void> {
    const changes = { storageSizeLimit: bytes, updatedAt: () => 'now()' };
    await tx.repository(NamespaceEntity).update({ id: namespaceId }, changes);
  }
}

/** A namespace without a limit gives no row. */
async function fits(tx: Tx, text: string, values: unknown[]): Promise<boolean> {
  const [row] = await tx.prepared<{ fits: boolean }>(text, values);
  return row?.fits ?? true;
}
