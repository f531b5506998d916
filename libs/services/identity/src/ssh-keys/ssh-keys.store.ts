import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import { RecordsOfUser } from '../users/records-of-user.js';

/** A public key of a user. */
export type SshKeyRecord = {
  id: number;
  userId: number;
  title: string;
  key: string;
  /** SHA-256, 32 bytes. */
  fingerprint: Buffer;
  createdAt: Date;
};

/** Names of constraints, as violations report them. */
export const FINGERPRINT_KEY = 'ssh_keys_fingerprint_key';
export const OF_A_USER = 'ssh_keys_user_id_fkey';

const COLUMNS = `r.id, r.user_id as "userId", r.title, r.key, r.fingerprint, r.created_at as "createdAt"`;
const FIND = `select ${COLUMNS} from ssh_keys r where r.id = $1 and r.user_id = $2`;
const INSERT = `
  insert into ssh_keys (user_id, title, key, fingerprint, created_at) values ($1, $2, $3, $4, $5) returning id`;

/** All SQL about SSH keys, apart from the lookup of a credential. */
@Injectable()
export class SshKeysStore {
  page(db: Db, userId: number, request: PageRequest): Promise<Page<SshKeyRecord>> {
    return readPage(db, request, new RecordsOfUser('ssh_keys', COLUMNS, userId));
  }

  async find(db: Db, userId: number, id: number): Promise<SshKeyRecord | undefined> {
    const [key] = await db.prepared<SshKeyRecord>(FIND, [id, userId]);
    return key;
  }

  /** The same, locked until the transaction ends. */
  async lock(tx: Tx, userId: number, id: number): Promise<SshKeyRecord | undefined> {
    const [key] = await tx.prepared<SshKeyRecord>(`${FIND} for update`, [id, userId]);
    return key;
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

  async remove(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from ssh_keys where id = $1', [id]);
  }
}
