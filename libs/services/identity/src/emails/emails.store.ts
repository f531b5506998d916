import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';
import { RecordsOfUserStore } from '../users/records-of-user.js';

/** An address that a user has beside the main one. */
export type EmailRecord = {
  id: number;
  userId: number;
  email: string;
  confirmedAt: Date | null;
  createdAt: Date;
};

/** Name of the constraint, as violations report it. */
export const OF_A_USER = 'user_emails_user_id_fkey';

const COLUMNS = `r.id, r.user_id as "userId", r.email, r.confirmed_at as "confirmedAt", r.created_at as "createdAt"`;
const LOCK_ADDRESS = `
  select ${COLUMNS} from user_emails r where r.user_id = $1 and lower(r.email) = lower($2::text) for update`;
const UNCONFIRMED = `
  select r.email from user_emails r where r.user_id = $1 and r.confirmed_at is null order by r.id limit $2`;
const INSERT = `
  insert into user_emails (user_id, email, confirmed_at, created_at) values ($1, $2, $3, $4) returning id`;

/** Held with an address, so that nobody takes it at the same time, as a main address or beside one. */
const ADDRESS_LOCK = 1_764_520_001;
const LOCK_EMAIL = `select pg_advisory_xact_lock(hashtextextended(lower($1::text), ${ADDRESS_LOCK}))`;
/** Main addresses, and those beside them. */
const HOLDERS = `
  select u.id as "userId" from users u where lower(u.email) = lower($1::text)
  union all
  select e.user_id from user_emails e where lower(e.email) = lower($1::text)`;

/** All SQL about addresses beside the main one. */
@Injectable()
export class EmailsStore extends RecordsOfUserStore<EmailRecord> {
  constructor() {
    super('user_emails', COLUMNS);
  }

  async unconfirmed(db: Db, userId: number, most: number): Promise<string[]> {
    return (await db.prepared<{ email: string }>(UNCONFIRMED, [userId, most])).map(({ email }) => email);
  }

  /** A user's address in any case, locked until the transaction ends; not the main one. */
  async lockAddress(tx: Tx, userId: number, email: string): Promise<EmailRecord | undefined> {
    const [found] = await tx.prepared<EmailRecord>(LOCK_ADDRESS, [userId, email]);
    return found;
  }

  /**
   * Keeps everybody else from taking an address until the transaction ends.
   * @returns the users who have it, in whatever case and confirmed or not: one, or none
   */
  async hold(tx: Tx, email: string): Promise<number[]> {
    // Two statements: the second one sees what was committed by whoever held the address before.
    await tx.prepared(LOCK_EMAIL, [email]);
    return (await tx.prepared<{ userId: number }>(HOLDERS, [email])).map(({ userId }) => userId);
  }

  /**
   * Stores an address that is held.
   * @returns its id
   * @throws a violation of OF_A_USER
   */
  async insert(tx: Tx, { userId, email, confirmedAt, createdAt }: Omit<EmailRecord, 'id'>): Promise<number> {
    const [row] = await tx.prepared<{ id: number }>(INSERT, [userId, email, confirmedAt, createdAt]);
    return row!.id;
  }

  async confirm(tx: Tx, id: number, now: Date): Promise<void> {
    await tx.prepared('update user_emails set confirmed_at = $2 where id = $1', [id, now]);
  }
}
