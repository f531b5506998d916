import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fork networks, and indexes of the names by which clients choose the target of a fork. */
export class Forks1764610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects add column fork_network_id bigint');
    await runner.query(
      'create index projects_fork_network on projects (fork_network_id) where fork_network_id is not null',
    );
    await runner.query('create index namespaces_lower_path on namespaces (lower(path))');
    await runner.query('create index namespaces_lower_name on namespaces (lower(name))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index namespaces_lower_name, namespaces_lower_path');
    await runner.query('alter table projects drop column fork_network_id');
  }
}
