import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import {
  COUNT_LIMIT,
  countStatement,
  matches,
  readPage,
  statement,
  type ListStatements,
  type Page,
  type PageRequest,
  type Parameter,
  type Sql,
} from '@hearth/http';
import type { UserRecord } from './user.entity.js';
import type { UserList, UserOrder } from './user-list.rules.js';
import { EXISTS, IS_PERSON, RECORD_COLUMNS } from './users.store.js';

/** Lists users in one of their orders. A page takes at most two statements. */
@Injectable()
export class UsersFinder {
  page(db: Db, list: UserList, request: PageRequest): Promise<Page<UserRecord>> {
    return readPage(db, request, new UsersStatement(list));
  }
}

/** Statements of one list. Searches use the trigram index first; other lists are read in their order. */
class UsersStatement implements ListStatements {
  constructor(private readonly list: UserList) {}

  page({ page, perPage, keyset }: PageRequest): Sql {
    const { orderBy, sort, search } = this.list;
    const isById = orderBy === 'id';
    const ordered = (column: string) => `order by ${column} ${sort}${isById ? '' : `, u.id ${sort}`}`;
    return statement((parameter) => {
      const isAfter = keyset?.after == null ? [] : [`u.id ${sort === 'desc' ? '<' : '>'} ${parameter(keyset.after)}`];
      const conditions = [...this.conditions(parameter), ...isAfter].join(' and ');
      const found = `select u.id${search && !isById ? `, ${COLUMNS[orderBy]} as ordered` : ''} from users u where ${conditions}`;
      const first = `limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`;
      const read = (ids: string, total = '') => `select ${RECORD_COLUMNS}${total} from users u
        where u.id = any (array(${ids} ${first})) ${ordered(COLUMNS[orderBy])}`;
      if (!search) return read(`${found} ${ordered(COLUMNS[orderBy])}`);
      const total = keyset
        ? ''
        : `, (select count(*) from (select from found limit ${COUNT_LIMIT + 1}) counted) as total`;
      return `with found as materialized (${found}) ${read(`select u.id from found u ${ordered(isById ? 'u.id' : 'u.ordered')}`, total)}`;
    });
  }

  count(most: number): Sql {
    return countStatement((parameter) => `from users u where ${this.conditions(parameter).join(' and ')}`, most);
  }

  private conditions(parameter: Parameter): string[] {
    return [
      EXISTS,
      IS_PERSON,
      ...this.identifiers(parameter),
      ...this.properties(parameter),
      ...this.creation(parameter),
      ...this.attributes(parameter),
    ];
  }

  /** Builds the conditions on username and identity, which at most one user meets. */
  private identifiers(parameter: Parameter): string[] {
    const { username, identity } = this.list;
    const name = username === undefined ? undefined : parameter(username);
    const uid = identity && parameter(identity.externUid);
    return [
      ...(name === undefined ? [] : [`lower(u.username) = lower(${name}::text) and u.username = ${name}`]),
      ...(identity
        ? [
            `u.id in (select i.user_id from user_identities i where i.provider = ${parameter(identity.provider)}
               and lower(i.extern_uid) = lower(${uid}::text) and i.extern_uid = ${uid})`,
          ]
        : []),
    ];
  }

  private properties(parameter: Parameter): string[] {
    const { search, active, blocked, external, hidesExternal, excludesActive, admins, twoFactor } = this.list;
    return [
      ...(active ? [`u.state = 'active' and not u.ghost`] : []),
      ...(blocked ? [`u.state in ('blocked', 'ldap_blocked')`] : []),
      ...(excludesActive ? [`u.state in ('blocked', 'ldap_blocked', 'banned', 'deactivated')`] : []),
      ...(external ? ['u.external'] : []),
      ...(hidesExternal ? ['not u.external'] : []),
      ...(admins ? ['u.admin'] : []),
      ...(twoFactor ? [`u.two_factor_enabled = ${twoFactor === 'enabled'}`] : []),
      ...this.kinds(),
      ...(search
        ? [`(${matches(SEARCHED, search, parameter)} or lower(u.email) = lower(${parameter(search.text)}::text))`]
        : []),
    ];
  }

  /** Builds the conditions on internal users, of whom lists have the ghost only. By its id, so that counts still read no table rows. */
  private kinds(): string[] {
    const { excludesInternal, excludesHumans } = this.list;
    return [
      ...(excludesInternal ? ['u.id is distinct from (select g.id from users g where g.ghost)'] : []),
      ...(excludesHumans ? ['u.ghost'] : []),
    ];
  }

  private creation(parameter: Parameter): string[] {
    const { createdAfter, createdBefore } = this.list;
    return [
      ...(createdAfter ? [`u.created_at >= ${parameter(createdAfter)}`] : []),
      ...(createdBefore ? [`u.created_at <= ${parameter(createdBefore)}`] : []),
    ];
  }

  /** Builds one condition for all attributes, since planning hundreds of conditions is slow. The count is exact: a user has each key once. */
  private attributes(parameter: Parameter): string[] {
    const { customAttributes } = this.list;
    if (customAttributes.length === 0) return [];
    const keys = parameter(customAttributes.map(({ key }) => key));
    const values = parameter(customAttributes.map(({ value }) => value));
    return [
      `u.id in (select a.user_id from unnest(${keys}::text[], ${values}::text[]) as wanted (key, value)
         join user_custom_attributes a on a.key = wanted.key and a.value = wanted.value
         group by a.user_id having count(*) = ${parameter(customAttributes.length)})`,
    ];
  }
}

const COLUMNS = {
  id: 'u.id',
  name: 'u.name',
  username: 'lower(u.username)',
  created_at: 'u.created_at',
  updated_at: 'u.updated_at',
} as const satisfies Record<UserOrder, string>;
const SEARCHED = ['u.name', 'u.username'];
