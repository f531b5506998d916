import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Labels of groups, for the projects in them. */
export class LabelsOfGroups1767100100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table labels
      alter column project_id drop not null,
      add column namespace_id bigint references namespaces on delete cascade,
      add constraint labels_holder check (num_nonnulls(project_id, namespace_id) = 1)`);
    await runner.query(
      'create unique index labels_group_name on labels (namespace_id, name) where namespace_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from labels where project_id is null');
    await runner.query('drop index labels_group_name');
    await runner.query('alter table labels drop column namespace_id, alter column project_id set not null');
  }
}
