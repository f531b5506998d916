import { Injectable } from '@nestjs/common';
import type { GroupStanding, ProjectStanding } from '@hearth/access';
import type { Principal, ProjectId, UserId, Visibility } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { featuresOf } from '../access/access.store.js';
import { accessTo, isActive, levelInNamespace } from '../access/levels.finder.js';
import type { MemberSource, MemberSourceKind } from './membership.rules.js';

/** Facts of a project or a group that decide about its memberships, besides the memberships themselves. */
export type MemberSourceFacts<Kind extends MemberSourceKind = MemberSourceKind> = (Kind extends 'project'
  ? ProjectStanding
  : GroupStanding) &
  MembershipFacts;

interface MembershipFacts {
  /** The user in whose namespace the project is: its owner, member or not. Null for groups and projects in them. */
  readonly ownerId: UserId | null;
  readonly visibility: Visibility;
  readonly requestAccessEnabled: boolean;
  /** `YYYY-MM-DD`, UTC, as the database has it. */
  readonly today: string;
}

/** Only locks: a statement that waited for a row sees all other rows as of before the wait. */
const LOCK = {
  project: 'select id from projects where id = $1 for no key update',
  group: `select id from namespaces where id = $1 and kind = 'group' for no key update`,
};

const GROUP_OF = `select n.id from projects p join namespaces n on n.id = p.namespace_id and n.kind = 'group' where p.id = $1`;

const TODAY = `to_char(now() at time zone 'utc', 'YYYY-MM-DD') as today`;
const ACTOR = { user: '$2::bigint', admin: '$3::boolean', external: 'false' };

const FACTS = {
  project: `
    select n.owner_user_id as "ownerId", p.visibility, p.archived, ${featuresOf('p')} as features, p.request_access_enabled as "requestAccessEnabled", ${TODAY},
      ${accessTo('p', 'n', ACTOR).level} as level
    from projects p join namespaces n on n.id = p.namespace_id where p.id = $1`,
  group: `
    select null::bigint as "ownerId", g.visibility, g.request_access_enabled as "requestAccessEnabled", ${TODAY},
      case when $3::boolean then 50 else coalesce(${levelInNamespace('g', '$2::bigint')}, 0) end as level
    from namespaces g where g.id = $1`,
};

/** Prevents the deletion of a user who is being made a member. */
export const LOCK_USER = 'select id from namespaces where owner_user_id = $1 for key share';

/** Active owners of the group or an ancestor, other than the user. */
const HAS_OTHER_OWNER = `
  select exists (select from namespaces g
    join namespace_members held on held.namespace_id = any (g.ancestor_ids || g.id)
    join namespaces u on u.owner_user_id = held.user_id and u.owner_state = 'active'
    where g.id = $1 and held.level = 50 and held.user_id <> $2 and ${isActive('held')}) as found`;

/** Projects and groups, as far as changes of members depend on them. */
@Injectable()
export class MemberSourcesStore {
  /**
   * Changes of the members of one project or group are serialised by a lock on its row, so the facts stay true until the commit: two owners
   * who leave at once cannot each rely on the other. The actor's level is read under the lock, so a level lost during the wait does not count.
   * @returns undefined when it is gone
   */
  async lock<Kind extends MemberSourceKind>(
    tx: Tx,
    { kind, id }: Extract<MemberSource, { kind: Kind }>,
    actor: Pick<Principal, 'userId' | 'admin'>,
  ): Promise<MemberSourceFacts<Kind> | undefined> {
    const locked = await tx.prepared(LOCK[kind], [id]);
    if (locked.length === 0) return undefined;
    const values = [id, actor.userId, actor.admin];
    const [facts] = await tx.prepared<MemberSourceFacts<Kind> & Record<string, unknown>>(FACTS[kind], values);
    return facts;
  }

  /**
   * Locks a project with its group, in the order in which transfers lock them.
   * @returns undefined when the project is gone; `group` is null for a project of a user, and for one that is transferred meanwhile
   */
  async lockWithGroup(
    tx: Tx,
    projectId: ProjectId,
    actor: Pick<Principal, 'userId' | 'admin'>,
  ): Promise<
    | {
        readonly project: MemberSourceFacts<'project'>;
        readonly group: (MemberSourceFacts<'group'> & { readonly id: number }) | null;
      }
    | undefined
  > {
    const groupId = await this.groupOf(tx, projectId);
    const group = groupId === null ? undefined : await this.lock(tx, { kind: 'group', id: groupId }, actor);
    const project = await this.lock(tx, { kind: 'project', id: projectId }, actor);
    if (!project) return undefined;
    const isSame = groupId !== null && group && (await this.groupOf(tx, projectId)) === groupId;
    return { project, group: isSame ? { ...group, id: groupId } : null };
  }

  /** @returns id of the project's group; null for a project of a user */
  private async groupOf(tx: Tx, projectId: ProjectId): Promise<number | null> {
    const [row] = await tx.prepared<{ id: number }>(GROUP_OF, [projectId]);
    return row?.id ?? null;
  }

  /** Keeps the user from being deleted until the transaction ends. @returns false when there is no such user */
  async lockUser(tx: Tx, userId: number): Promise<boolean> {
    const rows = await tx.prepared(LOCK_USER, [userId]);
    return rows.length > 0;
  }

  /** Whether a group would have an owner without this user. True until the commit only while the group is locked. */
  async hasOtherOwner(tx: Tx, groupId: number, userId: number): Promise<boolean> {
    const [row] = await tx.prepared<{ found: boolean }>(HAS_OTHER_OWNER, [groupId, userId]);
    return row!.found;
  }
}
