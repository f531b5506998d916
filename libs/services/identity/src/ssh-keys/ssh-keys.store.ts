import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { RecordsOfUserStore } from '../users/records-of-user.js';

/** Public key of a user. */
export type SshKeyRecord = {
  id: number;
  userId: number;
  title: string;
  key: string;
  /** SHA-256, 32 bytes. */
  fingerprint: Buffer;
  createdAt: Date;
};

/** Names of constraints, as reported by violations. */
export const FINGERPRINT_KEY = 'ssh_keys_fingerprint_key';
export const OF_A_USER = 'ssh_keys_user_id_fkey';

const COLUMNS = `r.id, r.user_id as "userId", r.title, r.key, r.fingerprint, r.created_at as "createdAt"`;
const INSERT = `
  insert into ssh_keys (user_id, title, key, fingerprint, created_at) values ($1, $2, $3, $4, $5) returning id`;

/** All SQL about SSH keys, apart from the lookup of a credential. */
@Injectable()
export class SshKeysStore extends RecordsOfUserStore<SshKeyRecord> {
  constructor() {
    super('ssh_keys', COLUMNS);
  }

  /**
   * @returns the key's id
   * @throws a violation of FINGERPRINT_KEY or OF_A_USER
   */
  async insert(tx: Tx, key: Omit<SshKeyRecord, 'id'>): Promise<number> {
    const values = [key.userId, key.title, key.key, key.fingerprint, key.createdAt];
    const [row] = await tx.prepared<{ id: number }>(INSERT, values);
    return row!.id;
  }
}
