import { Injectable } from '@nestjs/common';
import type { AccessLevel, InputOf, UserId, Visibility } from '@hearth/contract-kit';
import type { ClaimUserNamespace } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { levelInNamespace } from '../members/members.store.js';
import type { NamespaceKind } from './namespace.entity.js';

/** A namespace as creating a project in it needs to know it. */
export interface TargetNamespace {
  readonly id: number;
  readonly kind: NamespaceKind;
  readonly fullPath: string;
  readonly visibility: Visibility;
  /** Of the user who asked; admins are owners everywhere. */
  readonly level: AccessLevel;
}

/**
 * A path is claimed under the lock of the namespace around it, so that what was found free stays free until the commit. The route is
 * locked as well: who waited for a namespace that moved reads its new path, not the one from before the wait.
 */
const LOCK_TARGET = `
  select n.id, n.kind, route.path as "fullPath", n.visibility,
    case when $3::boolean then 50 else coalesce(${levelInNamespace('n', '$2::bigint')}, 0) end as level
  from namespaces n
  join routes route on route.namespace_id = n.id
  where n.id = coalesce($1::bigint, (select own.id from namespaces own where own.owner_user_id = $2))
  for no key update of n, route`;

const INSERT_USER_NAMESPACE = `
  insert into namespaces (kind, path, name, full_name, visibility, owner_user_id, owner_state, created_at)
  values ('user', $2, $2, $3, 'public', $1, 'active', $4)
  on conflict on constraint namespaces_owner do nothing
  returning id`;

const CLAIM_ROUTE = `
  insert into routes (path, namespace_id) values ($1, $2) on conflict (lower(path)) do nothing returning id`;

const FIND_BY_OWNER = 'select id from namespaces where owner_user_id = $1';

/** Namespaces and the paths they hold. */
@Injectable()
export class NamespacesStore {
  /**
   * Locks the namespace that a project is to be created in until the transaction ends.
   * @param namespaceId undefined: the user's own
   */
  async lockTarget(
    tx: Tx,
    namespaceId: number | undefined,
    user: { userId: UserId; admin: boolean },
  ): Promise<TargetNamespace | undefined> {
    const values = [namespaceId ?? null, user.userId, user.admin];
    const [namespace] = await tx.prepared<TargetNamespace & Record<string, unknown>>(LOCK_TARGET, values);
    return namespace;
  }

  /** @returns the new namespace's id; undefined when the user has one, also one that another transaction has just made */
  async insertForUser(tx: Tx, user: InputOf<typeof ClaimUserNamespace>): Promise<number | undefined> {
    const values = [user.userId, user.username, user.displayName, user.createdAt];
    const [row] = await tx.prepared<{ id: number }>(INSERT_USER_NAMESPACE, values);
    return row?.id;
  }

  /** @returns false when somebody holds the path */
  async claimRoute(tx: Tx, path: string, namespaceId: number): Promise<boolean> {
    const rows = await tx.prepared(CLAIM_ROUTE, [path, namespaceId]);
    return rows.length > 0;
  }

  async findByOwner(tx: Tx, userId: number): Promise<number | undefined> {
    const [row] = await tx.prepared<{ id: number }>(FIND_BY_OWNER, [userId]);
    return row?.id;
  }
}
