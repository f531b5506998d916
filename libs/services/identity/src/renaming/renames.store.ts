import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';
import { UserEntity } from '../users/user.entity.js';

/** A name that a user is about to get. */
export type PendingRename = { readonly username: string; readonly byAdmin: boolean };

/** Also of a user who is being deleted: one who has to stay is to be called as the namespace is. */
const PENDING = `
  select pending_username as username, pending_by_admin as "byAdmin" from users where id = $1 and pending_username is not null`;
const FINISH = `
  update users set username = pending_username, pending_username = null, revision = revision + 1, updated_at = $3
  where id = $1 and pending_username = $2 returning id`;

/** All SQL about renames under way. */
@Injectable()
export class RenamesStore {
  /** The name that a user is about to get, and whether an admin asked for it. */
  async pending(db: Db, userId: number): Promise<PendingRename | undefined> {
    const [pending] = await db.prepared<PendingRename>(PENDING, [userId]);
    return pending;
  }

  /** From now on the name is taken; the row is locked and the name held. */
  async begin(tx: Tx, userId: number, { username, byAdmin }: PendingRename): Promise<void> {
    await tx.repository(UserEntity).update({ id: userId }, { pendingUsername: username, pendingByAdmin: byAdmin });
  }

  /** Returns false when the user was not about to get that name any more. */
  async finish(tx: Tx, userId: number, username: string, now: Date): Promise<boolean> {
    return (await tx.prepared(FINISH, [userId, username, now])).length > 0;
  }

  /** The user keeps the old name. */
  async giveUp(tx: Tx, userId: number, username: string): Promise<void> {
    await tx.repository(UserEntity).update({ id: userId, pendingUsername: username }, { pendingUsername: null });
  }
}
