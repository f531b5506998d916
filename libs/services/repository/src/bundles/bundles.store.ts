import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';

/** Content of a bundle. */
export interface BundleContent {
  /** In bytes. */
  readonly size: number;
  /** Names of branches and tags, with their ids. */
  readonly refs: Readonly<Record<string, string>>;
}

/** Bundle that is offered to clients. */
export interface CurrentBundle extends BundleContent, Row {
  readonly id: string;
  readonly ageSeconds: number;
}

/** Bundles are offered for a week, unless they are renewed: older ones lack too much of the history. */
const IS_CURRENT = `size is not null and released_at is null and created_at > now() - interval '7 days'`;

const CURRENT = `select id, size, refs, extract(epoch from now() - created_at)::float8 as "ageSeconds"
  from repository_bundles where project_id = $1 and ${IS_CURRENT}`;

const OF_LIVING_PROJECT = `exists (select from repositories
  where repositories.project_id = repository_bundles.project_id and deleted_at is null)`;

/** Downloads of a released bundle may go on for an hour. */
const EXPIRED = `select id from repository_bundles
  where created_at < now() - interval '7 days' or released_at < now() - interval '1 hour'
  or size is null and created_at < now() - interval '1 day' or not ${OF_LIVING_PROJECT}
  order by created_at limit $1`;

const RELEASE_CURRENT = `update repository_bundles set released_at = now()
  where project_id = $1 and size is not null and released_at is null`;

/** All SQL about bundles of repositories in the store of objects. */
@Injectable()
export class BundlesStore {
  /** Returns the bundle of a project's repository that clients are offered; null without one. */
  async current(db: Db, projectId: ProjectId): Promise<CurrentBundle | null> {
    const [bundle] = await db.prepared<CurrentBundle>(CURRENT, [projectId]);
    return bundle ?? null;
  }

  async hasCurrent(db: Db, projectId: ProjectId): Promise<boolean> {
    const text = `select from repository_bundles where project_id = $1 and ${IS_CURRENT}`;
    return (await db.prepared(text, [projectId])).length > 0;
  }

  /** Returns the size of a bundle that clients may still download, in bytes; null for others. */
  async sizeOf(db: Db, id: string): Promise<number | null> {
    const text = `select size from repository_bundles where id = $1 and ${IS_CURRENT} and ${OF_LIVING_PROJECT}`;
    const [bundle] = await db.prepared<{ size: number }>(text, [id]);
    return bundle?.size ?? null;
  }

  /** Records a bundle before it is written, so that it is deleted if it is never completed. */
  async begin(tx: Tx, id: string, projectId: ProjectId): Promise<void> {
    await tx.prepared('insert into repository_bundles (id, project_id) values ($1, $2)', [id, projectId]);
  }

  /** Offers a written bundle in place of the one before. */
  async complete(tx: Tx, id: string, projectId: ProjectId, { size, refs }: BundleContent): Promise<void> {
    await tx.prepared(RELEASE_CURRENT, [projectId]);
    await tx.prepared('update repository_bundles set size = $2, refs = $3 where id = $1', [
      ...[id, size, JSON.stringify(refs)],
    ]);
  }

  /** Offers a bundle no more. */
  async release(tx: Tx, id: string): Promise<void> {
    await tx.prepared('update repository_bundles set released_at = coalesce(released_at, now()) where id = $1', [id]);
  }

  /** Returns bundles to delete, at most `limit`. */
  async expired(db: Db, limit: number): Promise<string[]> {
    return (await db.prepared<{ id: string }>(EXPIRED, [limit])).map(({ id }) => id);
  }

  /** Deletes the row of a deleted bundle. */
  async forget(tx: Tx, id: string): Promise<void> {
    await tx.prepared('delete from repository_bundles where id = $1', [id]);
  }
}
