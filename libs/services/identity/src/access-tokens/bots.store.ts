import { Injectable } from '@nestjs/common';
import type { Db, Row } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { RECORD_COLUMNS, type TokenRecord } from '../tokens/personal-tokens.store.js';
import { EXISTS } from '../users/users.store.js';

export type TokenState = 'all' | 'active' | 'inactive';

/** SQL conditions of states, with the present day in UTC. */
const isActive = (day: string) => `not t.revoked and (t.expires_at is null or t.expires_at > ${day}::date)`;
const isInactive = (day: string) => `(t.revoked or t.expires_at <= ${day}::date)`;

const OF_HOLDER = `from users u join personal_access_tokens t on t.user_id = u.id and not t.impersonation
  where u.holder_kind = $1 and u.holder_id = $2 and ${EXISTS}`;
const page = (condition = '') => `select ${RECORD_COLUMNS} ${OF_HOLDER}${condition} order by t.id limit $3 offset $4`;
const count = (condition = '') =>
  `select count(*)::int as count from (select ${OF_HOLDER}${condition} limit $3) counted`;
const PAGE = { all: page(), active: page(` and ${isActive('$5')}`), inactive: page(` and ${isInactive('$5')}`) };
const COUNT = { all: count(), active: count(` and ${isActive('$4')}`), inactive: count(` and ${isInactive('$4')}`) };
const ONE = `select ${RECORD_COLUMNS} ${OF_HOLDER} and t.id = $3`;

const IS_UNUSED = `
  select u.id from users u where u.id = $1 and u.holder_id is not null and ${EXISTS}
    and not exists (select from personal_access_tokens t where t.user_id = u.id and not t.revoked)`;
const OF_GONE = `
  select u.id from users u where u.holder_kind = $1 and u.holder_id = $2 and u.id > $3 and ${EXISTS} order by u.id limit 100`;

/** All SQL about the bots of projects and groups, and their tokens. */
@Injectable()
export class BotsStore {
  /** Returns a page of the tokens, ordered by id. @param today `YYYY-MM-DD` in UTC */
  tokens(
    db: Db,
    { kind, id }: CredentialHolder,
    state: TokenState,
    request: PageRequest,
    today: string,
  ): Promise<Page<TokenRecord>> {
    const day = state === 'all' ? [] : [today];
    return readPage<TokenRecord & Row>(db, request, {
      page: ({ page: number, perPage }) => [PAGE[state], [kind, id, perPage, (number - 1) * perPage, ...day]],
      count: (most) => [COUNT[state], [kind, id, most, ...day]],
    });
  }

  async token(db: Db, { kind, id }: CredentialHolder, tokenId: number): Promise<TokenRecord | undefined> {
    const [token] = await db.prepared<TokenRecord & Row>(ONE, [kind, id, tokenId]);
    return token;
  }

  /** Whether a user is a bot all of whose tokens are revoked, or that never got one. */
  async isUnused(db: Db, userId: number): Promise<boolean> {
    return (await db.prepared(IS_UNUSED, [userId])).length > 0;
  }

  /** Returns the next bots of a project or group by id, at most 100. */
  async of(db: Db, { kind, id }: CredentialHolder, after: number): Promise<number[]> {
    return (await db.prepared<{ id: number }>(OF_GONE, [kind, id, after])).map((bot) => bot.id);
  }
}
