import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import { COUNT_LIMIT, readPage, type ListStatements, type Page, type PageRequest, type Sql } from '@hearth/http';
import type { UserRecord } from './user.entity.js';
import type { UserList } from './user-list.rules.js';
import { EXISTS, RECORD_COLUMNS } from './users.store.js';

const SEARCHED = ['u.name', 'u.username'];

/** Lists of users, by id. Two statements for a page at most, whatever is on it. */
@Injectable()
export class UsersFinder {
  page(db: Db, list: UserList, request: PageRequest): Promise<Page<UserRecord>> {
    return readPage(db, request, new UsersStatement(list));
  }
}

/** More users than that are not found to read one page of them, where they can be read in order. */
const FEW = 500;

/**
 * What a search finds is looked up by its letters and counted; where that is more than `atMost`, a page of it is read in order.
 * @param conditions SQL of the list on a row `u`
 * @param most SQL of how many rows the page needs at most, from the first one on
 */
function searched(
  conditions: string,
  { sort, most, atMost }: { sort: 'asc' | 'desc'; most: string; atMost: number },
): { named: string; chosen: string; total: string } {
  const hit = `select u.id from users u where ${conditions}`;
  const first = `from hits limit ${atMost + 1}`;
  return {
    // Planned as if it were read to its end, so that PostgreSQL takes the index of letters; it stops where its readers do.
    named: `hits as materialized (${hit}), found as (select count(*) as count from (select ${first}) hit)`,
    chosen: `select id from (
        (select id from (select id ${first}) hit where (select found.count from found) <= ${atMost})
        union all (${hit} and (select found.count from found) > ${atMost} order by u.id ${sort} limit ${most})) seen`,
    total: '(select found.count from found)',
  };
}

/** The statements of one list. */
class UsersStatement implements ListStatements {
  private readonly values: unknown[] = [];
  private readonly conditions: string;

  constructor(private readonly list: UserList) {
    this.conditions = [EXISTS, ...this.who(), ...this.what(), ...this.since(), ...this.attributes()].join(' and ');
  }

  page({ page, perPage, keyset }: PageRequest): Sql {
    const values = [...this.values];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const { sort } = this.list;
    const beyond = keyset?.after == null ? '' : ` and u.id ${sort === 'desc' ? '<' : '>'} ${parameter(keyset.after)}`;
    const [perPageValue, offset] = [parameter(perPage), parameter((page - 1) * perPage)];
    const conditions = `${this.conditions}${beyond}`;
    const first = `order by id ${sort} limit ${perPageValue} offset ${offset}`;
    const columns = `select ${RECORD_COLUMNS}`;
    if (!this.list.search) {
      // What belongs to a user is read of those of the page only, and not of those ahead of it.
      return [`${columns} from (select u.* from users u where ${conditions} ${first}) u order by u.id ${sort}`, values];
    }
    const most = `${perPageValue}::bigint + ${offset}::bigint`;
    const found = searched(conditions, { sort, most, atMost: keyset ? FEW : COUNT_LIMIT });
    const text = `with ${found.named}, chosen as (${found.chosen} ${first})
      ${columns}, ${found.total} as total from chosen join users u on u.id = chosen.id order by u.id ${sort}`;
    return [text, values];
  }

  count(most: number): Sql {
    const values = [...this.values, most];
    const text = `select count(*) from (select 1 from users u where ${this.conditions} limit $${values.length}) counted`;
    return [text, values];
  }

  /** Names and identities: at most one user has them. */
  private who(): string[] {
    const { username, identity } = this.list;
    const name = username === undefined ? undefined : this.parameter(username);
    return [
      ...(name === undefined ? [] : [`lower(u.username) = lower(${name}::text) and u.username = ${name}`]),
      ...(identity
        ? [
            `u.id in (select i.user_id from user_identities i where i.provider = ${this.parameter(identity.provider)}
               and lower(i.extern_uid) = lower(${this.parameter(identity.externUid)}::text)
               and i.extern_uid = $${this.values.length})`,
          ]
        : []),
    ];
  }

  private what(): string[] {
    const { search, active, blocked, external, hidesExternal } = this.list;
    return [
      ...(active ? [`u.state = 'active' and not u.ghost`] : []),
      ...(blocked ? [`u.state in ('blocked', 'ldap_blocked')`] : []),
      ...(external ? ['u.external'] : []),
      ...(hidesExternal ? ['not u.external'] : []),
      ...(search ? [this.found(search.patterns, search.text)] : []),
    ];
  }

  private found(patterns: readonly string[], text: string): string {
    const words = patterns.map((pattern) => {
      const value = this.parameter(pattern);
      return `(${SEARCHED.map((column) => `${column} ilike ${value}`).join(' or ')})`;
    });
    return `((${words.join(' and ')}) or lower(u.email) = lower(${this.parameter(text)}::text))`;
  }

  private since(): string[] {
    const { createdAfter, createdBefore } = this.list;
    return [
      ...(createdAfter ? [`u.created_at >= ${this.parameter(createdAfter)}`] : []),
      ...(createdBefore ? [`u.created_at <= ${this.parameter(createdBefore)}`] : []),
    ];
  }

  /** Whoever has all of them: a user has each key once. One condition, since PostgreSQL plans long for hundreds of them. */
  private attributes(): string[] {
    const { customAttributes } = this.list;
    if (customAttributes.length === 0) return [];
    const keys = this.parameter(customAttributes.map(({ key }) => key));
    const values = this.parameter(customAttributes.map(({ value }) => value));
    return [
      `u.id in (select a.user_id from unnest(${keys}::text[], ${values}::text[]) as wanted (key, value)
         join user_custom_attributes a on a.key = wanted.key and a.value = wanted.value
         group by a.user_id having count(*) = ${this.parameter(customAttributes.length)})`,
    ];
  }

  private parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
