import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of the labels, milestone and state of merge requests. */
export class ResourceEvents1768700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table resource_events (
      id bigint generated always as identity primary key,
      merge_request_id bigint not null references merge_requests on delete cascade,
      user_id bigint,
      kind text not null check (kind in ('label', 'milestone', 'state')),
      action text check (action in ('add', 'remove')),
      subject_id bigint,
      state text,
      created_at timestamptz(3) not null default now(),
      check ((kind = 'state') = (action is null) and (kind = 'state') = (subject_id is null) and (kind = 'label') = (state is null))
    )`);
    await runner.query('create index resource_events_merge_request on resource_events (merge_request_id, kind, id)');
    await runner.query('create index resource_events_user on resource_events (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table resource_events');
  }
}
