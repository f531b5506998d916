import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who have ended the mails about a commit. */
export class CommitUnsubscriptions1795944567000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table commit_unsubscriptions (
      project_id bigint not null references projects on delete cascade,
      commit_id text not null,
      user_id bigint not null,
      primary key (project_id, commit_id, user_id)
    )`);
    await runner.query('create index commit_unsubscriptions_user on commit_unsubscriptions (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table commit_unsubscriptions');
  }
}
