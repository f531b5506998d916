import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import type { PageRequest } from '@hearth/http';
import type { UserRecord } from './user.entity.js';
import type { UserList } from './user-list.rules.js';
import { EXISTS, RECORD_COLUMNS } from './users.store.js';

/** More rows than this are not counted. */
const COUNT_LIMIT = 10_000;
const SEARCHED = ['u.name', 'u.username'];

/** Lists of users, by id. Two statements for a page at most, whatever is on it. */
@Injectable()
export class UsersFinder {
  /** @returns the users of the page, and how many there are in all: undefined beyond 10 000 and with keyset pagination */
  async page(
    db: Db,
    list: UserList,
    { page, perPage, keyset }: PageRequest,
  ): Promise<{ users: UserRecord[]; total: number | undefined }> {
    const statement = new ListStatement(list);
    if (keyset)
      return { users: await db.query<UserRecord>(...statement.after(keyset.after, perPage)), total: undefined };
    const offset = (page - 1) * perPage;
    const users = await db.query<UserRecord>(...statement.page(perPage, offset));
    const isLast = users.length < perPage && (users.length > 0 || offset === 0);
    if (isLast) return { users, total: offset + users.length };
    const [counted] = await db.query<{ count: number }>(...statement.count(COUNT_LIMIT + 1));
    return { users, total: counted!.count > COUNT_LIMIT ? undefined : counted!.count };
  }
}

type Sql = [text: string, values: unknown[]];

/** The statements of one list. */
class ListStatement {
  private readonly values: unknown[] = [];
  private readonly conditions: string;
  /** How many of the values belong to the conditions. */
  private readonly filterValues: number;

  constructor(private readonly list: UserList) {
    this.conditions = [EXISTS, ...this.who(), ...this.what(), ...this.since(), ...this.attributes()].join(' and ');
    this.filterValues = this.values.length;
  }

  page(limit: number, offset: number): Sql {
    const text = `select ${RECORD_COLUMNS} from users u where ${this.conditions} order by u.id ${this.list.sort}
      limit ${this.parameter(limit)} offset ${this.parameter(offset)}`;
    return [text, this.values];
  }

  /** @param id where the page before ended; null: from the beginning */
  after(id: number | null, limit: number): Sql {
    const beyond = this.list.sort === 'desc' ? '<' : '>';
    const further = id === null ? '' : ` and u.id ${beyond} ${this.parameter(id)}`;
    const text = `select ${RECORD_COLUMNS} from users u where ${this.conditions}${further} order by u.id ${this.list.sort}
      limit ${this.parameter(limit)}`;
    return [text, this.values];
  }

  count(limit: number): Sql {
    const values = [...this.values.slice(0, this.filterValues), limit];
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
