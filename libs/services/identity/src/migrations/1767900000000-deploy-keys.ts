import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Deploy keys. They are SSH keys without a user, so that one key is never both; a client's key is found by one index. `credential_holders` has the
 * projects and groups that have credentials of their own, deleted ones too: nothing is stored for those any more.
 */
export class DeployKeys1767900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table ssh_keys alter user_id drop not null, add expires_at timestamptz(3)');
    await runner.query(`create table credential_holders (
      kind text not null check (kind in ('project', 'group')),
      id bigint not null,
      deleted_at timestamptz(3),
      primary key (kind, id)
    )`);
    await runner.query(`create table deploy_keys (
      id bigint primary key references ssh_keys (id) on delete cascade,
      creator_id bigint references users (id) on delete set null,
      public boolean not null
    )`);
    await runner.query('create index deploy_keys_by_creator on deploy_keys (creator_id)');
    await runner.query('create index deploy_keys_public on deploy_keys (id) where public');
    await runner.query(`create table deploy_keys_projects (
      project_id bigint not null,
      key_id bigint not null constraint deploy_keys_projects_key_id_fkey references deploy_keys (id) on delete cascade,
      can_push boolean not null,
      primary key (project_id, key_id)
    )`);
    await runner.query('create index deploy_keys_projects_by_key on deploy_keys_projects (key_id, project_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table deploy_keys_projects');
    await runner.query('drop table deploy_keys');
    await runner.query('drop table credential_holders');
    await runner.query('delete from ssh_keys where user_id is null');
    await runner.query('alter table ssh_keys alter user_id set not null, drop column expires_at');
  }
}
