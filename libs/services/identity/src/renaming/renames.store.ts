import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';
import { UserEntity } from '../users/user.entity.js';

/** Also of a user who is being deleted: one who has to stay is to be called as the namespace is. */
const PENDING = 'select id, pending_username as username from users where id = $1 and pending_username is not null';
const FINISH = `
  update users set username = pending_username, pending_username = null, revision = revision + 1, updated_at = $3
  where id = $1 and pending_username = $2 returning id`;

/** All SQL about renames under way. */
@Injectable()
export class RenamesStore {
  /** The name that a user is about to get. */
  async pending(db: Db, userId: number): Promise<string | undefined> {
    const [user] = await db.prepared<{ username: string }>(PENDING, [userId]);
    return user?.username;
  }

  /** From now on the name is taken; the row is locked and the name held. */
  async begin(tx: Tx, userId: number, username: string): Promise<void> {
    await tx.repository(UserEntity).update({ id: userId }, { pendingUsername: username });
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
