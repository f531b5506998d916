import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Interface of ref changes, time of changes to protected branches, and the release texts of tags. */
export class RefOrigins1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ref_changes
        add column via text not null default 'http' check (via in ('http', 'ssh', 'api', 'import'))`);
    await runner.query('alter table protected_branches add column updated_at timestamptz not null default now()');
    await runner.query(`
      create table releases (
        id bigint generated always as identity primary key,
        project_id bigint not null references repositories,
        tag text not null,
        description text not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (project_id, tag)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table releases');
    await runner.query('alter table protected_branches drop column updated_at');
    await runner.query('alter table ref_changes drop column via');
  }
}
