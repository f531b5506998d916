import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';
import { RecordsOfUserStore } from '../users/records-of-user.js';
import { IS_PERSON } from '../users/users.store.js';

/** Address that a user has beside the main one. */
export type EmailRecord = {
  id: number;
  userId: number;
  email: string;
  confirmedAt: Date | null;
  createdAt: Date;
  /** End of the time in which an address added by its user waits for the confirmation, and other users can take it; null: it is the user's. */
  endsAt: Date | null;
};

/** Address of a user's mails. */
export type MailAddress = {
  email: string;
  isWanted: boolean;
  name: string;
  /** Whether the user is active and the address confirmed. */
  receives: boolean;
};

const COLUMNS = `r.id, r.user_id as "userId", r.email, r.confirmed_at as "confirmedAt", r.created_at as "createdAt",
  r.ends_at as "endsAt"`;
const LOCK_ADDRESS = `
  select ${COLUMNS} from user_emails r where r.user_id = $1 and lower(r.email) = lower($2::text) for update`;
const UNCONFIRMED = `
  select r.email from user_emails r where r.user_id = $1 and r.confirmed_at is null
    and (r.ends_at > $3) is not false order by r.id limit $2`;
const WAITING = 'select count(*)::int as count from user_emails where user_id = $1 and ends_at is not null';
const REMOVE_ENDED_OF = 'delete from user_emails where user_id = $1 and ends_at <= $2';
const REMOVE_ENDED = `
  delete from user_emails where id = any (array(select id from user_emails where ends_at <= $1 limit $2)) returning 1`;
const INSERT = `
  insert into user_emails (user_id, email, confirmed_at, created_at, ends_at) values ($1, $2, $3, $4, $5) returning id`;

/** Advisory lock of an address, against concurrent use by another user as a main address or beside one. */
const ADDRESS_LOCK = 1_764_520_001;
const LOCK_EMAIL = `select pg_advisory_xact_lock(hashtextextended(lower($1::text), ${ADDRESS_LOCK}))`;
/** Users who have an address, as the main one or beside it; waiting addresses do not count. */
const HOLDERS = `
  select u.id as "userId" from users u where lower(u.email) = lower($1::text)
  union all
  select e.user_id from user_emails e where lower(e.email) = lower($1::text) and e.ends_at is null`;

/** The address of mails: the wanted one (`$2`) where it is confirmed and the user's, otherwise the main one. */
const MAIL_ADDRESS = `
  select coalesce(wanted.email, u.email) as email, wanted.email is not null as "isWanted", u.name,
    u.state = 'active' and ${IS_PERSON} and (wanted.email is not null or u.confirmed_at is not null) as receives
  from users u left join lateral (
    select u.email where u.confirmed_at is not null and lower(u.email) = lower($2::text)
    union all
    select e.email from user_emails e where e.user_id = u.id and e.confirmed_at is not null and lower(e.email) = lower($2::text)
    limit 1) wanted on true
  where u.id = $1 and not u.ghost`;

const CONFIRMED_HOLDER = `
  select u.id from users u where u.state = 'active' and not u.ghost and u.id in (
    select o.id from users o where lower(o.email) = lower($1::text) and o.confirmed_at is not null
    union all
    select e.user_id from user_emails e where lower(e.email) = lower($1::text) and e.confirmed_at is not null)`;

/** All SQL about addresses beside the main one. */
@Injectable()
export class EmailsStore extends RecordsOfUserStore<EmailRecord> {
  constructor() {
    super('user_emails', COLUMNS, 'ends_at');
  }

  async unconfirmed(db: Db, userId: number, most: number, now: Date): Promise<string[]> {
    return (await db.prepared<{ email: string }>(UNCONFIRMED, [userId, most, now])).map(({ email }) => email);
  }

  /** @param wanted address that the user has chosen */
  async mailAddress(db: Db, userId: number, wanted: string | null): Promise<MailAddress | undefined> {
    const [address] = await db.prepared<MailAddress>(MAIL_ADDRESS, [userId, wanted]);
    return address;
  }

  /** Id of the active user to whom a confirmed address belongs. */
  async confirmedHolder(db: Db, email: string): Promise<UserId | undefined> {
    return (await db.prepared<{ id: UserId }>(CONFIRMED_HOLDER, [email]))[0]?.id;
  }

  /** Returns the number of waiting addresses that a user has added. */
  async waiting(db: Db, userId: number): Promise<number> {
    const [row] = await db.prepared<{ count: number }>(WAITING, [userId]);
    return row!.count;
  }

  /** Removes a user's addresses that were not confirmed in time. */
  async removeEndedOf(tx: Tx, userId: number, now: Date): Promise<void> {
    await tx.prepared(REMOVE_ENDED_OF, [userId, now]);
  }

  /** Removes up to `most` addresses that were not confirmed in time. @returns the number of removed rows */
  async removeEnded(tx: Tx, now: Date, most: number): Promise<number> {
    return (await tx.prepared(REMOVE_ENDED, [now, most])).length;
  }

  /** Finds and locks an address of a user (case-insensitively, without the main one) until the transaction ends. */
  async lockAddress(tx: Tx, userId: number, email: string): Promise<EmailRecord | undefined> {
    const [found] = await tx.prepared<EmailRecord>(LOCK_ADDRESS, [userId, email]);
    return found;
  }

  /**
   * Locks an address until the transaction ends, so that no other user can take it.
   * @returns the users who have it (case-insensitively): one or none. Waiting addresses do not count
   */
  async hold(tx: Tx, email: string): Promise<number[]> {
    // Two statements: the second one sees the commit of the previous lock holder.
    await tx.prepared(LOCK_EMAIL, [email]);
    return (await tx.prepared<{ userId: number }>(HOLDERS, [email])).map(({ userId }) => userId);
  }

  /**
   * Stores a locked address.
   * @returns its id
   */
  async insert(tx: Tx, { userId, email, confirmedAt, createdAt, endsAt }: Omit<EmailRecord, 'id'>): Promise<number> {
    const [row] = await tx.prepared<{ id: number }>(INSERT, [userId, email, confirmedAt, createdAt, endsAt]);
    return row!.id;
  }

  /** Confirms a locked address, which then belongs to the user only. */
  async confirm(tx: Tx, id: number, now: Date): Promise<void> {
    await tx.prepared('update user_emails set confirmed_at = $2, ends_at = null where id = $1', [id, now]);
  }
}
