import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';
import type { UserState } from '../namespaces/namespace.entity.js';
import { isActive } from '../access/levels.finder.js';
import type { MemberSource, MemberSourceKind } from './membership.rules.js';

/** Member as a complete record. */
export interface MemberRecord {
  readonly id: UserId;
  readonly username: string;
  readonly name: string;
  readonly state: UserState;
  readonly avatarPath: string | null;
  readonly level: number;
  /** `YYYY-MM-DD`, UTC: the first day on which the membership no longer counts. */
  readonly expiresAt: string | null;
  /** Creation time of the membership. */
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Fields of a membership that can be chosen. */
export interface MembershipTerms {
  readonly level: number;
  readonly expiresAt: string | null;
}

/** Table and column of the memberships of each kind of source. */
export const MEMBER_TABLES = {
  project: { table: 'project_members', source: 'project_id' },
  group: { table: 'namespace_members', source: 'namespace_id' },
} as const satisfies Record<MemberSourceKind, object>;

/** Columns of a user's record, from the user's namespace `u`. */
export const USER_COLUMNS = `
  u.owner_user_id as id, u.path as username, u.full_name as name, u.owner_state as state, u.owner_avatar_path as "avatarPath"`;

/** Columns of a MemberRecord, from a membership `held` and its user's namespace `u`. */
export const MEMBER_COLUMNS = `${USER_COLUMNS}, held.level, held.expires_at::text as "expiresAt",
  held.created_at as "createdAt", held.updated_at as "updatedAt"`;

function statementsFor(kind: MemberSourceKind) {
  const { table, source } = MEMBER_TABLES[kind];
  const read = `
      select ${MEMBER_COLUMNS} from ${table} held join namespaces u on u.owner_user_id = held.user_id
      where held.${source} = $1 and held.user_id = $2`;
  return {
    read,
    find: `${read} and ${isActive('held')}`,
    // An expired membership is replaced.
    put: `
      insert into ${table} as held (${source}, user_id, level, expires_at) values ($1, $2, $3, $4)
      on conflict (${source}, user_id) do update set level = excluded.level, expires_at = excluded.expires_at,
        notification_level = excluded.notification_level, created_at = now(), updated_at = now()
      where not ${isActive('held')}
      returning user_id`,
    levels: `
      select user_id as "userId", level from ${table} held
      where ${source} = $1 and user_id = any ((select $2::bigint[])::bigint[]) and ${isActive('held')}`,
    update: `update ${table} set level = $3, expires_at = $4, updated_at = now() where ${source} = $1 and user_id = $2`,
    delete: `delete from ${table} where ${source} = $1 and user_id = $2`,
  };
}

/** `$2` null: all members. Sub-selects allow PostgreSQL to keep one plan for both. */
const OF_GROUPS = `
  select namespace_id as "groupId", user_id as "userId" from namespace_members held
  where namespace_id = any ((select $1::bigint[])::bigint[]) and ${isActive('held')}
    and ((select $2::bigint[]) is null or user_id = any ((select $2::bigint[])::bigint[]))
  order by namespace_id, user_id limit 1000`;

const STATEMENTS = { project: statementsFor('project'), group: statementsFor('group') };

/** Direct memberships of a project or a group, without inherited ones. */
@Injectable()
export class MembershipsStore {
  /** @returns undefined where the user is not a member, or the membership has expired */
  async find(db: Db, { kind, id }: MemberSource, userId: number): Promise<MemberRecord | undefined> {
    const [record] = await db.prepared<MemberRecord & Record<string, unknown>>(STATEMENTS[kind].find, [id, userId]);
    return record;
  }

  /** Reads a membership, expired ones included: one can be created with a day that has passed. */
  async read(db: Db, { kind, id }: MemberSource, userId: number): Promise<MemberRecord | undefined> {
    const [record] = await db.prepared<MemberRecord & Record<string, unknown>>(STATEMENTS[kind].read, [id, userId]);
    return record;
  }

  /** Returns the levels of those of the users who are members. */
  levels(
    db: Db,
    { kind, id }: { readonly kind: MemberSourceKind; readonly id: number },
    userIds: readonly number[],
  ): Promise<{ userId: number; level: number }[]> {
    return db.prepared(STATEMENTS[kind].levels, [id, userIds]);
  }

  /** Returns the members of groups, the first 1000 by group and user. @param userIds undefined: all members */
  ofGroups(
    db: Db,
    groupIds: readonly number[],
    userIds: readonly UserId[] | undefined,
  ): Promise<{ groupId: number; userId: UserId }[]> {
    return db.prepared(OF_GROUPS, [groupIds, userIds ?? null]);
  }

  /** @returns false when the user is a member already */
  async insert(
    tx: Tx,
    { kind, id }: MemberSource,
    userId: number,
    { level, expiresAt }: MembershipTerms,
  ): Promise<boolean> {
    const rows = await tx.prepared(STATEMENTS[kind].put, [id, userId, level, expiresAt]);
    return rows.length > 0;
  }

  async update(
    tx: Tx,
    { kind, id }: MemberSource,
    userId: number,
    { level, expiresAt }: MembershipTerms,
  ): Promise<void> {
    await tx.prepared(STATEMENTS[kind].update, [id, userId, level, expiresAt]);
  }

  async delete(tx: Tx, { kind, id }: MemberSource, userId: number): Promise<void> {
    await tx.prepared(STATEMENTS[kind].delete, [id, userId]);
  }
}
