import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Variables of a pipeline's configuration. Before, each of its jobs had a copy. */
export class PipelineConfigurations1764730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table pipelines add variables jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pipelines drop variables');
  }
}
