import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import { readPage, type ListStatements, type Page, type PageRequest, type Search, type Sql } from '@hearth/http';
import { isActive } from './members.store.js';
import type { Holder, MemberScope } from './membership.rules.js';
import { MEMBER_COLUMNS, MEMBER_TABLES, type MemberRecord } from './memberships.store.js';

/** What a list of members is narrowed by. */
export interface MemberFilters {
  /** Names and usernames by their words, e-mail addresses as a whole. */
  readonly search?: Search;
  readonly userIds?: readonly number[];
}

/** Lists of members by the users' ids. Two statements for a page at most, whatever is on it. */
@Injectable()
export class MembersFinder {
  page(
    db: Db,
    holder: Holder,
    scope: MemberScope,
    filters: MemberFilters,
    request: PageRequest,
  ): Promise<Page<MemberRecord>> {
    return readPage(db, request, new MembersStatement(holder, scope, filters));
  }

  /** One user of such a list. */
  async one(db: Db, holder: Holder, scope: MemberScope, userId: number): Promise<MemberRecord | undefined> {
    const statement = new MembersStatement(holder, scope, { userIds: [userId] });
    const [record] = await db.query<MemberRecord & Record<string, unknown>>(...statement.page({ page: 1, perPage: 1 }));
    return record;
  }
}

const HOLDER = '$1::bigint';

/**
 * The statements of one list. Each source of members is read in the order of the list from its primary key, and no further than to the end
 * of the page: whoever is among the first `n` users of all sources is among the first `n` of each source that has them.
 */
class MembersStatement implements ListStatements {
  private values: unknown[] = [];

  constructor(
    private readonly holder: Holder,
    private readonly scope: MemberScope,
    private readonly filters: MemberFilters,
  ) {}

  page({ page, perPage, keyset }: PageRequest): Sql {
    this.begin();
    const offset = keyset ? 0 : (page - 1) * perPage;
    const text = `
      select ${MEMBER_COLUMNS}
      from (${this.held(offset + perPage, keyset?.after ?? null)}
        limit ${this.parameter(perPage)} offset ${this.parameter(offset)}) held
      join namespaces u on u.owner_user_id = held.user_id
      order by held.user_id`;
    return [text, this.values];
  }

  count(limit: number): Sql {
    this.begin();
    const text = `select count(*)::int as count from (${this.held(limit, null)} limit ${this.parameter(limit)}) counted`;
    return [text, this.values];
  }

  /** The membership by which each user has the highest level: without a last day before one with, a later one before an earlier one. */
  private held(atMost: number, after: number | null): string {
    const filter = this.filter(after);
    const limit = this.parameter(atMost);
    const ordered = `order by m.user_id limit ${limit}`;
    const sources = this.scope === 'direct' ? [this.own(filter, ordered)] : this.everything(filter, ordered);
    return `select distinct on (user_id) user_id, level, expires_at, created_at, updated_at
      from (${sources.map((source) => `(${source})`).join(' union all ')}) source
      order by user_id, level desc, expires_at desc nulls first, created_at`;
  }

  private everything(filter: string, ordered: string): string[] {
    const inherited = `
      select m.* from (${this.groups()}) around cross join lateral (
        select m.user_id, least(m.level, around.level) as level, least(m.expires_at, around.expires_at) as expires_at,
          m.created_at, m.updated_at
        from namespace_members m where m.namespace_id = around.id and ${isActive('m')}${filter} ${ordered}) m`;
    if (this.holder.kind === 'group') return [inherited];
    // Whose namespace a project is in owns it, member or not.
    const owner = `
      select m.user_id, 50::smallint, null::date, p.created_at, p.updated_at
      from projects p join namespaces n on n.id = p.namespace_id, lateral (select n.owner_user_id as user_id) m
      where p.id = ${HOLDER} and m.user_id is not null${filter}`;
    return [this.own(filter, ordered), inherited, owner];
  }

  private own(filter: string, ordered: string): string {
    const { table, holder } = MEMBER_TABLES[this.holder.kind];
    return `select m.user_id, m.level, m.expires_at, m.created_at, m.updated_at from ${table} m
      where m.${holder} = ${HOLDER} and ${isActive('m')}${filter} ${ordered}`;
  }

  /** Groups whose members count, with the most that they get and until when: those around, and those that the project is shared with. */
  private groups(): string {
    if (this.holder.kind === 'group') {
      return `select unnest(g.ancestor_ids || g.id) as id, 50::smallint as level, null::date as expires_at
        from namespaces g where g.id = ${HOLDER}`;
    }
    return `
      select unnest(n.ancestor_ids || n.id) as id, 50::smallint as level, null::date as expires_at
      from projects p join namespaces n on n.id = p.namespace_id where p.id = ${HOLDER}
      union all
      select unnest(invited.ancestor_ids || invited.id), link.level, link.expires_at
      from project_group_links link join namespaces invited on invited.id = link.group_id
      where link.project_id = ${HOLDER} and ${isActive('link')}`;
  }

  private filter(after: number | null): string {
    const { search, userIds } = this.filters;
    return [
      ...(after === null ? [] : [` and m.user_id > ${this.parameter(after)}::bigint`]),
      ...(userIds === undefined ? [] : [` and m.user_id = any (${this.parameter(userIds)}::bigint[])`]),
      ...(search === undefined ? [] : [` and ${this.isFound(search)}`]),
    ].join('');
  }

  private isFound({ text, patterns }: Search): string {
    const words = patterns.map((pattern) => {
      const value = this.parameter(pattern);
      return `(named.path ilike ${value} or named.full_name ilike ${value})`;
    });
    return `exists (select from namespaces named where named.owner_user_id = m.user_id and named.owner_user_id is not null
      and ((${words.join(' and ')}) or lower(named.owner_email) = lower(${this.parameter(text)}::text)))`;
  }

  /** The first parameter of either statement is HOLDER. */
  private begin(): void {
    this.values = [this.holder.id];
  }

  private parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
