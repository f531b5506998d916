import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import { PersonalTokenEntity } from './personal-token.entity.js';

/** Token without its hash. */
export type TokenRecord = Omit<PersonalTokenEntity, 'tokenHash'>;

/** SQL: columns of a TokenRecord, from a table `t`. */
export const RECORD_COLUMNS = `t.id, t.user_id as "userId", t.name, t.description, t.scopes, t.impersonation, t.expires_at::text as "expiresAt",
  t.revoked, t.created_at as "createdAt", t.updated_at as "updatedAt", t.last_used_at as "lastUsedAt"`;

const FIND = `select ${RECORD_COLUMNS} from personal_access_tokens t where t.id = $1`;
const TOUCH =
  'update personal_access_tokens set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at < $2)';
const LAST_USE = 'select max(last_used_at) as at from personal_access_tokens where user_id = $1 and not impersonation';
const LOCK = `${FIND} for update`;

/** All SQL about single tokens, except the lookup of credentials. */
@Injectable()
export class PersonalTokensStore {
  /** @returns the token's id */
  async insert(tx: Tx, token: Omit<PersonalTokenEntity, 'id'>): Promise<number> {
    const row = tx.repository(PersonalTokenEntity).create(token);
    await tx.repository(PersonalTokenEntity).insert(row);
    return row.id;
  }

  async find(db: Db, id: number): Promise<TokenRecord | undefined> {
    const [token] = await db.prepared<TokenRecord & Row>(FIND, [id]);
    return token;
  }

  /** Locks the token until the transaction ends. */
  async lock(tx: Tx, id: number): Promise<TokenRecord | undefined> {
    const [token] = await tx.prepared<TokenRecord & Row>(LOCK, [id]);
    return token;
  }

  /** Records a use of a token, unless a later one is stored. */
  async touch(tx: Tx, id: number, usedAt: Date): Promise<void> {
    await tx.prepared(TOUCH, [id, usedAt]);
  }

  /** Returns the last use of a user's own tokens; null: never. */
  async lastUseBy(db: Db, userId: number): Promise<Date | null> {
    const [last] = await db.prepared<{ at: Date | null }>(LAST_USE, [userId]);
    return last?.at ?? null;
  }

  async revoke(tx: Tx, id: number, now: Date): Promise<void> {
    await tx.repository(PersonalTokenEntity).update({ id }, { revoked: true, updatedAt: now });
  }
}
