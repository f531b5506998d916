import { Injectable } from '@nestjs/common';
import type { AccessLevel, UserId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';
import { LOCK_USER } from '../members/member-sources.store.js';
import { NamespaceMemberEntity } from '../members/namespace-member.entity.js';
import { levelInNamespace } from '../access/levels.finder.js';
import { NamespaceEntity } from '../namespaces/namespace.entity.js';
import type { PathConflict } from '../namespaces/path-conflict.rules.js';
import type { Taker } from '../namespaces/paths.store.js';
import { limitsStorage } from '../repositories/within.finder.js';

/** Name of the unique index of the names of sibling groups, as violations report it. */
export const NAME_KEY = 'namespaces_name';

/** Group as a complete record. */
export interface GroupRecord extends Pick<
  NamespaceEntity,
  | 'id'
  | 'path'
  | 'name'
  | 'fullName'
  | 'description'
  | 'visibility'
  | 'lfsEnabled'
  | 'requestAccessEnabled'
  | 'shareWithGroupLock'
  | 'projectCreationLevel'
  | 'defaultBranch'
  | 'subgroupCreationLevel'
  | 'createdAt'
  | 'avatarFile'
  | 'parentId'
  | 'repositorySizeLimit'
  | 'repositoryCopies'
> {
  readonly fullPath: string;
  /** Only on request: bytes of the projects directly in the group. */
  readonly statistics?: {
    readonly repositorySize: number;
    readonly lfsSize: number;
    readonly artifactsSize: number;
  };
}

/** Settings of a group that can be chosen at creation or later. */
export type GroupSettings = Pick<
  NamespaceEntity,
  | 'description'
  | 'visibility'
  | 'lfsEnabled'
  | 'requestAccessEnabled'
  | 'shareWithGroupLock'
  | 'projectCreationLevel'
  | 'defaultBranch'
  | 'subgroupCreationLevel'
  | 'repositorySizeLimit'
  | 'repositoryCopies'
>;

/** Facts of a locked group, for changing it or adding a subgroup. */
export interface LockedGroup extends Pick<
  NamespaceEntity,
  'id' | 'path' | 'name' | 'fullName' | 'visibility' | 'parentId' | 'ancestorIds' | 'subgroupCreationLevel'
> {
  readonly fullPath: string;
  /** Whether the size of all repositories in the group on top is limited. */
  readonly limitsStorage: boolean;
  /** Level of the calling user; admins are owners everywhere. */
  readonly level: AccessLevel;
}

/** Columns of a GroupRecord, from a namespaces row `g` and its routes row `route`. */
export const GROUP_COLUMNS = `
  g.id, g.path, g.name, g.full_name as "fullName", g.description, g.visibility, g.lfs_enabled as "lfsEnabled",
  g.request_access_enabled as "requestAccessEnabled", g.share_with_group_lock as "shareWithGroupLock",
  g.project_creation_level as "projectCreationLevel", g.default_branch as "defaultBranch",
  g.subgroup_creation_level as "subgroupCreationLevel",
  g.created_at as "createdAt", g.avatar_file as "avatarFile", g.parent_id as "parentId",
  g.repository_size_limit as "repositorySizeLimit", g.repository_copies as "repositoryCopies", route.path as "fullPath"`;

const ONE = `
  select ${GROUP_COLUMNS} from namespaces g join routes route on route.namespace_id = g.id where g.id = $1 and g.kind = 'group'`;

/**
 * Locks first, then reads with a separate statement: a statement that waited for a row still sees all other data (the path, the members) as of
 * before the wait.
 */
const LOCK = `select id from namespaces where id = $1 and kind = 'group' for no key update`;

const LOCKED = `
  select g.id, g.path, g.name, g.full_name as "fullName", g.visibility, g.parent_id as "parentId",
    to_jsonb(g.ancestor_ids) as "ancestorIds", g.subgroup_creation_level as "subgroupCreationLevel", route.path as "fullPath",
    ${limitsStorage('g')} as "limitsStorage",
    case when $3::boolean then 50 else coalesce(${levelInNamespace('g', '$2::bigint')}, 0) end as level
  from namespaces g
  join routes route on route.namespace_id = g.id
  where g.id = $1`;

/** Keeps the group's parent from changing; locks are always acquired from parent to child. */
const HOLD_PARENT = `
  select id from namespaces where id = (select g.parent_id from namespaces g where g.id = $1) for share`;

const PARENT = `
  select around.visibility, route.path as "fullPath", around.full_name as "fullName"
  from namespaces around join routes route on route.namespace_id = around.id
  where around.id = $1`;

/** A path that belongs to a project is not available to a group; admins may take a reserved one. */
const TAKEN = `
  select exists (select from namespaces where kind = 'group' and coalesce(parent_id, 0) = coalesce($1::bigint, 0)
      and name = $2 and id is distinct from $4::bigint) as name,
    case when exists (select from routes where lower(path) = lower($3::text) and (namespace_id = $4::bigint) is not true) then 'taken'
      when not $5::boolean and exists (select from reserved_paths
        where lower(path) = lower($3::text) and (namespace_id = $4::bigint) is not true) then 'reserved' end as path`;

const HIGHER_INSIDE = `
  select exists (select from projects where namespace_id = $1 and visibility = any ($2::text[])) as projects,
    exists (select from namespaces where parent_id = $1 and kind = 'group' and visibility = any ($2::text[])) as groups`;

const LONGEST_PATH = `
  select max(length(route.path)) as length from namespaces g join routes route on route.namespace_id = g.id
  where g.id = $1::bigint or g.ancestor_ids @> array[$1::bigint]`;

const RENAME_BELOW = `
  update namespaces set full_name = $3::text || substr(full_name, length($2::text) + 1)
  where ancestor_ids @> array[$1::bigint]`;

/** Groups. PathsStore moves the paths of the URL space. */
@Injectable()
export class GroupsStore {
  async one(db: Db, id: number): Promise<GroupRecord | undefined> {
    const [record] = await db.prepared<GroupRecord & Record<string, unknown>>(ONE, [id]);
    return record;
  }

  /** Keeps the user from being deleted until the transaction ends. Acquire this lock first. @returns false when there is no such user */
  async lockFounder(tx: Tx, userId: UserId): Promise<boolean> {
    const rows = await tx.prepared(LOCK_USER, [userId]);
    return rows.length > 0;
  }

  /** Locks the group until the transaction ends: it neither moves nor changes, and nothing is created in it. */
  async lock(tx: Tx, id: number, user: { userId: UserId; admin: boolean }): Promise<LockedGroup | undefined> {
    const locked = await tx.prepared(LOCK, [id]);
    if (locked.length === 0) return undefined;
    const [group] = await tx.prepared<LockedGroup & Record<string, unknown>>(LOCKED, [id, user.userId, user.admin]);
    return group;
  }

  /** Parent of the group, locked until the transaction ends; undefined for a top-level group. Acquire this lock first. */
  async holdParent(tx: Tx, id: number): Promise<Around | undefined> {
    const [held] = await tx.prepared<{ id: number }>(HOLD_PARENT, [id]);
    if (!held) return undefined;
    const [parent] = await tx.prepared<Around & Record<string, unknown>>(PARENT, [held.id]);
    return parent;
  }

  /**
   * Names of a group that others use or that are reserved for others. PathsStore decides whether the path is free when it takes it.
   * @param self the group that gets the names; undefined for a new one
   */
  async taken(
    tx: Tx,
    names: { parentId: number | null; name: string; fullPath: string },
    { admin }: Taker,
    self?: number,
  ): Promise<{ name: boolean; path: PathConflict | null }> {
    const values = [names.parentId, names.name, names.fullPath, self ?? null, admin];
    const [taken] = await tx.prepared<{ name: boolean; path: PathConflict | null }>(TAKEN, values);
    return taken!;
  }

  /** Number of characters in the longest full path of the group and its descendants. */
  async longestPath(tx: Tx, id: number): Promise<number> {
    const [longest] = await tx.prepared<{ length: number }>(LONGEST_PATH, [id]);
    return longest!.length;
  }

  /** Whether projects or subgroups directly in the group have one of the visibilities. */
  async holds(tx: Tx, id: number, visibilities: readonly string[]): Promise<{ projects: boolean; groups: boolean }> {
    const [held] = await tx.prepared<{ projects: boolean; groups: boolean }>(HIGHER_INSIDE, [id, visibilities]);
    return held!;
  }

  /** @returns the new group's id; its path is taken by PathsStore */
  async insert(
    tx: Tx,
    columns: Pick<NamespaceEntity, 'path' | 'name' | 'fullName' | 'visibility' | 'parentId' | 'ancestorIds'> &
      Partial<GroupSettings>,
  ): Promise<number> {
    const { identifiers } = await tx.repository(NamespaceEntity).insert({ ...columns, kind: 'group' });
    return (identifiers[0] as { id: number }).id;
  }

  async addMember(tx: Tx, namespaceId: number, userId: UserId, level: AccessLevel): Promise<void> {
    await tx.repository(NamespaceMemberEntity).insert({ namespaceId, userId, level });
  }

  async update(
    tx: Tx,
    id: number,
    changes: Partial<GroupSettings & Pick<NamespaceEntity, 'name' | 'path' | 'fullName'>>,
  ): Promise<void> {
    await tx.repository(NamespaceEntity).update({ id }, { ...changes, updatedAt: () => 'now()' });
  }

  /** Updates the full names of a group's descendants after it was renamed. */
  async renameBelow(tx: Tx, id: number, before: string, now: string): Promise<void> {
    await tx.prepared(RENAME_BELOW, [id, before, now]);
  }
}

/** Parent of a group, as far as its children depend on it. */
export type Around = Pick<LockedGroup, 'visibility' | 'fullPath' | 'fullName'>;
