import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index for searches of milestones in all projects. */
export class SearchOfMilestones1768120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index milestones_search on milestones
      using gin (title public.gin_trgm_ops, description public.gin_trgm_ops)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index milestones_search');
  }
}
