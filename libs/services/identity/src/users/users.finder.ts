import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import { readPage, type ListStatements, type Page, type PageRequest, type Sql } from '@hearth/http';
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
    const text = `select ${RECORD_COLUMNS} from users u where ${this.conditions}${beyond} order by u.id ${sort}
      limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`;
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
