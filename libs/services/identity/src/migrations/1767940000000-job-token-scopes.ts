import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which other projects' job tokens may read a project. */
export class JobTokenScopes1767940000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table job_token_scopes (
      project_id bigint primary key,
      inbound_enabled boolean not null
    )`);
    await runner.query(`create table job_token_allowlist (
      project_id bigint not null,
      kind text not null check (kind in ('project', 'group')),
      source_id bigint not null,
      primary key (project_id, kind, source_id)
    )`);
    await runner.query('create index job_token_allowlist_by_source on job_token_allowlist (kind, source_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table job_token_allowlist, job_token_scopes');
  }
}
