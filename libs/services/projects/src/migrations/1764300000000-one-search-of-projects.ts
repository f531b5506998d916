import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One trigram index for all projects, whatever their visibility; drops the index that walks by id used. */
export class OneSearchOfProjects1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index projects_search on projects using gin (searched public.gin_trgm_ops)');
    for (const visibility of VISIBILITIES) await runner.query(`drop index projects_search_${visibility}`);
    await runner.query('drop index projects_namespace');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index projects_namespace on projects (id) include (namespace_id, visibility, archived, created_at)',
    );
    for (const visibility of VISIBILITIES)
      await runner.query(`create index projects_search_${visibility} on projects
        using gin (searched public.gin_trgm_ops) where visibility = '${visibility}'`);
    await runner.query('drop index projects_search');
  }
}

const VISIBILITIES = ['private', 'internal', 'public'];
