import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Optional grants of applications, redirect URIs that users have confirmed, and the expiry of unused refresh tokens. */
export class OauthHardening1766180000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...APPLICATIONS, ...TOKENS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index oauth_tokens_unused');
    await runner.query('alter table oauth_tokens drop column refresh_expires_at');
    await runner.query(`alter table oauth_applications
      drop column implicit_grant_enabled, drop column password_grant_enabled, drop column confirmed_uris`);
  }
}

/** Redirect URIs of applications that users authorized before count as confirmed. */
const APPLICATIONS = [
  `alter table oauth_applications
     add column implicit_grant_enabled boolean not null default true,
     add column password_grant_enabled boolean not null default true,
     add column confirmed_uris text[] not null default '{}'`,
  `update oauth_applications a set confirmed_uris = redirect_uris
   where exists (select from oauth_tokens t join users u on u.id = t.user_id
     where t.application_id = a.id and (u.admin or u.id <> a.owner_id))`,
];

/** The default serves the previous release, which issues tokens without the column. */
const TOKENS = [
  'alter table oauth_tokens add column refresh_expires_at timestamptz(3)',
  `update oauth_tokens set refresh_expires_at = created_at + interval '30 days' where refresh_hash is not null`,
  `alter table oauth_tokens alter column refresh_expires_at set default now() + interval '30 days'`,
  'create index oauth_tokens_unused on oauth_tokens (refresh_expires_at) where revoked_at is null and refresh_hash is not null',
];
