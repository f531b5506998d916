import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which mails users want: on the whole instance, and in groups and projects. */
export class NotificationSettings1795634662000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [TABLE, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table notification_settings');
  }
}

const TABLE = `create table notification_settings (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  project_id bigint references projects on delete cascade,
  namespace_id bigint references namespaces on delete cascade,
  level text not null check (level in ('disabled', 'participating', 'watch', 'global', 'mention', 'custom')),
  -- Events that the level custom includes.
  events text[] not null,
  -- Address for mails, only without project and group; null: the main one.
  email text,
  check (num_nonnulls(project_id, namespace_id) <= 1),
  check (email is null or num_nonnulls(project_id, namespace_id) = 0)
)`;

const INDEXES = [
  `create unique index notification_settings_global on notification_settings (user_id)
    where project_id is null and namespace_id is null`,
  `create unique index notification_settings_project on notification_settings (project_id, user_id) where project_id is not null`,
  `create unique index notification_settings_namespace on notification_settings (namespace_id, user_id) where namespace_id is not null`,
  'create index notification_settings_user on notification_settings (user_id)',
];
