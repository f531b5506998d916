import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Discussions of merge requests, and their resolution. Notes so far, and those of the release before, stand alone. */
export class Discussions1767800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index notes_discussion, notes_unresolved, notes_resolved_by');
    await runner.query(
      'alter table notes drop discussion_id, drop type, drop position, drop resolved_by_id, drop resolved_at',
    );
  }
}

const UP = [
  `alter table notes
     add discussion_id text not null default left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 40),
     add type text check (type in ('DiscussionNote', 'DiffNote')),
     add position jsonb,
     add resolved_by_id bigint,
     add resolved_at timestamptz(3)`,
  'create index notes_discussion on notes (discussion_id, id)',
  'create index notes_unresolved on notes (merge_request_id) where type is not null and resolved_at is null',
  'create index notes_resolved_by on notes (resolved_by_id) where resolved_by_id is not null',
];
