import { only, refused, v4 } from '@hearth/http';
import { z } from 'zod';

const SET_BY_OPERATOR = {
  description: 'Not supported: the operator sets it for the processes',
  type: 'string',
} as const;

/** Settings for features that Hearth does not have. */
const ABSENT = [
  ...['admin_notification_email', 'after_sign_out_path', 'after_sign_up_text', 'akismet_api_key', 'akismet_enabled'],
  ...['archive_builds_in_human_readable', 'auto_devops_domain', 'auto_devops_enabled', 'bulk_import_enabled'],
  ...['circuitbreaker_access_retries', 'clientside_sentry_dsn', 'clientside_sentry_enabled', 'commit_email_hostname'],
  ...['container_registry_token_expire_delay', 'default_branch_name', 'default_ci_config_path'],
  ...['default_project_creation', 'default_snippet_visibility', 'disabled_oauth_sign_in_sources'],
  ...['domain_allowlist', 'domain_blacklist', 'domain_blacklist_enabled', 'domain_denylist', 'domain_denylist_enabled'],
  ...['domain_whitelist', 'email_author_in_body', 'email_restrictions', 'email_restrictions_enabled'],
  ...[
    'enabled_git_access_protocol',
    'enforce_terms',
    'external_authorization_service_enabled',
    'file_template_project_id',
  ],
  ...[
    'grafana_enabled',
    'grafana_url',
    'gravatar_enabled',
    'help_page_hide_commercial_content',
    'help_page_support_url',
  ],
  ...['help_page_text', 'hide_third_party_offers', 'home_page_url', 'koding_enabled', 'koding_url', 'kroki_enabled'],
  ...['mailgun_events_enabled', 'max_pages_size', 'metrics_enabled', 'metrics_host', 'mirror_available'],
  ...['pages_domain_verification_enabled', 'performance_bar_allowed_group_id', 'performance_bar_allowed_group_path'],
  ...['performance_bar_enabled', 'plantuml_enabled', 'plantuml_url', 'polling_interval_multiplier'],
  ...['project_export_enabled', 'protected_ci_variables', 'recaptcha_enabled', 'recaptcha_private_key'],
  ...[
    'recaptcha_site_key',
    'repository_checks_enabled',
    'repository_size_limit',
    'require_admin_approval_after_user_signup',
  ],
  ...['require_two_factor_authentication', 'sentry_dsn', 'sentry_enabled', 'shared_runners_minutes'],
  ...['shared_runners_text', 'sidekiq_throttling_enabled', 'sign_in_text', 'signup_enabled', 'slack_app_enabled'],
  ...[
    'snowplow_enabled',
    'sourcegraph_enabled',
    'spam_check_endpoint_enabled',
    'terms',
    'time_tracking_limit_to_hours',
  ],
  ...['two_factor_grace_period', 'unique_ips_limit_enabled', 'usage_ping_enabled', 'user_default_internal_regex'],
  ...['version_check_enabled', 'web_ide_clientside_preview_enabled'],
] as const;

/** Settings for what Hearth always does. */
const ALWAYS = [
  ...['hashed_storage_enabled', 'housekeeping_enabled', 'html_emails_enabled', 'prometheus_metrics_enabled'],
  ...['password_authentication_enabled', 'password_authentication_enabled_for_git'],
  ...['password_authentication_enabled_for_web', 'shared_runners_enabled', 'signin_enabled', 'user_oauth_applications'],
] as const;

/** Settings that the operator makes in the configuration of the processes, not by the API. */
const OF_OPERATORS = [
  ...['allow_local_requests_from_hooks_and_services', 'allow_local_requests_from_system_hooks'],
  ...['allow_local_requests_from_web_hooks_and_services', 'authorized_keys_enabled', 'default_artifacts_expire_in'],
  ...['dns_rebinding_protection_enabled', 'gitaly_timeout_default', 'gitaly_timeout_fast', 'gitaly_timeout_medium'],
  ...['import_sources', 'max_artifacts_size', 'max_attachment_size', 'max_import_size', 'max_login_attempts'],
  ...['outbound_local_requests_whitelist', 'receive_max_input_size', 'repository_storages'],
  ...['repository_storages_weighted', 'send_user_confirmation_email', 'session_expire_delay'],
  ...['throttle_authenticated_api_enabled', 'throttle_authenticated_web_enabled', 'throttle_unauthenticated_enabled'],
  ...['throttle_unauthenticated_api_enabled', 'throttle_unauthenticated_web_enabled'],
] as const;

/** Settings whose value is a restriction, and 0 is none. */
const RESTRICTIONS = [
  ...['dsa_key_restriction', 'ecdsa_key_restriction', 'ed25519_key_restriction'],
  ...['local_markdown_version', 'rsa_key_restriction', 'terminal_max_session_time'],
] as const;

/** Settings of GitLab that cannot be changed: refused, unless they ask for what Hearth does anyway. */
export const unsupportedSettings = {
  ...named(ABSENT, refused),
  ...named(ALWAYS, () => only(v4.boolean(), true)),
  ...named(RESTRICTIONS, () => only(v4.integer(), 0)),
  ...named(OF_OPERATORS, () =>
    v4.optional(z.unknown().refine(() => false, { error: 'is not supported' })).meta(SET_BY_OPERATOR),
  ),
  default_branch_protection: only(v4.integer(), 2),
};

function named<const Name extends string, Type>(names: readonly Name[], make: () => Type): Record<Name, Type> {
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Type>;
}
