import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Audit trail of all services. It outlives its users, so it has no foreign keys. */
export class AuditEvents1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table audit_events (
      id bigint generated always as identity primary key,
      kind text not null,
      actor_id bigint,
      acting_as_id bigint,
      subject_type text not null,
      subject_id bigint not null,
      subject_name text,
      address text,
      request_id text,
      details jsonb not null,
      created_at timestamptz(3) not null
    )`);
    await runner.query('create index audit_events_by_time on audit_events (created_at, id)');
    await runner.query('create index audit_events_by_actor on audit_events (actor_id, created_at, id)');
    await runner.query('create index audit_events_by_kind on audit_events (kind, created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_events');
  }
}
