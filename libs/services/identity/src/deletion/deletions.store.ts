import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';

const BEGIN = `
  update users set former_state = state, state = 'deleting', revision = revision + 1 where id = $1`;
const UNDER_WAY = `select id from users where id = $1 and state = 'deleting'`;
const TAKE_BACK = `
  update users set state = former_state, former_state = null, revision = revision + 1
  where id = $1 and state = 'deleting' returning id`;
const REMOVE = `
  with gone as (delete from users where id = $1 returning id)
  insert into deleted_users (id, deleted_at) select id, now() from gone returning id`;
const GHOST = `select id, state = 'creating' as "isCreating" from users where ghost`;

/** All SQL about users who are being deleted, and about the ghost. */
@Injectable()
export class DeletionsStore {
  /** Makes a user `deleting`, and thereby invisible; the row is locked. */
  async begin(tx: Tx, userId: number): Promise<void> {
    await tx.prepared(BEGIN, [userId]);
  }

  async isUnderWay(db: Db, userId: number): Promise<boolean> {
    return (await db.prepared(UNDER_WAY, [userId])).length > 0;
  }

  /** Restores the former state of the user. Returns false when the user is not being deleted any more. */
  async takeBack(tx: Tx, userId: number): Promise<boolean> {
    return (await tx.prepared(TAKE_BACK, [userId])).length > 0;
  }

  /** Removes the row with everything that references it, and keeps the id. Returns false when it was removed before. */
  async remove(tx: Tx, userId: number): Promise<boolean> {
    return (await tx.prepared(REMOVE, [userId])).length > 0;
  }

  async ghost(db: Db): Promise<{ id: number; isCreating: boolean } | undefined> {
    const [ghost] = await db.prepared<{ id: number; isCreating: boolean }>(GHOST);
    return ghost;
  }
}
