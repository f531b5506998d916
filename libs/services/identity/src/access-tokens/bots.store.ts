import { Injectable } from '@nestjs/common';
import type { Db, Row } from '@hearth/data';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { RECORD_COLUMNS, type TokenRecord } from '../tokens/personal-tokens.store.js';
import { EXISTS } from '../users/users.store.js';

export type TokenState = 'all' | 'active' | 'inactive';

/** SQL conditions of states, with the present day in UTC. */
const IN_STATE = {
  all: () => '',
  active: (day: () => string) => ` and not t.revoked and (t.expires_at is null or t.expires_at > ${day()}::date)`,
  inactive: (day: () => string) => ` and (t.revoked or t.expires_at <= ${day()}::date)`,
} satisfies Record<TokenState, (day: () => string) => string>;

const ofHolder = (kind: string, id: string) => `
  from users u join personal_access_tokens t on t.user_id = u.id and not t.impersonation
  where u.holder_kind = ${kind} and u.holder_id = ${id} and ${EXISTS}`;
const ONE = `select ${RECORD_COLUMNS} ${ofHolder('$1', '$2')} and t.id = $3`;

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
    const rows = (parameter: Parameter) =>
      `${ofHolder(parameter(kind), parameter(id))}${IN_STATE[state](() => parameter(today))}`;
    return readPage<TokenRecord>(db, request, plainList({ columns: RECORD_COLUMNS, rows, order: 't.id' }));
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
