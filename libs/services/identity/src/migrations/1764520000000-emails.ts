import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additional e-mail addresses of users, and confirmation mails. */
export class Emails1764520000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...EMAILS, ...CONFIRMATIONS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table email_confirmations, user_emails');
  }
}

const EMAILS = [
  `create table user_emails (
     id bigint generated always as identity primary key,
     user_id bigint not null references users (id) on delete cascade,
     email text not null check (length(email) <= 255),
     confirmed_at timestamptz(3),
     created_at timestamptz(3) not null
   )`,
  'create unique index user_emails_email_key on user_emails (lower(email))',
  'create index user_emails_by_user on user_emails (user_id, id)',
];

/** One row for each mail, also for deleted addresses: the limit counts the mails of a user. */
const CONFIRMATIONS = [
  `create table email_confirmations (
     token_hash bytea primary key,
     user_id bigint not null references users (id) on delete cascade,
     email text not null,
     sent_at timestamptz(3) not null
   )`,
  'create index email_confirmations_by_user on email_confirmations (user_id, sent_at)',
];
