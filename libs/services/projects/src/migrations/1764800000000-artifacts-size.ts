import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The total size of the artifacts of a project, a copy of ci's. */
export class ArtifactsSize1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table projects
        add column artifacts_size bigint not null default 0,
        add column artifacts_sequence bigint not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects drop column artifacts_size, drop column artifacts_sequence');
  }
}
