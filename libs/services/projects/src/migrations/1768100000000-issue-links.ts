import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Relations between issues; a pair of issues is linked once, whichever of them is the source. */
export class IssueLinks1768100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table issue_links (
      id bigint generated always as identity primary key,
      source_id bigint not null references issues on delete cascade,
      target_id bigint not null references issues on delete cascade,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      check (source_id <> target_id)
    )`);
    await runner.query(`create unique index issue_links_pair
      on issue_links (least(source_id, target_id), greatest(source_id, target_id))`);
    await runner.query('create index issue_links_source on issue_links (source_id, id)');
    await runner.query('create index issue_links_target on issue_links (target_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table issue_links');
  }
}
