import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of browsers. */
export class Sessions1764610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of SESSIONS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sessions');
  }
}

/** The id is stored as a hash only. A session ends at the earlier of `idle_at`, which each use postpones, and `ends_at`, which is fixed. */
const SESSIONS = [
  `create table sessions (
     id_hash bytea primary key,
     user_id bigint not null references users (id) on delete cascade,
     client_address text not null,
     user_agent text,
     created_at timestamptz(3) not null,
     seen_at timestamptz(3) not null,
     idle_at timestamptz(3) not null,
     ends_at timestamptz(3) not null
   )`,
  'create index sessions_by_user on sessions (user_id, created_at)',
  'create index sessions_expiry on sessions (least(idle_at, ends_at))',
];
