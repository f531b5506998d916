import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes to remove expired links of mails, for all users. */
export class MailedLinksByTime1766060000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index email_confirmations_by_time on email_confirmations (sent_at)');
    await runner.query('create index password_resets_by_time on password_resets (sent_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index password_resets_by_time, email_confirmations_by_time');
  }
}
