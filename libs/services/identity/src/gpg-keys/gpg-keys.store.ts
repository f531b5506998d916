import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { RecordsOfUserStore } from '../users/records-of-user.js';

/** Public key of a user. */
export type GpgKeyRecord = {
  id: number;
  userId: number;
  /** ASCII armor. */
  key: string;
  /** Fingerprint of the primary key: 20 bytes, or 32 for the newest version. */
  fingerprint: Buffer;
  createdAt: Date;
};

/** Names of constraints, as reported by violations. */
export const FINGERPRINT_KEY = 'gpg_keys_fingerprint_key';
export const OF_A_USER = 'gpg_keys_user_id_fkey';

const COLUMNS = `r.id, r.user_id as "userId", r.key, r.fingerprint, r.created_at as "createdAt"`;
const INSERT = `
  insert into gpg_keys (user_id, key, fingerprint, created_at, subkey_ids) values ($1, $2, $3, $4, $5) returning id`;

/** All SQL about GPG keys. */
@Injectable()
export class GpgKeysStore extends RecordsOfUserStore<GpgKeyRecord> {
  constructor() {
    super('gpg_keys', COLUMNS);
  }

  /**
   * @returns the key's id
   * @throws a violation of FINGERPRINT_KEY or OF_A_USER
   */
  async insert(tx: Tx, key: Omit<GpgKeyRecord, 'id'>, subkeyIds: readonly string[]): Promise<number> {
    const values = [key.userId, key.key, key.fingerprint, key.createdAt, subkeyIds];
    const [row] = await tx.prepared<{ id: number }>(INSERT, values);
    return row!.id;
  }
}
