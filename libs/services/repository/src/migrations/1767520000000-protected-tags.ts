import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules of who may create tags, by name or pattern. */
export class ProtectedTags1767520000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table protected_tags (
        id bigint generated always as identity primary key,
        project_id bigint not null references repositories,
        name text not null,
        create_level int not null,
        updated_at timestamptz not null default now(),
        unique (project_id, name)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table protected_tags');
  }
}
