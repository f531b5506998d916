import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Path of a pipeline's configuration in its commit. */
export class ConfigPaths1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pipelines add config_path text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pipelines drop config_path');
  }
}
