import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses added by users wait for their confirmation for a day; meanwhile other users can take them. */
export class WaitingEmails1766190000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from user_emails where ends_at is not null');
    await runner.query('drop index user_emails_email_key, user_emails_by_address, user_emails_ending');
    await runner.query('alter table user_emails drop column ends_at');
    await runner.query('create unique index user_emails_email_key on user_emails (lower(email))');
  }
}

/** Existing unconfirmed addresses get a day from the upgrade on. */
const UP = [
  'alter table user_emails add column ends_at timestamptz(3)',
  `update user_emails set ends_at = now() + interval '1 day' where confirmed_at is null`,
  'drop index user_emails_email_key',
  'create unique index user_emails_email_key on user_emails (lower(email)) where ends_at is null',
  'create unique index user_emails_by_address on user_emails (user_id, lower(email))',
  'create index user_emails_ending on user_emails (ends_at) where ends_at is not null',
];
