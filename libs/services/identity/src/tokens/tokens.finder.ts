import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import { readPage, type ListStatements, type Page, type PageRequest, type Search, type Sql } from '@hearth/http';
import { EXISTS } from '../users/users.store.js';
import { RECORD_COLUMNS, type TokenRecord } from './personal-tokens.store.js';

/** What a list of tokens is narrowed by; what is undefined does not narrow. */
export interface TokenFilters {
  readonly impersonation: boolean;
  /** Of one user; nothing where there is no such user. */
  readonly userId?: number | undefined;
  readonly state?: 'active' | 'inactive' | undefined;
  readonly revoked?: boolean | undefined;
  /** In the name. */
  readonly search?: Search | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

/** Lists of tokens, in the order in which they were made. One statement for a page, a second one where rows have to be counted. */
@Injectable()
export class TokensFinder {
  /** @param today `YYYY-MM-DD` in UTC */
  page(db: Db, filters: TokenFilters, request: PageRequest, today: string): Promise<Page<TokenRecord>> {
    return readPage(db, request, new TokensStatement(filters, today));
  }
}

/** The statements of one list. */
class TokensStatement implements ListStatements {
  private readonly values: unknown[] = [];
  private readonly conditions: string;

  constructor(filters: TokenFilters, today: string) {
    this.conditions = this.conditionsOf(filters, today).join(' and ');
  }

  page({ page, perPage, keyset }: PageRequest): Sql {
    const values = [...this.values];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const sort = keyset?.sort ?? 'asc';
    const beyond = keyset?.after == null ? '' : ` and t.id ${sort === 'asc' ? '>' : '<'} ${parameter(keyset.after)}`;
    const text = `select ${RECORD_COLUMNS} from personal_access_tokens t where ${this.conditions}${beyond}
      order by t.id ${sort} limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`;
    return [text, values];
  }

  count(most: number): Sql {
    const rows = `select 1 from personal_access_tokens t where ${this.conditions} limit $${this.values.length + 1}`;
    return [`select count(*) from (${rows}) each`, [...this.values, most]];
  }

  /** The kind of token stands there as a word, since an index is for one kind only. */
  private conditionsOf(filters: TokenFilters, today: string): string[] {
    const { impersonation, userId, state, revoked, search, createdAfter, createdBefore } = filters;
    return [
      impersonation ? 't.impersonation' : 'not t.impersonation',
      ...(userId === undefined ? [] : [this.holderCondition(userId)]),
      ...(state === undefined ? [] : [this.stateCondition(state, today)]),
      ...(revoked === undefined ? [] : [`t.revoked = ${this.parameter(revoked)}`]),
      ...(search?.patterns ?? []).map((pattern) => `t.name ilike ${this.parameter(pattern)}`),
      ...(createdAfter === undefined ? [] : [`t.created_at > ${this.parameter(createdAfter)}`]),
      ...(createdBefore === undefined ? [] : [`t.created_at < ${this.parameter(createdBefore)}`]),
    ];
  }

  private holderCondition(userId: number): string {
    const id = this.parameter(userId);
    return `t.user_id = ${id} and exists (select from users u where u.id = ${id} and ${EXISTS})`;
  }

  private stateCondition(state: 'active' | 'inactive', today: string): string {
    const day = `${this.parameter(today)}::date`;
    return state === 'active'
      ? `not t.revoked and (t.expires_at is null or t.expires_at > ${day})`
      : `(t.revoked or t.expires_at <= ${day})`;
  }

  private parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
