import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of projects that texts link to. Most of them are compressed already. */
export class Attachments1768300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table attachments (
      id bigint generated always as identity primary key,
      project_id bigint not null references projects on delete cascade,
      user_id bigint not null,
      secret text not null,
      file_name text not null,
      size bigint not null,
      content bytea not null,
      created_at timestamptz(3) not null default now()
    )`);
    await runner.query('alter table attachments alter column content set storage external');
    await runner.query('create index attachments_project on attachments (project_id, id) include (size)');
    await runner.query('create unique index attachments_secret on attachments (project_id, secret)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table attachments');
  }
}
