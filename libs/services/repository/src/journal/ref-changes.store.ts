import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import type { RefName } from '../git/refs/ref-name.js';
import type { ObjectId } from '../git/refs/object-id.js';
import { RepositoryBusy } from '../refusals.js';

/** Requested move of a ref. */
export interface RefMove {
  readonly ref: RefName;
  /** Null: the ref does not exist before. */
  readonly from: ObjectId | null;
  /** Null: the ref does not exist afterwards. */
  readonly to: ObjectId | null;
}

/** Interface through which refs were changed. */
export type RefChangeVia = 'http' | 'ssh' | 'api' | 'import';

/** User who moves the refs, and the interface. */
export interface RefChangeOrigin {
  readonly userId: number | null;
  readonly via: RefChangeVia;
  /** Options of a push that other services perform; null or absent without any. */
  readonly options?: readonly string[] | null;
}

/** Move as recorded in the journal. */
export interface RefChange extends RefMove, RefChangeOrigin {
  /** Increases with every change of the repository. */
  readonly sequence: number;
  /** Shared by all moves of one push or API request. */
  readonly pushId: string;
}

/** Move that was not settled: its process died, or lost the database. */
export interface OpenRefChange extends RefChange {
  readonly ageMs: number;
}

const COLUMNS = `id as sequence, ref, old_id as "from", new_id as "to", user_id as "userId", via, attempt_id as "pushId",
  push_options as options`;

const PREPARE = `insert into ref_changes (project_id, attempt_id, user_id, via, ref, old_id, new_id, push_options)
  select $1, $2, $3, $4, move.ref, move.old_id, move.new_id, $8::text[]
  from unnest($5::text[], $6::text[], $7::text[]) with ordinality as move (ref, old_id, new_id, position)
  order by move.position
  returning ${COLUMNS}`;

const OPEN = `select ${COLUMNS}, extract(epoch from now() - created_at)::float8 * 1000 as "ageMs"
  from ref_changes where project_id = $1 and state = 'prepared' order by id`;

/** Standing copies lack a change from the moment on when it is settled, unless they were waited for. */
const wantedBy = (project: string, sequence: string) => `update repository_copies
  set wanted = greatest(wanted, ${sequence}),
    behind_since = case when followed >= ${sequence} then behind_since else coalesce(behind_since, now()) end
  from newest where repository_copies.project_id = ${project} and is_standing`;

const SETTLE = `with closed as (update ref_changes
  set state = case when id = any($1::bigint[]) then 'settled' else 'refused' end, settled_at = now(), push_options = null
  where state = 'prepared' and id = any($1::bigint[] || $2::bigint[])
  returning id, project_id, state),
newest as (select project_id, max(id) as id from closed where state = 'settled' group by project_id),
followers as (${wantedBy('newest.project_id', 'newest.id')})
select id, false as "isRefused" from closed
union all select id, true from ref_changes where state = 'refused' and id = any($1::bigint[])`;

const PROJECTS_WITH_OPEN = `select distinct project_id as "projectId", storage
  from ref_changes join repositories using (project_id)
  where state = 'prepared' and storage = any($1::text[])
  and ref_changes.created_at <= now() - $2::float8 * interval '1 millisecond'`;

const WANT = `with newest as (select $2::bigint as sequence) ${wantedBy('$1', 'newest.sequence')}`;

type Rows<T> = T & Row;

/** All SQL of the journal of ref changes. */
@Injectable()
export class RefChangesStore {
  /** Records the intended moves of an attempt; returns them in the order of `moves`. */
  prepare(
    tx: Tx,
    attempt: RefChangeOrigin & { projectId: ProjectId; pushId: string; moves: readonly RefMove[] },
  ): Promise<RefChange[]> {
    const { projectId, pushId, userId, via, options = null, moves } = attempt;
    const column = <Key extends keyof RefMove>(key: Key) => moves.map((move) => move[key]);
    return tx.prepared<Rows<RefChange>>(PREPARE, [
      projectId,
      pushId,
      userId,
      via,
      column('ref'),
      column('from'),
      column('to'),
      options?.length ? options : null,
    ]);
  }

  /** Records a change that moves no ref: the standing copies that have not followed it lack it from now on. */
  async want(tx: Tx, projectId: ProjectId, sequence: number): Promise<void> {
    await tx.prepared(WANT, [projectId, sequence]);
  }

  /** Returns the changes that are prepared and not settled, oldest first. */
  open(db: Db, projectId: ProjectId): Promise<OpenRefChange[]> {
    return db.prepared<Rows<OpenRefChange>>(OPEN, [projectId]);
  }

  /**
   * Closes changes that are still open, and deletes their push options, which are published once; returns those of `moved` that this call closed, in their order.
   * @throws RepositoryBusy when another owner of the repository has refused one of `moved`
   */
  async settle(tx: Tx, moved: readonly RefChange[], refused: readonly RefChange[]): Promise<RefChange[]> {
    const ids = (changes: readonly RefChange[]) => changes.map(({ sequence }) => sequence);
    const rows = await tx.prepared<{ id: number; isRefused: boolean }>(SETTLE, [ids(moved), ids(refused)]);
    if (rows.some(({ isRefused }) => isRefused)) throw RepositoryBusy();
    const closed = new Set(rows.map(({ id }) => id));
    return moved.filter(({ sequence }) => closed.has(sequence));
  }

  /** Returns the projects on these storages with open changes of at least that age. */
  projectsWithOpen(
    db: Db,
    storages: readonly string[],
    ageMs: number,
  ): Promise<{ projectId: ProjectId; storage: string }[]> {
    return db.prepared(PROJECTS_WITH_OPEN, [storages, ageMs]);
  }
}
