import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The total size of the LFS objects of a project, a copy of repository's. */
export class LfsSize1768810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table projects
        add column lfs_size bigint not null default 0,
        add column lfs_sequence bigint not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects drop column lfs_size, drop column lfs_sequence');
  }
}
