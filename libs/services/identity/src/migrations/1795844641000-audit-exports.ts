import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records of the audit trail that wait for their export. */
export class AuditExports1795844641000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table audit_exports (audit_event_id bigint primary key, queued_at timestamptz(3) not null)',
    );
    await runner.query('create index audit_exports_by_time on audit_exports (queued_at, audit_event_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_exports');
  }
}
