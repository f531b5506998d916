import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import type { JWK } from 'jose';

/** Key pair that signs id_tokens. */
export interface SigningKeyRecord {
  readonly id: number;
  /** Public key with its `kid`, as published. */
  readonly publicJwk: JWK;
  /** Private key: PKCS8 in PEM, encrypted. */
  readonly privateKey: string;
  readonly createdAt: Date;
}

/** Advisory lock for the creation of a key. */
const KEYS_LOCK = 1_766_010_001;

const ALL = `
  select id, public_jwk as "publicJwk", private_key as "privateKey", created_at as "createdAt" from openid_keys order by id`;
const INSERT = `
  insert into openid_keys (id, public_jwk, private_key, created_at) overriding system value values ($1, $2, $3, $4)`;
const REMOVE_REPLACED = `
  delete from openid_keys k where exists (select from openid_keys newer where newer.id > k.id and newer.created_at < $1)`;

/** All SQL about the keys that sign id_tokens; there are two or three at a time. */
@Injectable()
export class SigningKeysStore {
  /** Lists all keys, the oldest first. */
  all(db: Db): Promise<SigningKeyRecord[]> {
    return db.prepared<SigningKeyRecord & Row>(ALL);
  }

  /** Locks the creation of keys until the transaction ends. */
  async lock(tx: Tx): Promise<void> {
    await tx.prepared('select pg_advisory_xact_lock($1)', [KEYS_LOCK]);
  }

  /** Returns the id for a new key: encryption binds the ciphertext to it. */
  async nextId(tx: Tx): Promise<number> {
    const [row] = await tx.prepared<{ id: number }>(
      `select nextval(pg_get_serial_sequence('openid_keys', 'id'))::bigint as id`,
    );
    return row!.id;
  }

  async insert(tx: Tx, { id, publicJwk, privateKey, createdAt }: SigningKeyRecord): Promise<void> {
    await tx.prepared(INSERT, [id, JSON.stringify(publicJwk), privateKey, createdAt]);
  }

  /** Removes keys whose successor was created before the time. */
  async removeReplaced(tx: Tx, before: Date): Promise<void> {
    await tx.prepared(REMOVE_REPLACED, [before]);
  }
}
