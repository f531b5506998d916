import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The contributors of default branches, and the commit up to which they are counted. */
export class Contributors1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table contributor_counts (
        project_id bigint primary key references repositories,
        tip text
      )`);
    await runner.query(`
      create table contributors (
        project_id bigint not null references repositories,
        email text not null,
        name text not null,
        commits bigint not null,
        additions bigint not null,
        deletions bigint not null,
        newest bigint not null,
        primary key (project_id, email)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table contributors, contributor_counts');
  }
}
