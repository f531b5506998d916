import { Injectable } from '@nestjs/common';
import type { Db, Row } from '@hearth/data';
import type { PageRequest, Search } from '@hearth/http';
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

/** More rows than this are not counted. */
const COUNT_LIMIT = 10_000;

/** Lists of tokens, in the order in which they were made. One statement for a page, a second one where rows have to be counted. */
@Injectable()
export class TokensFinder {
  /**
   * @param today `YYYY-MM-DD` in UTC
   * @returns the rows of the page, and how many there are in all: undefined beyond 10 000 and with keyset pagination
   */
  async page(
    db: Db,
    filters: TokenFilters,
    { page, perPage, keyset }: PageRequest,
    today: string,
  ): Promise<{ records: TokenRecord[]; total: number | undefined }> {
    const list = new ListStatement(filters, today);
    const offset = (page - 1) * perPage;
    const records = await db.query<TokenRecord & Row>(...list.page(perPage, offset, keyset));
    if (keyset) return { records, total: undefined };
    const isLast = records.length < perPage && (records.length > 0 || offset === 0);
    if (isLast) return { records, total: offset + records.length };
    const [counted] = await db.query<{ count: number }>(...list.count());
    return { records, total: counted!.count > COUNT_LIMIT ? undefined : counted!.count };
  }
}

type Sql = [text: string, values: unknown[]];

class ListStatement {
  private readonly values: unknown[] = [];
  private readonly conditions: string;

  constructor(filters: TokenFilters, today: string) {
    this.conditions = this.conditionsOf(filters, today).join(' and ');
  }

  page(limit: number, offset: number, keyset: PageRequest['keyset']): Sql {
    const sort = keyset?.sort ?? 'asc';
    const values = [...this.values, limit, offset, ...(keyset?.after == null ? [] : [keyset.after])];
    const beyond = keyset?.after == null ? '' : ` and t.id ${sort === 'asc' ? '>' : '<'} $${values.length}`;
    const text = `select ${RECORD_COLUMNS} from personal_access_tokens t where ${this.conditions}${beyond}
      order by t.id ${sort} limit $${this.values.length + 1} offset $${this.values.length + 2}`;
    return [text, values];
  }

  count(): Sql {
    const rows = `select 1 from personal_access_tokens t where ${this.conditions} limit $${this.values.length + 1}`;
    return [`select count(*) from (${rows}) each`, [...this.values, COUNT_LIMIT + 1]];
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
