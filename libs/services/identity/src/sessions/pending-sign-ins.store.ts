import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';

/** Browser whose user has entered the right password, or was named by another provider, and has not yet entered the code. */
export interface PendingSignIn {
  readonly userId: number;
  readonly username: string;
  /** Hash of the replacement for a password set by an admin; null: the password stays. */
  readonly passwordHash: string | null;
  /** Whether the session outlasts the browser. */
  readonly remembered: boolean;
  /** Whether another provider has named the user. */
  readonly byProvider: boolean;
}

const FIND = `
  select p.user_id as "userId", u.username, p.password_hash as "passwordHash", p.remembered, p.by_provider as "byProvider"
  from pending_sign_ins p join users u on u.id = p.user_id where p.id_hash = $1 and p.ends_at > $2`;
const INSERT = `
  insert into pending_sign_ins (id_hash, user_id, password_hash, ends_at, remembered, by_provider)
  values ($1, $2, $3, $4, $5, $6)`;
const REMOVE_ENDED = `
  delete from pending_sign_ins
  where id_hash = any (array(select id_hash from pending_sign_ins where ends_at < $1 limit $2)) returning 1`;

/** All SQL about sign-ins that wait for a code. */
@Injectable()
export class PendingSignInsStore {
  async insert(
    tx: Tx,
    idHash: Buffer,
    {
      userId,
      passwordHash,
      endsAt,
      remembered,
      byProvider,
    }: Omit<PendingSignIn, 'username'> & { readonly endsAt: Date },
  ): Promise<void> {
    const values = [idHash, userId, passwordHash, endsAt, remembered, byProvider];
    await tx.prepared(INSERT, values);
  }

  async find(db: Db, idHash: Buffer, now: Date): Promise<PendingSignIn | undefined> {
    const [found] = await db.prepared<PendingSignIn & Row>(FIND, [idHash, now]);
    return found;
  }

  /** @returns whether it was there */
  async remove(tx: Tx, idHash: Buffer): Promise<boolean> {
    return (await tx.prepared('delete from pending_sign_ins where id_hash = $1 returning 1', [idHash])).length > 0;
  }

  async removeAll(tx: Tx, userId: number): Promise<void> {
    await tx.prepared('delete from pending_sign_ins where user_id = $1', [userId]);
  }

  /** Removes up to `most` pending sign-ins that ended before the time. @returns the number of removed rows */
  async removeEnded(tx: Tx, before: Date, most: number): Promise<number> {
    return (await tx.prepared(REMOVE_ENDED, [before, most])).length;
  }
}
