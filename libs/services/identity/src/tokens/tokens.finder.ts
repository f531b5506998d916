import { Injectable } from '@nestjs/common';
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
import { EXISTS } from '../users/users.store.js';
import { RECORD_COLUMNS, type TokenRecord } from './personal-tokens.store.js';

/** Filters of a list of tokens; `undefined` does not filter. */
export interface TokenFilters {
  readonly impersonation: boolean;
  /** Tokens of one user; none for an unknown user. */
  readonly userId?: number | undefined;
  readonly state?: 'active' | 'inactive' | undefined;
  readonly revoked?: boolean | undefined;
  /** Search in the name. */
  readonly search?: Search | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

/** Lists tokens in the order of their creation. A page takes one statement, or two when rows are counted. */
@Injectable()
export class TokensFinder {
  /** @param today `YYYY-MM-DD` in UTC */
  page(db: Db, filters: TokenFilters, request: PageRequest, today: string): Promise<Page<TokenRecord>> {
    return readPage(db, request, new TokensStatement(filters, today));
  }
}

/** Statements of one list. Searches use the trigram index first; other lists are read in their order. */
class TokensStatement implements ListStatements {
  constructor(
    private readonly filters: TokenFilters,
    private readonly today: string,
  ) {}

  page({ page, perPage, keyset }: PageRequest): Sql {
    const sort = keyset?.sort ?? 'asc';
    return statement((parameter) => {
      const isAfter = keyset?.after == null ? [] : [`t.id ${sort === 'asc' ? '>' : '<'} ${parameter(keyset.after)}`];
      const rows = `from personal_access_tokens t where ${[...this.conditions(parameter), ...isAfter].join(' and ')}`;
      const first = `order by t.id ${sort} limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`;
      if (!this.filters.search) return `select ${RECORD_COLUMNS} ${rows} ${first}`;
      return `with found as materialized (select t.* ${rows}) select ${RECORD_COLUMNS} from found t ${first}`;
    });
  }

  count(most: number): Sql {
    const rows = (parameter: Parameter) =>
      `from personal_access_tokens t where ${this.conditions(parameter).join(' and ')}`;
    return countStatement(rows, most);
  }

  /** Builds the conditions. `impersonation` and `revoked` are literals, so that partial indexes apply. */
  private conditions(parameter: Parameter): string[] {
    const { impersonation, userId, state, revoked, search, createdAfter, createdBefore } = this.filters;
    return [
      impersonation ? 't.impersonation' : 'not t.impersonation',
      ...(userId === undefined ? [] : [isHeldBy(parameter(userId))]),
      ...(state === undefined ? [] : [isInState(state, `${parameter(this.today)}::date`)]),
      ...(revoked === undefined ? [] : [revoked ? 't.revoked' : 'not t.revoked']),
      ...(search ? [matches(['t.name'], search, parameter)] : []),
      ...(createdAfter === undefined ? [] : [`t.created_at > ${parameter(createdAfter)}`]),
      ...(createdBefore === undefined ? [] : [`t.created_at < ${parameter(createdBefore)}`]),
    ];
  }
}

function isHeldBy(id: string): string {
  return `t.user_id = ${id} and exists (select from users u where u.id = ${id} and ${EXISTS})`;
}

function isInState(state: 'active' | 'inactive', day: string): string {
  return state === 'active'
    ? `not t.revoked and (t.expires_at is null or t.expires_at > ${day})`
    : `(t.revoked or t.expires_at <= ${day})`;
}
