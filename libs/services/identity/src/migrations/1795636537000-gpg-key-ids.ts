import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Key ids by which signatures name GPG keys: that of the primary key, and those of its subkeys, which are known of new keys only. */
export class GpgKeyIds1795636537000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The last eight bytes of a fingerprint, and the first ones of the newest version.
    const id =
      'case length(fingerprint) when 20 then substring(fingerprint from 13) else substring(fingerprint for 8) end';
    await runner.query(`alter table gpg_keys
      add column primary_key_id text not null generated always as (upper(encode(${id}, 'hex'))) stored,
      add column subkey_ids text[] not null default '{}'`);
    await runner.query('create index gpg_keys_primary_key_id on gpg_keys (primary_key_id)');
    await runner.query('create index gpg_keys_subkey_ids on gpg_keys using gin (subkey_ids)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table gpg_keys drop column primary_key_id, drop column subkey_ids');
  }
}
