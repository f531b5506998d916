import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Squashed commits, and the method of a running merge. */
export class SquashedMerges1767202000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table merge_requests add squash boolean not null default false, add squash_commit_sha text',
    );
    // Author and message of the squashed commit; null: the source's commits are merged.
    await runner.query(`alter table merge_attempts add squash jsonb,
      add method text not null default 'merge' check (method in ('merge', 'rebase_merge', 'ff'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table merge_attempts drop squash, drop method');
    await runner.query('alter table merge_requests drop squash, drop squash_commit_sha');
  }
}
