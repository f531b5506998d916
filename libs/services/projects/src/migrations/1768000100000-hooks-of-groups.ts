import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks of groups, which are called for all projects below. */
export class HooksOfGroups1768000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table hooks
      alter column project_id drop not null,
      add column namespace_id bigint references namespaces on delete cascade,
      add constraint hooks_holder check (num_nonnulls(project_id, namespace_id) = 1)`);
    await runner.query('create index hooks_namespace on hooks (namespace_id, id) where namespace_id is not null');
    await runner.query('alter table hook_deliveries add column project_id bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from hooks where project_id is null');
    await runner.query('alter table hooks drop column namespace_id, alter column project_id set not null');
    await runner.query('alter table hook_deliveries drop column project_id');
  }
}
