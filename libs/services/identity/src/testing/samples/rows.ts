import type { Target } from '@hearth/testing';

/** Keys, addresses and tokens of the target's users and of root. */
export function rows({ name, user, member, project, group }: Target, amount: number): string[] {
  const each = `generate_series(1, ${amount}) n`;
  return [
    `insert into identity.user_custom_attributes (user_id, key, value) select ${user}, 'key-' || n, 'value' from ${each}`,
    `insert into identity.audit_events (kind, subject_type, subject_id, details, created_at)
     select 'user.sudo', 'user', ${user}, '{}', now() from ${each}`,
    `insert into identity.ssh_keys (user_id, title, key, fingerprint, created_at)
     select who.id, 'key-' || n, 'ssh-ed25519 A', sha256(convert_to('${name}' || n || who.id, 'UTF8')), now()
     from ${each}, identity.users who where who.id in (${user}, ${member}) or who.username = 'root'`,
    `with made as (
       insert into identity.ssh_keys (title, key, fingerprint, created_at)
       select 'key-' || n, 'ssh-ed25519 A', sha256(convert_to('deploy ${name}' || n, 'UTF8')), now() from ${each} returning id),
     keys as (insert into identity.deploy_keys (id, public) select id, true from made returning id)
     insert into identity.deploy_keys_projects (project_id, key_id, can_push) select ${project}, id, false from keys`,
    `with holders as (
       insert into identity.credential_holders (kind, id) values ('project', ${project}), ('group', ${group})
       on conflict (kind, id) do update set deleted_at = null returning kind, id),
     bots as (
       insert into identity.users (username, name, email, state, admin, external, projects_limit, can_create_group,
         theme_id, color_scheme_id, skype, linkedin, twitter, website_url, created_at, updated_at, revision, pending_by_admin, ghost,
         two_factor_enabled, holder_kind, holder_id)
       select 'bot-${name}-' || kind || n, 'bot', 'bot-${name}-' || kind || n || '@noreply.invalid', 'active', false, false, 0, false,
         1, 1, '', '', '', '', now(), now(), 0, false, false, false, kind, id
       from holders, ${each} returning id)
     insert into identity.personal_access_tokens (user_id, name, token_hash, scopes, impersonation, revoked, created_at)
     select id, 'token', sha256(convert_to('bot ${name}' || id, 'UTF8')), '{api}', false, false, now() from bots`,
    `insert into identity.deploy_tokens (holder_kind, holder_id, name, token_hash, scopes, created_at)
     select kind, id, 'token-' || n, sha256(convert_to('deploy ${name}' || kind || n, 'UTF8')), '{read_repository}', now()
     from ${each}, (values ('project', ${project}), ('group', ${group})) holders (kind, id)`,
    `insert into identity.job_token_allowlist (project_id, kind, source_id)
     select ${project}, kind, 1000000 + n from ${each}, (values ('project'), ('group')) kinds (kind)`,
    `insert into identity.gpg_keys (user_id, key, fingerprint, created_at)
     select who.id, 'key', sha256(convert_to('gpg ${name}' || n || who.id, 'UTF8')), now()
     from ${each}, identity.users who where who.id in (${user}, ${member}) or who.username = 'root'`,
    `insert into identity.user_emails (user_id, email, created_at)
     select who.id, '${name}-' || n || '-' || who.id || '@example.org', now()
     from ${each}, identity.users who where who.id in (${user}, ${member}) or who.username = 'root'`,
    `insert into identity.personal_access_tokens (user_id, name, token_hash, scopes, impersonation, revoked, created_at)
     select who, 'token-' || n, sha256(convert_to('${name}' || kind || n || who, 'UTF8')), '{api}', kind = 'other', false, now()
     from ${each}, unnest(array['own', 'other']) kind, unnest(array[${user}, ${member}]) who`,
    `update identity.users set last_activity_on = current_date where holder_id is null`,
  ];
}
