import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { isActive } from '../access/levels.finder.js';

/** Transactions that give the user something hold this row: this one waits for them, and later ones find no user. */
const LOCK_SELF = 'select id from namespaces where owner_user_id = $1 for update';

/**
 * Two owners who leave at the same time are serialised by the group's row, so that they cannot each rely on the other. The row is locked
 * before the query for other owners: that is another statement, which sees the changes that this one waited for.
 */
const LOCK_OWNED = `
  select id from namespaces
  where kind = 'group' and id in (select namespace_id from namespace_members where user_id = $1 and level = 50)
  order by id for no key update`;

/** Groups without another owner, neither direct nor of an ancestor; a blocked user does not count. */
const OWNED_ALONE = `
  select owned.id, route.path as "fullPath"
  from namespace_members held
  join namespaces owned on owned.id = held.namespace_id and owned.kind = 'group'
  join routes route on route.namespace_id = owned.id
  where held.user_id = $1 and held.level = 50 and ${isActive('held')}
    and not exists (select from namespace_members other
      join namespaces person on person.owner_user_id = other.user_id and person.owner_state = 'active'
      where other.namespace_id = any (owned.ancestor_ids || owned.id) and other.user_id <> $1 and other.level = 50
        and ${isActive('other')})
  order by lower(route.path)`;

const DELETE_HOLDINGS = [
  'delete from namespace_members where user_id = $1',
  'delete from project_members where user_id = $1',
  'delete from access_requests where user_id = $1',
  `with given_back as (delete from project_stars where user_id = $1 returning project_id)
   update projects set star_count = star_count - 1 where id in (select project_id from given_back)`,
];

/** Memberships, access requests and stars of a user. */
@Injectable()
export class UserRelationsStore {
  /**
   * Groups that would have no owner without the user, by path. Until the transaction ends, no owner of them can leave, and the user gets no
   * other group.
   */
  async lockGroupsOwnedAlone(tx: Tx, userId: number): Promise<{ id: number; fullPath: string }[]> {
    await tx.prepared(LOCK_SELF, [userId]);
    await tx.prepared(LOCK_OWNED, [userId]);
    return tx.prepared<{ id: number; fullPath: string }>(OWNED_ALONE, [userId]);
  }

  /** Memberships, requests for access, and stars. */
  async deleteOf(tx: Tx, userId: number): Promise<void> {
    for (const statement of DELETE_HOLDINGS) await tx.prepared(statement, [userId]);
  }
}
