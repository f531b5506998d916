import { Injectable } from '@nestjs/common';
import { AccessLevel, type UserId, type Visibility } from '@hearth/contract-kit';
import type { Row, Tx } from '@hearth/data';
import { isActive } from '../access/levels.finder.js';
import { LOWERED_AT_ONCE, LOWERED_COLUMNS, type LoweredProject } from '../forks/forks.store.js';

/** Place of a group in the tree. */
export interface GroupPlace {
  /** Null: a top-level group. */
  readonly parentId: number | null;
  readonly ancestorIds: readonly number[];
}

/** In the order of ids, as transfers of projects lock. */
const LOCK = `
  select id from namespaces where id = $1::bigint or id = $2::bigint or ancestor_ids @> array[$1::bigint]
  order by id for no key update`;

const DEPTH = `
  select max(cardinality(ancestor_ids)) as depth from namespaces where id = $1::bigint or ancestor_ids @> array[$1::bigint]`;

/** @param $2 number of ancestors before */
const MOVE = `
  update namespaces set ancestor_ids = $4::bigint[] || ancestor_ids[$2::int + 1 :],
    parent_id = case when id = $1::bigint then $3::bigint else parent_id end, updated_at = now()
  where id = $1::bigint or ancestor_ids @> array[$1::bigint]`;

const LOWER_GROUPS = `
  update namespaces set visibility = $2, updated_at = now()
  where (id = $1::bigint or ancestor_ids @> array[$1::bigint]) and visibility = any ($3::text[])`;

/** Projects of the group and its descendants, with their forks anywhere: a fork is at most as open as its source. */
const LOWER_PROJECTS = `
  with recursive lowered (id) as (
    select p.id from projects p where p.namespace_id = any (array(
      select g.id from namespaces g where g.id = $1::bigint or g.ancestor_ids @> array[$1::bigint]))
    union
    select fork.id from projects fork join lowered on fork.forked_from_id = lowered.id
  )
  update projects p set visibility = $2, updated_at = now()
  where p.id = any (array(select one.id from projects one join lowered using (id) where one.visibility = any ($3::text[]) limit $4))
  returning ${LOWERED_COLUMNS}`;

const ADD_OWNER = `
  insert into namespace_members (namespace_id, user_id, level)
  select $1, $2, ${AccessLevel.owner} where not exists (select from namespace_members held
    where held.namespace_id = $1 and held.level = ${AccessLevel.owner} and ${isActive('held')})
  on conflict (namespace_id, user_id) do update set level = excluded.level, expires_at = null, updated_at = now()`;

/** SQL of moving a group with everything in it. PathsStore moves its paths. */
@Injectable()
export class GroupTransfersStore {
  /**
   * Locks the group, its descendants and the new parent until the transaction ends. During a wait for a row, subgroups may be created or moved
   * into the group, so the rows are locked again until there are no more of them.
   */
  async lock(tx: Tx, groupId: number, parentId: number | null): Promise<void> {
    for (let known = -1; ;) {
      const rows = await tx.prepared(LOCK, [groupId, parentId]);
      if (rows.length <= known) return;
      known = rows.length;
    }
  }

  /** Number of ancestors of the deepest descendant, or of the group itself. */
  async depth(tx: Tx, groupId: number): Promise<number> {
    const [row] = await tx.prepared<{ depth: number }>(DEPTH, [groupId]);
    return row!.depth;
  }

  async move(tx: Tx, groupId: number, before: GroupPlace, now: GroupPlace): Promise<void> {
    await tx.prepared(MOVE, [groupId, before.ancestorIds.length, now.parentId, now.ancestorIds]);
  }

  /** Lowers the group and its descendants. @param higher visibilities above the new one */
  async lowerGroups(tx: Tx, groupId: number, to: Visibility, higher: readonly Visibility[]): Promise<void> {
    await tx.prepared(LOWER_GROUPS, [groupId, to, higher]);
  }

  /** Lowers projects in the group, and their forks. @returns at most LOWERED_AT_ONCE; fewer when no more are left */
  lowerProjects(tx: Tx, groupId: number, to: Visibility, higher: readonly Visibility[]): Promise<LoweredProject[]> {
    return tx.prepared<LoweredProject & Row>(LOWER_PROJECTS, [groupId, to, higher, LOWERED_AT_ONCE]);
  }

  /** Makes the user an owner of a group that has none of its own. */
  async addOwner(tx: Tx, groupId: number, userId: UserId): Promise<void> {
    await tx.prepared(ADD_OWNER, [groupId, userId]);
  }
}
