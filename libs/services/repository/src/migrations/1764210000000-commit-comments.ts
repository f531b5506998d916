import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comments on commits. */
export class CommitComments1764210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table commit_comments (
        id bigint generated always as identity primary key,
        project_id bigint not null references repositories,
        commit_id text not null,
        author_id bigint not null,
        note text not null,
        path text,
        line int,
        line_type text check (line_type in ('new', 'old')),
        created_at timestamptz not null default now(),
        check ((path is null) = (line is null) and (path is null) = (line_type is null))
      )`);
    await runner.query('create index commit_comments_of_commit on commit_comments (project_id, commit_id, id)');
    await runner.query('create index commit_comments_of_author on commit_comments (author_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table commit_comments');
  }
}
