import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sources that have mentioned or closed an issue: each source is noted once. */
export class CrossReferences1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table cross_references (
      issue_id bigint not null references issues on delete cascade,
      source text not null,
      closed boolean not null default false,
      primary key (issue_id, source)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table cross_references');
  }
}
