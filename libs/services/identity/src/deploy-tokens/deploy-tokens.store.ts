import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import { plainList, readPage, type ListStatements, type Page, type PageRequest, type Parameter } from '@hearth/http';
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
const isOf = (kind: string, id: string) => `t.holder_kind = ${kind} and t.holder_id = ${id}`;

export type DeployTokenState = 'all' | 'active';

const ONE = `select ${RECORD} from deploy_tokens t where ${isOf('$1', '$2')} and t.id = $3`;
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
    return readPage<DeployTokenRecord>(db, request, listed(null, state, now));
  }

  /** Returns a page of the tokens of a project or group, ordered by id. */
  pageOf(
    db: Db,
    holder: CredentialHolder,
    state: DeployTokenState,
    request: PageRequest,
    now: Date,
  ): Promise<Page<DeployTokenRecord>> {
    return readPage<DeployTokenRecord>(db, request, listed(holder, state, now));
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

/** @param holder null: every project and group */
function listed(holder: CredentialHolder | null, state: DeployTokenState, now: Date): ListStatements {
  const rows = (parameter: Parameter) => {
    const conditions = [
      ...(holder ? [isOf(parameter(holder.kind), parameter(holder.id))] : []),
      ...(state === 'active' ? [`(t.expires_at > ${parameter(now)}) is not false`] : []),
    ];
    return `from deploy_tokens t ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}`;
  };
  return plainList({ columns: RECORD, rows, order: 't.id' });
}
