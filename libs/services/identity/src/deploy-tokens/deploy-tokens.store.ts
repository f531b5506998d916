import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';

/** Deploy token without its hash. */
export interface DeployTokenRecord {
  readonly id: number;
  readonly name: string;
  /** Null: made of the id. */
  readonly username: string | null;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

const RECORD = `t.id, t.name, t.username, t.scopes, t.created_at as "createdAt", t.expires_at as "expiresAt"`;
const OF_HOLDER = 't.holder_kind = $1 and t.holder_id = $2';
const isActive = (now: string) => `(t.expires_at > ${now}) is not false`;

/** Statements of lists; the present time is the last parameter of those of active tokens. */
const LISTS = {
  page: {
    all: `select ${RECORD} from deploy_tokens t order by t.id limit $1 offset $2`,
    active: `select ${RECORD} from deploy_tokens t where ${isActive('$3')} order by t.id limit $1 offset $2`,
  },
  count: {
    all: 'select count(*)::int as count from (select from deploy_tokens limit $1) counted',
    active: `select count(*)::int as count from (select from deploy_tokens t where ${isActive('$2')} limit $1) counted`,
  },
  pageOf: {
    all: `select ${RECORD} from deploy_tokens t where ${OF_HOLDER} order by t.id limit $3 offset $4`,
    active: `select ${RECORD} from deploy_tokens t where ${OF_HOLDER} and ${isActive('$5')} order by t.id limit $3 offset $4`,
  },
  countOf: {
    all: `select count(*)::int as count from (select from deploy_tokens t where ${OF_HOLDER} limit $3) counted`,
    active: `
      select count(*)::int as count from (
        select from deploy_tokens t where ${OF_HOLDER} and ${isActive('$4')} limit $3) counted`,
  },
};
export type DeployTokenState = 'all' | 'active';

const ONE = `select ${RECORD} from deploy_tokens t where ${OF_HOLDER} and t.id = $3`;
const INSERT = `
  insert into deploy_tokens (holder_kind, holder_id, name, username, token_hash, scopes, creator_id, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`;
const GRANT = `
  select t.holder_kind as kind, t.holder_id as id from deploy_tokens t
  where t.id = $1 and (t.expires_at > $2) is not false`;

/** All SQL about deploy tokens, apart from the lookup of a credential. */
@Injectable()
export class DeployTokensStore {
  /** Returns a page of the tokens of all projects and groups, ordered by id. */
  page(db: Db, state: DeployTokenState, request: PageRequest, now: Date): Promise<Page<DeployTokenRecord>> {
    const until = state === 'active' ? [now] : [];
    return readPage<DeployTokenRecord & Row>(db, request, {
      page: ({ page, perPage }) => [LISTS.page[state], [perPage, (page - 1) * perPage, ...until]],
      count: (most) => [LISTS.count[state], [most, ...until]],
    });
  }

  /** Returns a page of the tokens of a project or group, ordered by id. */
  pageOf(
    db: Db,
    { kind, id }: CredentialHolder,
    state: DeployTokenState,
    request: PageRequest,
    now: Date,
  ): Promise<Page<DeployTokenRecord>> {
    const until = state === 'active' ? [now] : [];
    return readPage<DeployTokenRecord & Row>(db, request, {
      page: ({ page, perPage }) => [LISTS.pageOf[state], [kind, id, perPage, (page - 1) * perPage, ...until]],
      count: (most) => [LISTS.countOf[state], [kind, id, most, ...until]],
    });
  }

  async find(db: Db, { kind, id }: CredentialHolder, tokenId: number): Promise<DeployTokenRecord | undefined> {
    const [token] = await db.prepared<DeployTokenRecord & Row>(ONE, [kind, id, tokenId]);
    return token;
  }

  async lock(tx: Tx, { kind, id }: CredentialHolder, tokenId: number): Promise<DeployTokenRecord | undefined> {
    const [token] = await tx.prepared<DeployTokenRecord & Row>(`${ONE} for update`, [kind, id, tokenId]);
    return token;
  }

  /** @returns the token's id */
  async insert(
    tx: Tx,
    { kind, id }: CredentialHolder,
    token: Omit<DeployTokenRecord, 'id'> & { readonly hash: Buffer; readonly creatorId: number },
  ): Promise<number> {
    const { name, username, hash, scopes, creatorId, createdAt, expiresAt } = token;
    const values = [kind, id, name, username, hash, scopes, creatorId, createdAt, expiresAt];
    const [row] = await tx.prepared<{ id: number }>(INSERT, values);
    return row!.id;
  }

  async remove(tx: Tx, tokenId: number): Promise<void> {
    await tx.prepared('delete from deploy_tokens where id = $1', [tokenId]);
  }

  /** Removes all tokens of a project or group. */
  async clear(tx: Tx, { kind, id }: CredentialHolder): Promise<void> {
    await tx.prepared('delete from deploy_tokens where holder_kind = $1 and holder_id = $2', [kind, id]);
  }

  /** Returns the project or group of a token that has not expired. */
  async holder(db: Db, tokenId: number, now: Date): Promise<CredentialHolder | undefined> {
    const [holder] = await db.prepared<CredentialHolder & Row>(GRANT, [tokenId, now]);
    return holder;
  }
}
