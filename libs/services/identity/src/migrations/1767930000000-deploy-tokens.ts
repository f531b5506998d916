import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deploy tokens of projects and groups. */
export class DeployTokens1767930000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table deploy_tokens (
      id bigint generated always as identity primary key,
      holder_kind text not null,
      holder_id bigint not null,
      name text not null check (length(name) <= 255),
      username text check (length(username) <= 255),
      token_hash bytea not null constraint deploy_tokens_hash_key unique check (length(token_hash) = 32),
      scopes text[] not null,
      creator_id bigint references users (id) on delete set null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3),
      foreign key (holder_kind, holder_id) references credential_holders (kind, id)
    )`);
    await runner.query('create index deploy_tokens_by_holder on deploy_tokens (holder_kind, holder_id, id)');
    await runner.query('create index deploy_tokens_by_creator on deploy_tokens (creator_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table deploy_tokens');
  }
}
