import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { isActive } from '../access/levels.finder.js';

/** Whoever is about to give the user something holds this row: it is waited for them, and after that they find nobody. */
const LOCK_SELF = 'select id from namespaces where owner_user_id = $1 for update';

/**
 * Two owners who leave at the same time meet at the group's row, so that not each of them counts on the other. The row is locked before
 * anybody looks who else owns the group: that is another statement, which sees what the one before has waited for.
 */
const LOCK_OWNED = `
  select id from namespaces
  where kind = 'group' and id in (select namespace_id from namespace_members where user_id = $1 and level = 50)
  order by id for no key update`;

/** Groups that have no other owner, neither of their own nor of a group above; a blocked one cannot take over. */
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

/** What a user holds besides the own namespace. */
@Injectable()
export class UserRelationsStore {
  /**
   * The groups that nobody would own without the user, by path; until the transaction ends nobody else can give one up, and the user gets
   * no other.
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
