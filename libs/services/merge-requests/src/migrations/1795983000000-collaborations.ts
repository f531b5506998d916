import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether members of the target may push to the source branch of a merge request from a fork. */
export class Collaborations1795983000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table merge_requests add allow_collaboration boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table merge_requests drop allow_collaboration');
  }
}
