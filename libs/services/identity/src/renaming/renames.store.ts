import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';
import { UserEntity } from '../users/user.entity.js';

/** Pending new name of a user. */
export type PendingRename = { readonly username: string; readonly byAdmin: boolean };

/** Includes users who are being deleted: if the deletion is refused, the user must have the name of the namespace. */
const PENDING = `
  select pending_username as username, pending_by_admin as "byAdmin" from users where id = $1 and pending_username is not null`;
const FINISH = `
  update users set username = pending_username, pending_username = null, revision = revision + 1, updated_at = $3
  where id = $1 and pending_username = $2 returning id`;

/** All SQL about pending renames. */
@Injectable()
export class RenamesStore {
  /** Returns the pending new name of a user, and whether an admin requested it. */
  async pending(db: Db, userId: number): Promise<PendingRename | undefined> {
    const [pending] = await db.prepared<PendingRename>(PENDING, [userId]);
    return pending;
  }

  /** Stores the pending name, which is taken from then on; the row and the name are locked. */
  async begin(tx: Tx, userId: number, { username, byAdmin }: PendingRename): Promise<void> {
    await tx.repository(UserEntity).update({ id: userId }, { pendingUsername: username, pendingByAdmin: byAdmin });
  }

  /** Applies the pending name. Returns false when it is not pending any more. */
  async finish(tx: Tx, userId: number, username: string, now: Date): Promise<boolean> {
    return (await tx.prepared(FINISH, [userId, username, now])).length > 0;
  }

  /** Removes the pending name, so that the user keeps the old one. */
  async giveUp(tx: Tx, userId: number, username: string): Promise<void> {
    await tx.repository(UserEntity).update({ id: userId, pendingUsername: username }, { pendingUsername: null });
  }
}
