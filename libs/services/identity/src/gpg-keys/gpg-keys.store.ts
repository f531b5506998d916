import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import { RecordsOfUser } from '../users/records-of-user.js';

/** A public key of a user. */
export type GpgKeyRecord = {
  id: number;
  userId: number;
  /** ASCII armor. */
  key: string;
  /** Of the primary key: 20 bytes, or 32 of the newest kind. */
  fingerprint: Buffer;
  createdAt: Date;
};

/** Names of constraints, as violations report them. */
export const FINGERPRINT_KEY = 'gpg_keys_fingerprint_key';
export const OF_A_USER = 'gpg_keys_user_id_fkey';

const COLUMNS = `r.id, r.user_id as "userId", r.key, r.fingerprint, r.created_at as "createdAt"`;
const FIND = `select ${COLUMNS} from gpg_keys r where r.id = $1 and r.user_id = $2`;
const INSERT = `
  insert into gpg_keys (user_id, key, fingerprint, created_at) values ($1, $2, $3, $4) returning id`;

/** All SQL about GPG keys. */
@Injectable()
export class GpgKeysStore {
  page(db: Db, userId: number, request: PageRequest): Promise<Page<GpgKeyRecord>> {
    return readPage(db, request, new RecordsOfUser('gpg_keys', COLUMNS, userId));
  }

  async find(db: Db, userId: number, id: number): Promise<GpgKeyRecord | undefined> {
    const [key] = await db.prepared<GpgKeyRecord>(FIND, [id, userId]);
    return key;
  }

  /** The same, locked until the transaction ends. */
  async lock(tx: Tx, userId: number, id: number): Promise<GpgKeyRecord | undefined> {
    const [key] = await tx.prepared<GpgKeyRecord>(`${FIND} for update`, [id, userId]);
    return key;
  }

  /**
   * @returns the key's id
   * @throws a violation of FINGERPRINT_KEY or OF_A_USER
   */
  async insert(tx: Tx, key: Omit<GpgKeyRecord, 'id'>): Promise<number> {
    const values = [key.userId, key.key, key.fingerprint, key.createdAt];
    const [row] = await tx.prepared<{ id: number }>(INSERT, values);
    return row!.id;
  }

  async remove(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from gpg_keys where id = $1', [id]);
  }
}
