import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Failed sign-ins by login and by network, and the networks that users have signed in from. */
export class SignInBudgets1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...BUDGETS, ...NETWORKS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sign_in_networks, sign_in_budgets');
  }
}

/** The key is a hash of a login or a network. */
const BUDGETS = [
  `create table sign_in_budgets (
     key bytea primary key,
     used integer not null,
     expires_at timestamptz(3) not null
   )`,
  'create index sign_in_budgets_expiry on sign_in_budgets (expires_at)',
];

/** The network is stored as a hash only. */
const NETWORKS = [
  `create table sign_in_networks (
     user_id bigint not null references users (id) on delete cascade,
     network bytea not null,
     expires_at timestamptz(3) not null,
     primary key (user_id, network)
   )`,
  'create index sign_in_networks_expiry on sign_in_networks (expires_at)',
];
