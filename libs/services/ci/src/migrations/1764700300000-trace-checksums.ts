import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What runners have sent of a trace, as a checksum: they say at the end what it should be. Null: it is not compared. */
export class TraceChecksums1764700300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs add trace_checksum bigint default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs drop trace_checksum');
  }
}
