import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pending notes on merge requests, which only their authors see. */
export class DraftNotes1795849000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table draft_notes');
  }
}

const UP = [
  `create table draft_notes (
     id bigint primary key generated always as identity,
     merge_request_id bigint not null references merge_requests on delete cascade,
     author_id bigint not null,
     body text not null,
     discussion_id text,
     resolve_discussion boolean not null default false check (discussion_id is not null or not resolve_discussion),
     position jsonb,
     line_code text,
     updated_at timestamptz(3) not null default now(),
     check (position is null or discussion_id is null)
   )`,
  'create index draft_notes_merge_request on draft_notes (merge_request_id, author_id, id)',
  'create index draft_notes_author on draft_notes (author_id, id)',
];
