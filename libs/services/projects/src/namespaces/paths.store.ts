import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { violatedConstraint, type Db, type Tx } from '@hearth/data';
import type { PathConflict } from './path-conflict.rules.js';

/** Name of the unique index of paths, as violations report it. */
const PATH_KEY = 'routes_path';

/**
 * SQL condition: a row's path is the given one or a descendant of it. '0' is the character after '/', so the range begins with the path and a
 * slash.
 */
function within(path: string): string {
  const given = `lower(${path})`;
  return `(lower(path) = ${given} or (lower(path) >= ${given} || '/' and lower(path) < ${given} || '0'))`;
}

/**
 * Rows are locked from parent to child, so two moves of one tree are serialised. A transaction that creates something inside waits and then
 * reads the new path (see LOCK_TARGET in namespaces.store).
 */
const LOCK_TREE = `
  select id from namespaces where id = $1::bigint or ancestor_ids @> array[$1::bigint] order by id for no key update`;

const TAKE = `
  insert into routes (path, namespace_id, project_id) values ($1::text, $2, $3) on conflict (lower(path)) do nothing
  returning id`;

/**
 * Ends redirects from the path and its descendants, and reservations of them. A separate statement: the previous owner may have left the path
 * while TAKE waited, and its reservation is visible only now.
 */
const CLEAR = `
  with redirected as (
    delete from redirects where ${within('$1::text')}
  ), released as (
    delete from reserved_paths where ${within('$1::text')} and $2::boolean
  )
  select exists (select from reserved_paths where ${within('$1::text')} and not $2::boolean) as reserved`;

const MOVE = `
  update routes set path = $2::text || substr(path, length($1::text) + 1) where ${within('$1::text')}`;

/**
 * Reserves the old paths of the moved namespaces, and redirects from those of the moved projects. At the new place, reservations and redirects
 * of others end, and those equal to the new paths; all other old ones of the moved records stay. A separate statement, for the same reason as
 * CLEAR.
 */
const LEAVE = `
  with moved as (
    select namespace_id, project_id, path as now, $1::text || substr(path, length($2::text) + 1) as before
    from routes where ${within('$2::text')}
  ), reserved as (
    select path from reserved_paths
    where ${within('$2::text')} and (namespace_id not in (select namespace_id from moved where namespace_id is not null)
      or lower(path) in (select lower(now) from moved)
        and (lower(path), namespace_id) not in (select lower(now), namespace_id from moved where namespace_id is not null))
  ), released as (
    delete from reserved_paths
    where ${within('$2::text')}
      and (lower(path) in (select lower(now) from moved) or path in (select path from reserved))
  ), ended as (
    delete from redirects
    where ${within('$2::text')} and (lower(path) in (select lower(now) from moved)
      or project_id not in (select project_id from moved where project_id is not null))
  ), redirected as (
    insert into redirects (path, project_id)
    select before, project_id from moved where project_id is not null and lower(before) <> lower(now)
    on conflict (lower(path)) do update set project_id = excluded.project_id, created_at = now()
  ), left_behind as (
    insert into reserved_paths (path, namespace_id)
    select before, namespace_id from moved where namespace_id is not null and lower(before) <> lower(now)
    on conflict (lower(path)) do update set namespace_id = excluded.namespace_id, created_at = now()
  )
  select exists (select from reserved) as reserved`;

const OF_NAMESPACE = 'select path from routes where namespace_id = $1';
const OF_PROJECT = 'select path from routes where project_id = $1';

const MOVED_PROJECT = 'select project_id as id from redirects where lower(path) = lower($1::text)';

/** New owner of a path: one of the two. */
export interface PathOwner {
  readonly namespaceId?: number;
  readonly projectId?: ProjectId;
}

/** User who takes a path: an admin can also take a reserved one, which ends the reservation. */
export interface Taker {
  readonly admin: boolean;
}

/**
 * Full paths: their owners, the reservations for former owners, and redirects for git from old paths of projects. The whole URL space of a
 * namespace moves in one statement, so no reader ever sees half of it.
 */
@Injectable()
export class PathsStore {
  /**
   * Prevents creating, renaming or moving anything in the namespace and its descendants until the transaction ends. During a wait for a row,
   * subgroups may be created in it, so the tree is locked again until it has not grown.
   * @returns false when there is no such namespace
   */
  async lockTree(tx: Tx, namespaceId: number): Promise<boolean> {
    for (let known = 0; ;) {
      const rows = await tx.prepared(LOCK_TREE, [namespaceId]);
      if (rows.length <= known) return known > 0;
      known = rows.length;
    }
  }

  async ofNamespace(db: Db, id: number): Promise<string> {
    const [row] = await db.prepared<{ path: string }>(OF_NAMESPACE, [id]);
    return row!.path;
  }

  async ofProject(db: Db, id: ProjectId): Promise<string> {
    const [row] = await db.prepared<{ path: string }>(OF_PROJECT, [id]);
    return row!.path;
  }

  /**
   * Gives a path to a new namespace or project. Redirects from the path and its descendants end.
   * @returns the reason why it cannot have the path; the transaction must then be rolled back
   */
  async take(
    tx: Tx,
    path: string,
    { namespaceId, projectId }: PathOwner,
    { admin }: Taker,
  ): Promise<PathConflict | undefined> {
    const rows = await tx.prepared(TAKE, [path, namespaceId ?? null, projectId ?? null]);
    if (rows.length === 0) return 'taken';
    const [cleared] = await tx.prepared<{ reserved: boolean }>(CLEAR, [path, admin]);
    return cleared!.reserved ? 'reserved' : undefined;
  }

  /**
   * Moves a namespace with all its contents, or a project. Lock the tree (of a project: its namespace, and the target namespace) first. A
   * namespace may return to each path that it had before.
   * @returns the reason why it cannot have one of the new paths; the transaction must then be rolled back
   */
  async move(tx: Tx, from: string, to: string, { admin }: Taker): Promise<PathConflict | undefined> {
    try {
      await tx.prepared(MOVE, [from, to]);
    } catch (error) {
      if (violatedConstraint(error) === PATH_KEY) return 'taken';
      throw error;
    }
    const [left] = await tx.prepared<{ reserved: boolean }>(LEAVE, [from, to]);
    return left!.reserved && !admin ? 'reserved' : undefined;
  }

  /** Project that had this path before and has another one now. */
  async movedProject(db: Db, path: string): Promise<ProjectId | undefined> {
    const [row] = await db.prepared<{ id: ProjectId }>(MOVED_PROJECT, [path]);
    return row?.id;
  }
}
