import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index of the replayed dead letters, which are deleted after a time. */
export class ReplayedDeadLetters1763740000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index dead_letters_replayed on dead_letters (replayed_at) where replayed_at is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index dead_letters_replayed');
  }
}
