import { Injectable } from '@nestjs/common';
import type { GroupReference, UserId } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';
import { readPage, type ListStatements, type Page, type PageRequest, type Search, type Sql } from '@hearth/http';
import { isActive, levelInNamespace } from '../members/members.store.js';
import type { NamespaceEntity } from './namespace.entity.js';

/** A namespace with everything that is printed of it. */
export interface NamespaceRecord extends Pick<NamespaceEntity, 'id' | 'kind' | 'name' | 'path' | 'parentId'> {
  readonly fullPath: string;
  /** How many users are members of the group or of one below it; null where the viewer is not told. */
  readonly membersCount: number | null;
}

/** Who looks. */
export interface NamespaceViewer {
  readonly userId: UserId;
  readonly admin: boolean;
}

export interface NamespaceFilters {
  readonly search?: Search;
  /** By id. */
  readonly sort: 'asc' | 'desc';
}

/** Members are counted for those who may do something about them: from master up. */
const COUNTED_FROM = 40;

/**
 * Each user once, however many of the groups they are members of; those who are blocked take no part. Users are looked at one by one: joined,
 * PostgreSQL may walk through all of them for the few that are members.
 */
const MEMBERS_COUNT = `
  (select count(*) from (
      select distinct held.user_id from namespace_members held
      where held.namespace_id = any (array(
          select n.id union all select below.id from namespaces below where below.ancestor_ids @> array[n.id]))
        and ${isActive('held')}) member
    where (select person.owner_state from namespaces person where person.owner_user_id = member.user_id) = 'active')`;

/** Records of namespaces `n`, with the viewer's level in them as `mine.level`. */
function recordsOf(found: string, { user, admin }: { user: string; admin: string }): string {
  return `
    select n.id, n.kind, n.name, n.path, n.parent_id as "parentId", route.path as "fullPath",
      case when n.kind = 'group' and mine.level >= ${COUNTED_FROM} then ${MEMBERS_COUNT} end as "membersCount"
    from ${found} join routes route on route.namespace_id = n.id
    cross join lateral (
      select case when (select ${admin}) then 50 else coalesce(${levelInNamespace('n', user)}, 0) end as level offset 0) mine`;
}

const ONE = `
  ${recordsOf('namespaces n', { user: '$3::bigint', admin: '$4::boolean' })}
  where n.id = coalesce($1::bigint, (select named.namespace_id from routes named where lower(named.path) = lower($2::text)))
    and mine.level > 0`;

/** Namespaces as users find them. Two statements for a page at most, whatever is on it. */
@Injectable()
export class NamespacesFinder {
  /** @returns nothing where it is unknown, or neither the viewer's own nor one of a group of theirs; admins find all */
  async one(db: Db, reference: GroupReference, viewer: NamespaceViewer): Promise<NamespaceRecord | undefined> {
    const name = 'id' in reference ? [reference.id, null] : [null, reference.path];
    const values = [...name, viewer.userId, viewer.admin];
    const [record] = await db.prepared<NamespaceRecord & Record<string, unknown>>(ONE, values);
    return record;
  }

  /**
   * The viewer's own namespace and the groups that the viewer is a member of themselves; admins get all.
   */
  page(
    db: Db,
    viewer: NamespaceViewer,
    filters: NamespaceFilters,
    request: PageRequest,
  ): Promise<Page<NamespaceRecord>> {
    return readPage(db, request, new NamespaceList(viewer, filters));
  }
}

/** The statements of one list. */
class NamespaceList implements ListStatements {
  private readonly values: unknown[];
  private readonly condition: string;

  constructor(
    { userId, admin }: NamespaceViewer,
    private readonly filters: NamespaceFilters,
  ) {
    this.values = [userId, admin];
    const searched = (filters.search?.patterns ?? []).map((pattern) => {
      const value = `$${this.values.push(pattern)}`;
      return `(n.name ilike ${value} or n.path ilike ${value})`;
    });
    this.condition = [...(admin ? [] : [MINE]), ...searched, 'true'].join(' and ');
  }

  page({ page, perPage, keyset }: PageRequest): Sql {
    const values = [...this.values];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const { sort } = this.filters;
    const isAfter =
      keyset && keyset.after !== null ? ` and n.id ${sort === 'asc' ? '>' : '<'} ${parameter(keyset.after)}` : '';
    const chosen = `(select n.* from namespaces n where ${this.condition}${isAfter}
      order by n.id ${sort} limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}) n`;
    return [`${recordsOf(chosen, { user: '$1::bigint', admin: '$2::boolean' })} order by n.id ${sort}`, values];
  }

  count(most: number): Sql {
    const values = [...this.values, most];
    // The viewer is a parameter of every statement of the list, whether it is asked for or not.
    const text = `select count(*) from (
      select 1 from namespaces n where $1::bigint is not null and $2::boolean is not null and ${this.condition}
      limit $${values.length}) seen`;
    return [text, values];
  }
}

const MINE = `n.id = any (array(
  select own.id from namespaces own where own.owner_user_id = $1::bigint
  union all
  select held.namespace_id from namespace_members held where held.user_id = $1::bigint and ${isActive('held')}))`;
