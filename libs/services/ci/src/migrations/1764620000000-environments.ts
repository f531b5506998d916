import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Environments that projects are deployed to. */
export class Environments1764620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table environments (
        id bigint generated always as identity primary key,
        project_id bigint not null references projects,
        name text not null,
        slug text not null,
        external_url text,
        state text not null default 'available' check (state in ('available', 'stopped')),
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (project_id, name),
        unique (project_id, slug)
      )`);
    await runner.query('create index environments_of_project on environments (project_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table environments');
  }
}
