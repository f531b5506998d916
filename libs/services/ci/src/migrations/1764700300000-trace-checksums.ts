import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checksum of the received part of a trace; runners send the final one at the end. Null: it is not compared. */
export class TraceChecksums1764700300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs add trace_checksum bigint default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs drop trace_checksum');
  }
}
