import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import type { UserStatus } from './status.rules.js';

const FIND = `
  select emoji, message, availability, clear_at as "clearAt" from user_statuses
  where user_id = $1 and (clear_at > $2) is not false`;
const SAVE = `
  insert into user_statuses (user_id, emoji, message, availability, clear_at) values ($1, $2, $3, $4, $5)
  on conflict (user_id) do update set emoji = excluded.emoji, message = excluded.message,
    availability = excluded.availability, clear_at = excluded.clear_at`;

/** All SQL about the statuses of users. */
@Injectable()
export class StatusesStore {
  /** @returns undefined also when the status has been cleared at `now` */
  async find(db: Db, userId: number, now: Date): Promise<UserStatus | undefined> {
    const [status] = await db.prepared<UserStatus & Row>(FIND, [userId, now]);
    return status;
  }

  async save(tx: Tx, userId: number, { emoji, message, availability, clearAt }: UserStatus): Promise<void> {
    await tx.prepared(SAVE, [userId, emoji, message, availability, clearAt]);
  }

  async remove(tx: Tx, userId: number): Promise<void> {
    await tx.prepared('delete from user_statuses where user_id = $1', [userId]);
  }
}
