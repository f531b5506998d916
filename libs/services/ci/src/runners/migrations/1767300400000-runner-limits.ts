import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Longest time of a runner's jobs, in seconds, notes of its managers, and the index of lists by tags. */
export class RunnerLimits1767300400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table runners add maximum_timeout integer check (maximum_timeout >= 600), add maintenance_note text`);
    await runner.query('create index runners_by_tags on runners using gin (tag_list)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index runners_by_tags');
    await runner.query('alter table runners drop maximum_timeout, drop maintenance_note');
  }
}
