import { Injectable } from '@nestjs/common';
import type {
  AccessLevel,
  EventDataOf,
  GroupReference,
  InputOf,
  ProjectCreationLevel,
  UserId,
  Visibility,
} from '@hearth/contract-kit';
import type { UserUpdatedEvent } from '@hearth/identity-contracts';
import type { ClaimUserNamespaceCommand } from '@hearth/projects-contracts';
import type { Db, Row, Tx } from '@hearth/data';
import { levelInNamespace } from '../access/levels.finder.js';
import { limitsStorage } from '../repositories/within.finder.js';
import { NamespaceEntity, type NamespaceKind } from './namespace.entity.js';

/** A deleted namespace as it was. */
export interface DeletedNamespace {
  readonly id: number;
  readonly name: string;
  readonly fullName: string;
  readonly fullPath: string;
  /** Null for groups. */
  readonly ownerUserId: number | null;
}

/** Namespace with the facts needed to create a project in it. */
export interface TargetNamespace {
  readonly id: number;
  readonly kind: NamespaceKind;
  readonly fullPath: string;
  readonly visibility: Visibility;
  /** Whether the number of copies is set for repositories in it. */
  readonly setsCopies: boolean;
  readonly projectCreationLevel: ProjectCreationLevel;
  /** Name of the first branch, as the group or the one on top chooses. */
  readonly defaultBranch: string | null;
  /** Whether the size of all repositories in the namespace on top is limited. */
  readonly limitsStorage: boolean;
  /** Level of the calling user; admins are owners everywhere. */
  readonly level: AccessLevel;
}

/**
 * A path is claimed under the lock of its parent namespace, so that a free path stays free until the commit. The facts are read under the lock
 * by a separate statement: one that waited would see the path and the members as of before the wait.
 */
const LOCK_TARGET = `
  select n.id from namespaces n
  where n.id = coalesce($1::bigint, (select own.id from namespaces own where own.owner_user_id = $2))
  for no key update`;

const TARGET = `
  select n.id, n.kind, route.path as "fullPath", n.visibility,
    n.project_creation_level as "projectCreationLevel",
    coalesce(n.default_branch, (select top.default_branch from namespaces top where top.id = n.ancestor_ids[1])) as "defaultBranch",
    exists (select 1 from namespaces around
      where around.id = any (n.ancestor_ids || n.id) and around.repository_copies is not null) as "setsCopies",
    ${limitsStorage('n')} as "limitsStorage",
    case when $3::boolean then 50 else coalesce(${levelInNamespace('n', '$2::bigint')}, 0) end as level
  from namespaces n
  join routes route on route.namespace_id = n.id
  where n.id = $1`;

const INSERT_USER_NAMESPACE = `
  insert into namespaces (kind, path, name, full_name, visibility, owner_user_id, owner_state, created_at, owner_email)
  values ('user', $2, $2, $3, 'public', $1, 'active', $4, $5)
  on conflict on constraint namespaces_owner do nothing
  returning id`;

/** The newest revision wins, whatever the order of arrival. */
const NOTE_OWNER = `
  update namespaces set full_name = $2, owner_email = $3, owner_state = $4, owner_avatar_path = $5, owner_revision = $6,
    updated_at = now()
  where owner_user_id = $1 and owner_revision < $6`;

const DELETE_TREE = `
  delete from namespaces n using routes r where r.namespace_id = n.id and (n.id = $1::bigint or n.ancestor_ids @> array[$1::bigint])
  returning n.id, n.name, n.full_name as "fullName", r.path as "fullPath", n.owner_user_id as "ownerUserId"`;

const FIND_OF_USER = `
  select n.id from namespaces n
  where n.kind = 'user' and (n.owner_user_id = $3 or $4::boolean)
    and n.id = coalesce($1::bigint, (select named.namespace_id from routes named where lower(named.path) = lower($2::text)))`;

const FIND_GROUP = `select n.id from routes named join namespaces n on n.id = named.namespace_id
  where lower(named.path) = lower($1::text) and n.kind = 'group'`;

const FIND_BY_OWNER = 'select id from namespaces where owner_user_id = $1';

/** Namespaces and their paths. */
@Injectable()
export class NamespacesStore {
  /**
   * Locks the target namespace of a new project until the transaction ends.
   * @param namespaceId undefined: the user's own
   */
  async lockTarget(
    tx: Tx,
    namespaceId: number | undefined,
    user: { userId: UserId; admin: boolean },
  ): Promise<TargetNamespace | undefined> {
    const [locked] = await tx.prepared<{ id: number }>(LOCK_TARGET, [namespaceId ?? null, user.userId]);
    if (!locked) return undefined;
    const values = [locked.id, user.userId, user.admin];
    const [namespace] = await tx.prepared<TargetNamespace & Record<string, unknown>>(TARGET, values);
    return namespace;
  }

  /** @returns the new namespace's id; undefined when the user has one, including one just created by another transaction */
  async insertForUser(tx: Tx, user: InputOf<typeof ClaimUserNamespaceCommand>): Promise<number | undefined> {
    const values = [user.userId, user.username, user.displayName, user.createdAt, user.email ?? null];
    const [row] = await tx.prepared<{ id: number }>(INSERT_USER_NAMESPACE, values);
    return row?.id;
  }

  /** Renames a user namespace after its user; PathsStore moves the path in the URL space. */
  async callAfterUser(tx: Tx, id: number, username: string): Promise<void> {
    await tx.repository(NamespaceEntity).update({ id }, { path: username, name: username, updatedAt: () => 'now()' });
  }

  /** Updates the copy of a user's record. Late or repeated changes have no effect; deleted users stay deleted. */
  async noteOwner(tx: Tx, user: EventDataOf<typeof UserUpdatedEvent>): Promise<void> {
    const { userId, name, email, state, avatarPath, revision } = user;
    await tx.prepared(NOTE_OWNER, [userId, name, email, state, avatarPath, revision]);
  }

  /**
   * Deletes the namespace and its descendants, once no project is in them. Lock the tree first.
   * @returns the namespaces as they were
   */
  deleteTree(tx: Tx, id: number): Promise<DeletedNamespace[]> {
    return tx.prepared<DeletedNamespace & Row>(DELETE_TREE, [id]);
  }

  /** Ids among the given ones, at most 100, that are groups. */
  async existingGroups(db: Db, ids: readonly number[]): Promise<number[]> {
    const text = `select id from namespaces where id = any ($1::bigint[]) and kind = 'group'`;
    return (await db.prepared<{ id: number }>(text, [ids])).map(({ id }) => id);
  }

  async findByOwner(tx: Tx, userId: number): Promise<number | undefined> {
    const [row] = await tx.prepared<{ id: number }>(FIND_BY_OWNER, [userId]);
    return row?.id;
  }

  /** Returns the id of the group at a path. */
  async findGroup(db: Db, path: string): Promise<number | undefined> {
    const [row] = await db.prepared<{ id: number }>(FIND_GROUP, [path]);
    return row?.id;
  }

  /** User namespace by id or path: the user's own; for admins any user's. */
  async findOfUser(
    db: Db,
    reference: GroupReference,
    user: { id: UserId; admin: boolean },
  ): Promise<number | undefined> {
    const [id, path] = 'id' in reference ? [reference.id, null] : [null, reference.path];
    const [row] = await db.prepared<{ id: number }>(FIND_OF_USER, [id, path, user.id, user.admin]);
    return row?.id;
  }
}
