import { Injectable } from '@nestjs/common';
import type { GroupReference, UserId } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';
import {
  countStatement,
  matches,
  readPage,
  statement,
  type ListStatements,
  type Page,
  type PageRequest,
  type Parameter,
  type Search,
  type Sql,
} from '@hearth/http';
import { abilities } from '../abilities.js';
import { isActive, levelInNamespace } from '../access/levels.finder.js';
import { isWithin } from '../repositories/within.finder.js';
import type { NamespaceEntity } from './namespace.entity.js';

/** Namespace as a complete record. */
export interface NamespaceRecord extends Pick<NamespaceEntity, 'id' | 'kind' | 'name' | 'path' | 'parentId'> {
  readonly fullPath: string;
  /** Number of users who are members of the group or a descendant; null where the caller may not know it. */
  readonly membersCount: number | null;
}

/** Namespace with its size, which is read for one at a time. */
export interface NamespaceDetail extends NamespaceRecord {
  /** Null below another namespace, and where the caller may not know it. */
  readonly storage: NamespaceStorage | null;
}

/** Size of a namespace on top, with everything below it, as it was measured last. */
export interface NamespaceStorage {
  readonly repositoryBytes: number;
  /** Of repositories and LFS objects: what the limit is for. */
  readonly bytes: number;
  readonly limit: number | null;
}

/** Caller of a read of namespaces. */
export interface NamespaceCaller {
  readonly userId: UserId;
  readonly admin: boolean;
}

export interface NamespaceFilters {
  readonly search?: Search;
  /** Order by id. */
  readonly sort: 'asc' | 'desc';
}

/**
 * Counts each user once, however many of the groups they are members of; blocked users do not count. Users are looked up one by one: with a
 * join, PostgreSQL may read all of them for the few that are members.
 */
const MEMBERS_COUNT = `
  (select count(*) from (
      select distinct held.user_id from namespace_members held
      where held.namespace_id = any (array(
          select n.id union all select below.id from namespaces below where below.ancestor_ids @> array[n.id]))
        and ${isActive('held')}) member
    where (select person.owner_state from namespaces person where person.owner_user_id = member.user_id) = 'active')`;

const STORAGE = `
  case when n.parent_id is null and mine.level >= ${abilities.readStorageSize.from} then (
    select json_build_object('repositoryBytes', coalesce(sum(held.repository_size), 0),
      'bytes', coalesce(sum(held.repository_size + held.lfs_size), 0), 'limit', n.storage_size_limit)
    from projects held where ${isWithin('held', 'n')}) end as storage`;

/** Records of namespaces `n`, with the caller's level in them as `mine.level`. @param more columns */
function recordsOf(found: string, { user, admin }: { user: string; admin: string }, more = ''): string {
  return `
    select n.id, n.kind, n.name, n.path, n.parent_id as "parentId", route.path as "fullPath",
      case when n.kind = 'group' and mine.level >= ${abilities.readMembersCount.from} then ${MEMBERS_COUNT} end as "membersCount"${more}
    from ${found} join routes route on route.namespace_id = n.id
    cross join lateral (
      select case when (select ${admin}) then 50 else coalesce(${levelInNamespace('n', user)}, 0) end as level offset 0) mine`;
}

const ONE = `
  ${recordsOf('namespaces n', { user: '$3::bigint', admin: '$4::boolean' }, `, ${STORAGE}`)}
  where n.id = coalesce($1::bigint, (select named.namespace_id from routes named where lower(named.path) = lower($2::text)))
    and mine.level > 0`;

/** Namespaces visible to users. At most two statements for a page, whatever is on it. */
@Injectable()
export class NamespacesFinder {
  /** @returns undefined where it is unknown, or neither the caller's own nor that of a group of theirs; admins find all */
  async one(db: Db, reference: GroupReference, caller: NamespaceCaller): Promise<NamespaceDetail | undefined> {
    const name = 'id' in reference ? [reference.id, null] : [null, reference.path];
    const values = [...name, caller.userId, caller.admin];
    const [record] = await db.prepared<NamespaceDetail & Record<string, unknown>>(ONE, values);
    return record;
  }

  /** The caller's own namespace and the groups with direct memberships of the caller; admins get all. */
  page(
    db: Db,
    caller: NamespaceCaller,
    filters: NamespaceFilters,
    request: PageRequest,
  ): Promise<Page<NamespaceRecord>> {
    return readPage(db, request, new NamespaceList(caller, filters));
  }
}

/** Statements of one list. */
class NamespaceList implements ListStatements {
  constructor(
    private readonly caller: NamespaceCaller,
    private readonly filters: NamespaceFilters,
  ) {}

  page({ page, perPage, keyset }: PageRequest): Sql {
    const { sort } = this.filters;
    return statement((parameter) => {
      const user = `${parameter(this.caller.userId)}::bigint`;
      const admin = `${parameter(this.caller.admin)}::boolean`;
      const isAfter = keyset?.after == null ? [] : [`n.id ${sort === 'asc' ? '>' : '<'} ${parameter(keyset.after)}`];
      const chosen = `(select n.* from namespaces n where ${[...this.conditions(parameter, user), ...isAfter].join(' and ')}
        order by n.id ${sort} limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}) n`;
      return `${recordsOf(chosen, { user, admin })} order by n.id ${sort}`;
    });
  }

  count(most: number): Sql {
    return countStatement((parameter) => {
      const user = this.caller.admin ? '' : `${parameter(this.caller.userId)}::bigint`;
      return `from namespaces n where ${this.conditions(parameter, user).join(' and ')}`;
    }, most);
  }

  private conditions(parameter: Parameter, user: string): string[] {
    const { search } = this.filters;
    return [
      this.caller.admin ? 'true' : isOwn(user),
      ...(search ? [matches(['n.name', 'n.path'], search, parameter)] : []),
    ];
  }
}

/** The user's own namespace, and the groups with direct memberships of the user. */
function isOwn(user: string): string {
  return `n.id = any (array(
    select own.id from namespaces own where own.owner_user_id = ${user}
    union all
    select held.namespace_id from namespace_members held where held.user_id = ${user} and ${isActive('held')}))`;
}
