import { Injectable } from '@nestjs/common';
import type { UserId, Visibility } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { isActive } from './members.store.js';
import type { Holder } from './membership.rules.js';

/** What decides about memberships of a project or a group besides the memberships themselves. */
export interface HolderFacts {
  /** The user in whose namespace the project is: its owner, member or not. Null for groups and projects in them. */
  readonly ownerId: UserId | null;
  readonly visibility: Visibility;
  readonly requestAccessEnabled: boolean;
  /** `YYYY-MM-DD`, UTC, as the database has it. */
  readonly today: string;
}

const TODAY = `to_char(now() at time zone 'utc', 'YYYY-MM-DD') as today`;

const LOCK = {
  project: `
    select n.owner_user_id as "ownerId", p.visibility, p.request_access_enabled as "requestAccessEnabled", ${TODAY}
    from projects p join namespaces n on n.id = p.namespace_id
    where p.id = $1 for no key update of p`,
  group: `
    select null::bigint as "ownerId", visibility, request_access_enabled as "requestAccessEnabled", ${TODAY}
    from namespaces where id = $1 and kind = 'group' for no key update`,
};

/** A user cannot go while somebody makes them a member. */
const LOCK_USER = 'select id from namespaces where owner_user_id = $1 for key share';

/** Owners who can still sign in, of the group or of one above; the user is not counted. */
const HAS_OTHER_OWNER = `
  select exists (select from namespaces g
    join namespace_members held on held.namespace_id = any (g.ancestor_ids || g.id)
    join namespaces u on u.owner_user_id = held.user_id and u.owner_state = 'active'
    where g.id = $1 and held.level = 50 and held.user_id <> $2 and ${isActive('held')}) as found`;

/** Projects and groups as those who change their members need them. */
@Injectable()
export class HoldersStore {
  /**
   * Changes of the members of one project or group queue up at its row, so what was found about them stays true until the commit: two
   * owners who leave at once cannot each count on the other.
   * @returns undefined when it is gone
   */
  async lock(tx: Tx, holder: Holder): Promise<HolderFacts | undefined> {
    const [facts] = await tx.prepared<HolderFacts & Record<string, unknown>>(LOCK[holder.kind], [holder.id]);
    return facts;
  }

  /** Keeps the user from being deleted until the transaction ends. @returns false when there is no such user */
  async lockUser(tx: Tx, userId: number): Promise<boolean> {
    const rows = await tx.prepared(LOCK_USER, [userId]);
    return rows.length > 0;
  }

  /** Whether a group would have an owner without this user. True to the commit only while the group is locked. */
  async hasOtherOwner(tx: Tx, groupId: number, userId: number): Promise<boolean> {
    const [row] = await tx.prepared<{ found: boolean }>(HAS_OTHER_OWNER, [groupId, userId]);
    return row!.found;
  }
}
