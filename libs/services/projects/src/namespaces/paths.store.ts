import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { violatedConstraint, type Db, type Tx } from '@hearth/data';

/** Name of the unique index of paths, as violations report it. */
const PATH_KEY = 'routes_path';

/** Paths below a path: '0' is the character after '/', so the range is exactly what begins with the path and a slash. */
function below(path: string): string {
  return `lower(path) >= lower(${path}) || '/' and lower(path) < lower(${path}) || '0'`;
}

/**
 * Rows are locked from the outside in, so two moves of one tree queue up, and whoever wants to create something inside waits and then
 * reads the new path (see LOCK_TARGET in namespaces.store).
 */
const LOCK_TREE = `
  select id from namespaces where id = $1::bigint or ancestor_ids @> array[$1::bigint] order by id for no key update`;

const TAKE = `
  insert into routes (path, namespace_id, project_id) values ($1::text, $2, $3) on conflict (lower(path)) do nothing
  returning id`;

/** Whoever holds a path holds all below it: nothing leads from there to somebody else any more. */
const CLEAR = `delete from redirects where lower(path) = lower($1::text) or (${below('$1::text')})`;

const MOVE = `
  update routes set path = $2::text || substr(path, length($1::text) + 1)
  where lower(path) = lower($1::text) or (${below('$1::text')})`;

/**
 * The paths that were left lead on until somebody takes them. Of the paths at the new place, only those that something moved had before, and
 * has not now, go on leading to it. A statement of its own: who held the new path may have left it while the one before waited, and what
 * leads on from there since then is seen only now.
 */
const LEAD_ON = `
  with moved as (
    select namespace_id, project_id, path as now, $1::text || substr(path, length($2::text) + 1) as before
    from routes where lower(path) = lower($2::text) or (${below('$2::text')})
  ), taken as (
    delete from redirects
    where (lower(path) = lower($2::text) or (${below('$2::text')}))
      and (lower(path) in (select lower(now) from moved)
        or not (coalesce(namespace_id in (select namespace_id from moved), false)
          or coalesce(project_id in (select project_id from moved), false)))
  )
  insert into redirects (path, namespace_id, project_id)
  select before, namespace_id, project_id from moved where lower(before) <> lower(now)
  on conflict (lower(path)) do update set namespace_id = excluded.namespace_id, project_id = excluded.project_id, created_at = now()`;

const OF_NAMESPACE = 'select path from routes where namespace_id = $1';
const OF_PROJECT = 'select path from routes where project_id = $1';

/** Whose path it is now that used to be this one. */
const MOVED_PROJECT = `
  select r.project_id as id from redirects r where lower(r.path) = lower($1::text) and r.project_id is not null`;

/** Who takes a path: one of the two. */
export interface Holder {
  readonly namespaceId?: number;
  readonly projectId?: ProjectId;
}

/** Moves paths. The whole URL space of a namespace moves in one statement, so nobody ever sees half of it. */
@Injectable()
export class PathsStore {
  /**
   * Keeps everybody from creating, renaming or moving anything in the namespace and below it until the transaction ends. While one waits
   * for a row, subgroups may appear below it, so the tree is locked again until it has not grown.
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

  /** Gives a free path to a new namespace or project; what it led to before it leads to no more. @returns false when somebody holds it */
  async take(tx: Tx, path: string, { namespaceId, projectId }: Holder): Promise<boolean> {
    const rows = await tx.prepared(TAKE, [path, namespaceId ?? null, projectId ?? null]);
    if (rows.length === 0) return false;
    await tx.prepared(CLEAR, [path]);
    return true;
  }

  /**
   * Moves a namespace with all that is in it, or a project. Lock the tree (of a project: its namespace, and the one it goes to) first.
   * @returns false when somebody holds one of the new paths: the transaction is then to be given up
   */
  async move(tx: Tx, from: string, to: string): Promise<boolean> {
    try {
      await tx.prepared(MOVE, [from, to]);
    } catch (error) {
      if (violatedConstraint(error) === PATH_KEY) return false;
      throw error;
    }
    await tx.prepared(LEAD_ON, [from, to]);
    return true;
  }

  /** The project that had this path before and has another one now. */
  async movedProject(db: Db, path: string): Promise<ProjectId | undefined> {
    const [row] = await db.prepared<{ id: ProjectId }>(MOVED_PROJECT, [path]);
    return row?.id;
  }
}
