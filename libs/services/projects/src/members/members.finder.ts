import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import {
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
import { isActive } from '../access/levels.finder.js';
import type { MemberSource, MemberSourceKind, MemberScope } from './membership.rules.js';
import { MEMBER_COLUMNS, MEMBER_TABLES, type MemberRecord } from './memberships.store.js';

/** Filters of a list of members. */
export interface MemberFilters {
  /** Words of names and usernames. */
  readonly search?: Search;
  /** Whether the search also matches complete e-mail addresses. To other callers a match would disclose the owner of an address. */
  readonly byEmail?: boolean;
  readonly userIds?: readonly number[];
  /** Users to leave out. */
  readonly skip?: readonly number[];
}

/** Lists of members, ordered by user id. At most two statements for a page, whatever is on it. */
@Injectable()
export class MembersFinder {
  page(
    db: Db,
    source: MemberSource,
    scope: MemberScope,
    filters: MemberFilters,
    request: PageRequest,
  ): Promise<Page<MemberRecord>> {
    return readPage(db, request, new MembersStatement(source, scope, filters));
  }

  /** One user of such a list. */
  async one(db: Db, source: MemberSource, scope: MemberScope, userId: number): Promise<MemberRecord | undefined> {
    const statement = new MembersStatement(source, scope, { userIds: [userId] });
    const [record] = await db.query<MemberRecord & Record<string, unknown>>(...statement.page({ page: 1, perPage: 1 }));
    return record;
  }
}

/**
 * Statements of one list. Each source of members is read in the order of the list from its primary key, no further than the end of the page:
 * each of the first `n` users of all sources is among the first `n` of each source that has them.
 */
class MembersStatement implements ListStatements {
  constructor(
    private readonly source: MemberSource,
    private readonly scope: MemberScope,
    private readonly filters: MemberFilters,
  ) {}

  page({ page, perPage, keyset }: PageRequest): Sql {
    const offset = keyset ? 0 : (page - 1) * perPage;
    return statement((parameter) => {
      const members = this.members(parameter, `limit ${parameter(offset + perPage)}`, keyset?.after ?? null);
      return `select ${MEMBER_COLUMNS}
        from (${members} limit ${parameter(perPage)} offset ${parameter(offset)}) held
        join namespaces u on u.owner_user_id = held.user_id
        order by held.user_id`;
    });
  }

  count(most: number): Sql {
    const limit = `limit ${most}`;
    return statement((parameter) => `select count(*) from (${this.members(parameter, limit, null)} ${limit}) counted`);
  }

  /**
   * The membership with each user's highest level; of several, one without expiry, or the one that expires last.
   * @param limit SQL of the limit for reading each source
   */
  private members(parameter: Parameter, limit: string, after: number | null): string {
    const source = `${parameter(this.source.id)}::bigint`;
    const filter = this.filter(parameter, after);
    const ordered = `${filter} order by m.user_id ${limit}`;
    const { kind } = this.source;
    const inherited = inheritedMembers(groupsAround(kind, source), ordered);
    const everything =
      kind === 'group' ? [inherited] : [ownMembers(kind, source, ordered), inherited, ownerOf(source, filter)];
    const sources = this.scope === 'direct' ? [ownMembers(kind, source, ordered)] : everything;
    return `select distinct on (user_id) user_id, level, expires_at, created_at, updated_at
      from (${sources.map((source) => `(${source})`).join(' union all ')}) source
      order by user_id, level desc, expires_at desc nulls first, created_at`;
  }

  private filter(parameter: Parameter, after: number | null): string {
    const { search, byEmail = false, userIds, skip } = this.filters;
    return [
      ...(after === null ? [] : [` and m.user_id > ${parameter(after)}::bigint`]),
      ...(userIds === undefined ? [] : [` and m.user_id = any (${parameter(userIds)}::bigint[])`]),
      ...(skip === undefined ? [] : [` and m.user_id <> all (${parameter(skip)}::bigint[])`]),
      ...(search === undefined ? [] : [` and ${isFound(search, byEmail, parameter)}`]),
    ].join('');
  }
}

/** Direct members of the source. @param ordered SQL of the filter, the order and the limit */
function ownMembers(kind: MemberSourceKind, id: string, ordered: string): string {
  const { table, source } = MEMBER_TABLES[kind];
  return `select m.user_id, m.level, m.expires_at, m.created_at, m.updated_at from ${table} m
    where m.${source} = ${id} and ${isActive('m')}${ordered}`;
}

/** Members of groups, each with at most the level that the group gives. @param groups SQL of them */
function inheritedMembers(groups: string, ordered: string): string {
  return `select m.* from (${groups}) around cross join lateral (
    select m.user_id, least(m.level, around.level) as level, least(m.expires_at, around.expires_at) as expires_at,
      m.created_at, m.updated_at
    from namespace_members m where m.namespace_id = around.id and ${isActive('m')}${ordered}) m`;
}

/** Owner of the namespace that a project is in, member or not. */
function ownerOf(project: string, filter: string): string {
  return `select m.user_id, 50::smallint, null::date, p.created_at, p.updated_at
    from projects p join namespaces n on n.id = p.namespace_id, lateral (select n.owner_user_id as user_id) m
    where p.id = ${project} and m.user_id is not null${filter}`;
}

/** Groups whose members count, with their highest level and expiry: the group with its ancestors, and the groups that a project is shared with. */
function groupsAround(kind: MemberSourceKind, source: string): string {
  if (kind === 'group') {
    return `select unnest(g.ancestor_ids || g.id) as id, 50::smallint as level, null::date as expires_at
      from namespaces g where g.id = ${source}`;
  }
  return `select unnest(n.ancestor_ids || n.id) as id, 50::smallint as level, null::date as expires_at
    from projects p join namespaces n on n.id = p.namespace_id where p.id = ${source}
    union all
    select unnest(invited.ancestor_ids || invited.id), link.level, link.expires_at
    from project_group_links link join namespaces invited on invited.id = link.group_id
    where link.project_id = ${source} and ${isActive('link')}`;
}

/** Matches users by the words of their names, or by a complete e-mail address. */
function isFound(search: Search, byEmail: boolean, parameter: Parameter): string {
  const isNamed = matches(['named.path', 'named.full_name'], search, parameter);
  const isFound = byEmail
    ? `(${isNamed} or lower(named.owner_email) = lower(${parameter(search.text)}::text))`
    : isNamed;
  return `exists (select from namespaces named where named.owner_user_id = m.user_id and named.owner_user_id is not null
    and ${isFound})`;
}
