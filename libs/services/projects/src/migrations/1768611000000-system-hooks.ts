import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks of the instance, which belong to no project and no group. */
export class SystemHooks1768611000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table hooks
      drop constraint hooks_holder,
      add constraint hooks_holder check (num_nonnulls(project_id, namespace_id) <= 1)`);
    await runner.query('create index hooks_system on hooks (id) where project_id is null and namespace_id is null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from hooks where project_id is null and namespace_id is null');
    await runner.query('drop index hooks_system');
    await runner.query(`alter table hooks
      drop constraint hooks_holder,
      add constraint hooks_holder check (num_nonnulls(project_id, namespace_id) = 1)`);
  }
}
