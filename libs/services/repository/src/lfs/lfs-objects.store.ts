import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';

/** Object that a project has. */
export interface LfsObject {
  readonly oid: string;
  /** In bytes. */
  readonly size: number;
  /** Name of the stored content. */
  readonly object: string;
}

/** Total size of the objects of a project, in bytes; `sequence` increases with every change. */
export interface LfsTotal {
  readonly size: number;
  readonly sequence: number;
}

/** Result of a completed upload. */
export interface CompletedUpload {
  /** The project did not have the object before. */
  readonly isNew: boolean;
  /** The uploaded content is kept; false when there was one with the same oid. */
  readonly isKept: boolean;
}

const LINKED = `select o.oid, o.size, o.object from lfs_objects o join lfs_links l on l.object_id = o.id
  where l.project_id = $1 and o.oid = any($2::text[])`;

const IS_THERE = 'select from repositories where project_id = $1 and deleted_at is null for share';

/** The content of another upload of the same oid is kept. It is locked, so that the sweep does not delete it. */
const COMPLETE = `
  with kept as (
    insert into lfs_objects (oid, size, object) select $2, $3, object from lfs_uploads where object = $4
    on conflict (oid) do update set released_at = null returning id, object),
  linked as (
    insert into lfs_links (project_id, object_id) select $1, id from kept on conflict do nothing returning object_id),
  done as (delete from lfs_uploads where object in (select object from kept))
  select object = $4 as "isKept", exists (select from linked) as "isNew" from kept`;

const CHANGE_TOTAL = `
  insert into lfs_totals as t (project_id, size, sequence) values ($1, $2, 1)
  on conflict (project_id) do update set size = t.size + excluded.size, sequence = t.sequence + 1
  returning size, sequence`;

const COPY_LINKS = `
  with chosen as (
    select object_id from lfs_links where project_id = $1 and object_id > $3 order by object_id limit $4),
  linked as (
    insert into lfs_links (project_id, object_id) select $2, object_id from chosen order by object_id
    on conflict do nothing returning object_id)
  select (select max(object_id) from chosen) as last, coalesce(sum(size), 0)::bigint as bytes
  from linked join lfs_objects on lfs_objects.id = linked.object_id`;

const UNLINK_SOME = `
  with unlinked as (
    delete from lfs_links where (project_id, object_id) in (
      select project_id, object_id from lfs_links where project_id = $1 order by object_id limit $2)
    returning object_id),
  ordered as (
    select id from lfs_objects where id in (select object_id from unlinked) order by id for update),
  released as (update lfs_objects set released_at = now() where id in (select id from ordered))
  select from unlinked`;

/** Skips objects that are being linked. */
const LOCK_RELEASED = `select id from lfs_objects where released_at is not null
  order by released_at limit $1 for update skip locked`;

/** As old uploads, so that their contents are deleted next. */
const DELETE_UNLINKED = `
  with unused as (
    delete from lfs_objects where id = any($1::bigint[])
      and not exists (select from lfs_links where object_id = lfs_objects.id) returning object),
  kept as (
    update lfs_objects set released_at = null where id = any($1::bigint[])
      and exists (select from lfs_links where object_id = lfs_objects.id))
  insert into lfs_uploads (object, created_at) select object, '-infinity' from unused`;

const ABANDONED = `select object from lfs_uploads where created_at < now() - interval '1 day' order by created_at limit $1`;

/** All SQL about the objects of git LFS. */
@Injectable()
export class LfsObjectsStore {
  /** Returns those of the objects that a project has. */
  linked(db: Db, projectId: ProjectId, oids: readonly string[]): Promise<LfsObject[]> {
    return db.prepared<LfsObject & Row>(LINKED, [projectId, oids]);
  }

  /** Returns whether a project is there, and keeps it from being deleted until the transaction ends. */
  async isThere(tx: Tx, projectId: ProjectId): Promise<boolean> {
    return (await tx.prepared(IS_THERE, [projectId])).length > 0;
  }

  /** Records a content before it is written, so that it is deleted if its upload is never completed. */
  async begin(tx: Tx, object: string): Promise<void> {
    await tx.prepared('insert into lfs_uploads (object) values ($1)', [object]);
  }

  /** Gives a project the object of a written content; undefined when the content was given up meanwhile. */
  async complete(tx: Tx, projectId: ProjectId, { oid, size, object }: LfsObject): Promise<CompletedUpload | undefined> {
    const [completed] = await tx.prepared<CompletedUpload & Row>(COMPLETE, [projectId, oid, size, object]);
    return completed;
  }

  /** @param bytes that are added. @returns the new total */
  async changeTotal(tx: Tx, projectId: ProjectId, bytes: number): Promise<LfsTotal> {
    const [total] = await tx.prepared<LfsTotal & Row>(CHANGE_TOTAL, [projectId, bytes]);
    return total!;
  }

  /**
   * Gives a project at most `limit` objects of another one, by id.
   * @param after id of the last object that was copied; 0 at first
   * @returns the id of the last object, null at the end, and the bytes that the project did not have before
   */
  async copyLinks(
    tx: Tx,
    { from, to }: { readonly from: ProjectId; readonly to: ProjectId },
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<{ last: number | null; bytes: number }> {
    const [copied] = await tx.prepared<{ last: number | null; bytes: number }>(COPY_LINKS, [from, to, after, limit]);
    return { last: copied!.last, bytes: Number(copied!.bytes) };
  }

  /** Takes at most `limit` objects away from a deleted project; returns their number. */
  async unlinkSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(UNLINK_SOME, [projectId, limit])).length;
  }

  async deleteTotal(tx: Tx, projectId: ProjectId): Promise<number> {
    return (await tx.prepared('delete from lfs_totals where project_id = $1 returning project_id', [projectId])).length;
  }

  /** Deletes those of at most `limit` released objects that no project has. @returns the number of objects that were looked at */
  async deleteUnlinked(tx: Tx, limit: number): Promise<number> {
    const released = await tx.prepared<{ id: number }>(LOCK_RELEASED, [limit]);
    // A statement of its own: it sees links that were made until the locks were acquired.
    await tx.prepared(DELETE_UNLINKED, [released.map(({ id }) => id)]);
    return released.length;
  }

  /** Returns contents to delete, at most `limit`: of deleted objects, and of uploads that were not completed within a day. */
  async abandoned(db: Db, limit: number): Promise<string[]> {
    return (await db.prepared<{ object: string }>(ABANDONED, [limit])).map(({ object }) => object);
  }

  /** Deletes the rows of deleted contents. */
  async forget(tx: Tx, objects: readonly string[]): Promise<void> {
    await tx.prepared('delete from lfs_uploads where object = any($1::text[])', [objects]);
  }
}
