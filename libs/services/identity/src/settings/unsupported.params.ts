import { only, refused, v4 } from '@hearth/http';
import { z } from 'zod';

/** Settings for features that Hearth does not have. */
const ABSENT = [
  ...['abuse_notification_email', 'admin_mode', 'admin_notification_email', 'after_sign_out_path'],
  ...['after_sign_up_text', 'akismet_api_key', 'akismet_enabled', 'allow_account_deletion'],
  ...['allow_group_owners_to_manage_ldap', 'allowed_integrations', 'archive_builds_in_human_readable'],
  ...['asciidoc_max_includes', 'asset_proxy_allowlist', 'asset_proxy_enabled', 'asset_proxy_secret_key'],
  ...['asset_proxy_url', 'asset_proxy_whitelist', 'auto_ban_user_on_excessive_projects_download'],
  ...['auto_devops_domain', 'auto_devops_enabled', 'automatic_purchased_storage_allocation', 'bulk_import_enabled'],
  ...['check_namespace_plan', 'circuitbreaker_access_retries', 'clientside_sentry_dsn', 'clientside_sentry_enabled'],
  ...['commit_email_hostname', 'container_expiration_policies_enable_historic_entries'],
  ...['container_registry_cleanup_tags_service_max_list_size', 'container_registry_delete_tags_service_timeout'],
  ...['container_registry_expiration_policies_caching', 'container_registry_expiration_policies_worker_capacity'],
  ...['container_registry_token_expire_delay', 'deactivate_dormant_users', 'deactivate_dormant_users_period'],
  ...['default_branch_protection_defaults', 'default_ci_config_path'],
  ...['default_project_deletion_protection', 'default_snippet_visibility'],
  ...['default_syntax_highlighting_theme', 'delete_inactive_projects', 'delete_unconfirmed_users'],
  ...['deletion_adjourned_period', 'diagramsnet_enabled', 'diagramsnet_url', 'disable_admin_oauth_scopes'],
  ...['disable_overriding_approvers_per_merge_request', 'disable_personal_access_tokens'],
  ...['disabled_oauth_sign_in_sources', 'domain_allowlist', 'domain_blacklist', 'domain_blacklist_enabled'],
  ...['domain_denylist', 'domain_denylist_enabled', 'domain_whitelist', 'duo_features_enabled', 'eks_access_key_id'],
  ...['eks_account_id', 'eks_integration_enabled', 'eks_secret_access_key'],
  ...['elasticsearch_analyzers_kuromoji_enabled', 'elasticsearch_analyzers_kuromoji_search'],
  ...['elasticsearch_analyzers_smartcn_enabled', 'elasticsearch_analyzers_smartcn_search', 'elasticsearch_aws'],
  ...['elasticsearch_aws_access_key', 'elasticsearch_aws_region', 'elasticsearch_aws_secret_access_key'],
  ...['elasticsearch_client_request_timeout', 'elasticsearch_indexed_field_length_limit'],
  ...['elasticsearch_indexed_file_size_limit_kb', 'elasticsearch_indexing', 'elasticsearch_limit_indexing'],
  ...['elasticsearch_max_bulk_concurrency', 'elasticsearch_max_bulk_size_mb'],
  ...['elasticsearch_max_code_indexing_concurrency', 'elasticsearch_namespace_ids', 'elasticsearch_password'],
  ...['elasticsearch_pause_indexing', 'elasticsearch_project_ids', 'elasticsearch_replicas'],
  ...['elasticsearch_requeue_workers', 'elasticsearch_retry_on_failure', 'elasticsearch_search'],
  ...['elasticsearch_shards', 'elasticsearch_url', 'elasticsearch_username', 'elasticsearch_worker_number_of_shards'],
  ...['email_additional_text', 'email_author_in_body', 'email_restrictions', 'email_restrictions_enabled'],
  ...['enable_artifact_external_redirect_warning_page', 'enforce_namespace_storage_limit', 'enforce_terms'],
  ...['external_auth_client_cert', 'external_auth_client_key', 'external_auth_client_key_pass'],
  ...['external_authorization_service_default_label', 'external_authorization_service_enabled'],
  ...['external_authorization_service_timeout', 'external_authorization_service_url'],
  ...['external_pipeline_validation_service_timeout', 'external_pipeline_validation_service_token'],
  ...['external_pipeline_validation_service_url', 'file_template_project_id', 'floc_enabled'],
  ...['force_pages_access_control', 'geo_node_allowed_ips', 'geo_status_timeout', 'git_rate_limit_users_alertlist'],
  ...['git_rate_limit_users_allowlist', 'git_two_factor_session_expiry', 'gitlab_dedicated_instance'],
  ...['gitlab_environment_toolkit_instance', 'gitpod_enabled', 'gitpod_url', 'globally_allowed_ips'],
  ...['grafana_enabled', 'grafana_url', 'gravatar_enabled', 'group_owners_can_manage_default_branch_protection'],
  ...['group_runner_token_expiration_interval', 'helm_max_packages_count', 'help_page_documentation_base_url'],
  ...['help_page_hide_commercial_content', 'help_page_support_url', 'help_page_text', 'hide_third_party_offers'],
  ...['home_page_url', 'in_product_marketing_emails_enabled', 'inactive_projects_delete_after_months'],
  ...['inactive_projects_min_size_mb', 'inactive_projects_send_warning_email_after_months'],
  ...['include_optional_metrics_in_service_ping', 'invisible_captcha_enabled'],
  ...['jira_connect_additional_audience_url', 'jira_connect_application_key', 'jira_connect_proxy_url'],
  ...['jira_connect_public_key_storage_enabled', 'keep_latest_artifact', 'koding_enabled', 'koding_url'],
  ...['kroki_enabled', 'kroki_formats', 'kroki_url', 'lock_duo_features_enabled'],
  ...['login_recaptcha_protection_enabled', 'mailgun_events_enabled', 'mailgun_signing_key', 'maintenance_mode'],
  ...['maintenance_mode_message', 'maven_package_requests_forwarding', 'max_pages_custom_domains_per_project'],
  ...['max_pages_size', 'max_personal_access_token_lifetime', 'max_ssh_key_lifetime', 'metrics_enabled'],
  ...['metrics_host', 'metrics_method_call_threshold', 'mirror_available', 'mirror_capacity_threshold'],
  ...['mirror_max_capacity', 'mirror_max_delay', 'notify_on_unknown_sign_in', 'npm_package_requests_forwarding'],
  ...['nuget_skip_metadata_url_validation', 'package_metadata_purl_types'],
  ...['package_registry_allow_anyone_to_pull_option', 'package_registry_cleanup_policies_worker_capacity'],
  ...['pages_domain_verification_enabled', 'password_lowercase_required', 'password_number_required'],
  ...['password_symbol_required', 'password_uppercase_required', 'performance_bar_allowed_group_id'],
  ...['performance_bar_allowed_group_path', 'performance_bar_enabled', 'personal_access_token_prefix'],
  ...['plantuml_enabled', 'plantuml_url', 'polling_interval_multiplier', 'prevent_merge_requests_author_approval'],
  ...['prevent_merge_requests_committers_approval', 'project_export_enabled'],
  ...['project_runner_token_expiration_interval', 'protected_ci_variables', 'pypi_package_requests_forwarding'],
  ...['rate_limiting_response_text', 'recaptcha_enabled', 'recaptcha_private_key', 'recaptcha_site_key'],
  ...['receptive_cluster_agents_enabled', 'repository_checks_enabled', 'repository_size_limit'],
  ...['require_admin_approval_after_user_signup', 'require_admin_two_factor_authentication'],
  ...['require_personal_access_token_expiry', 'require_two_factor_authentication', 'resource_usage_limits'],
  ...['runner_token_expiration_interval', 'scan_execution_policies_action_limit'],
  ...['scan_execution_policies_schedule_limit', 'secret_push_protection_available'],
  ...['security_approval_policies_limit', 'security_policy_global_group_approvers_enabled', 'security_txt_content'],
  ...['sentry_clientside_dsn', 'sentry_dsn', 'sentry_enabled', 'sentry_environment'],
  ...['service_access_tokens_expiration_enforced', 'session_expire_from_init', 'shared_runners_minutes'],
  ...['shared_runners_text', 'show_migrate_from_jenkins_banner', 'sidekiq_job_limiter_compression_threshold_bytes'],
  ...['sidekiq_job_limiter_limit_bytes', 'sidekiq_job_limiter_mode', 'sidekiq_throttling_enabled'],
  ...['sign_in_restrictions', 'sign_in_text', 'signup_enabled', 'silent_admin_exports_enabled'],
  ...['silent_mode_enabled', 'slack_app_enabled', 'slack_app_id', 'slack_app_secret', 'slack_app_signing_secret'],
  ...['slack_app_verification_token', 'snowplow_app_id', 'snowplow_collector_hostname', 'snowplow_cookie_domain'],
  ...['snowplow_database_collector_hostname', 'snowplow_enabled', 'sourcegraph_enabled', 'sourcegraph_public_only'],
  ...['sourcegraph_url', 'spam_check_api_key', 'spam_check_endpoint_enabled', 'spam_check_endpoint_url'],
  ...['static_objects_external_storage_auth_token', 'static_objects_external_storage_url'],
  ...['suggest_pipeline_enabled', 'terms', 'time_tracking_limit_to_hours', 'two_factor_grace_period'],
  ...['unconfirmed_users_delete_after_days', 'unique_ips_limit_enabled', 'unique_ips_limit_per_user'],
  ...['unique_ips_limit_time_window', 'update_runner_versions_enabled', 'updating_name_disabled_for_users'],
  ...['usage_ping_enabled', 'usage_ping_features_enabled', 'use_clickhouse_for_analytics'],
  ...['user_deactivation_emails_enabled', 'user_default_internal_regex', 'user_defaults_to_private_profile'],
  ...['user_show_add_ssh_key_message', 'version_check_enabled', 'vscode_extension_marketplace'],
  ...['web_ide_clientside_preview_enabled', 'whats_new_variant', 'wiki_asciidoc_allow_uri_includes'],
  ...['wiki_page_max_content_bytes'],
] as const;

/** Settings for what Hearth always does. */
const ALWAYS = [
  ...['allow_all_integrations', 'allow_project_creation_for_guest_and_below', 'allow_runner_registration_token'],
  ...['disable_feed_token', 'hashed_storage_enabled', 'housekeeping_bitmaps_enabled'],
  ...['housekeeping_enabled', 'html_emails_enabled', 'password_authentication_enabled'],
  ...['prometheus_metrics_enabled', 'remember_me_enabled', 'shared_runners_enabled', 'signin_enabled'],
  ...['user_oauth_applications'],
] as const;

/** Settings whose value is a restriction, and 0 is none. */
const RESTRICTIONS = [
  ...['autocomplete_users', 'autocomplete_users_limit', 'autocomplete_users_unauthenticated'],
  ...['autocomplete_users_unauthenticated_limit', 'downstream_pipeline_trigger_limit_per_project_user_sha'],
  ...['dsa_key_restriction', 'ecdsa_key_restriction', 'ecdsa_sk_key_restriction', 'ed25519_key_restriction'],
  ...['ed25519_sk_key_restriction', 'gitlab_shell_operation_limit', 'group_download_export_limit'],
  ...['group_export_limit', 'group_import_limit', 'issues_create_limit', 'local_markdown_version', 'max_export_size'],
  ...['max_number_of_repository_downloads', 'max_number_of_repository_downloads_within_time_period'],
  ...['max_terraform_state_size_bytes', 'notes_create_limit', 'pipeline_limit_per_project_user_sha'],
  ...['project_download_export_limit', 'project_export_limit', 'project_import_limit', 'project_jobs_api_rate_limit'],
  ...['projects_api_rate_limit_unauthenticated', 'raw_blob_request_limit', 'rsa_key_restriction'],
  ...['search_rate_limit', 'search_rate_limit_unauthenticated', 'terminal_max_session_time'],
  ...['users_api_limit_followers', 'users_api_limit_following', 'users_api_limit_gpg_key'],
  ...['users_api_limit_gpg_keys', 'users_api_limit_key', 'users_api_limit_keys', 'users_api_limit_ssh_key'],
  ...['users_api_limit_ssh_keys', 'users_api_limit_status', 'users_get_by_id_limit'],
] as const;

/** Settings that the operator makes in the configuration of the processes, not by the API. */
const OF_OPERATORS = [
  ...['allow_local_requests_from_hooks_and_services', 'allow_local_requests_from_system_hooks'],
  ...['allow_local_requests_from_web_hooks_and_services', 'authorized_keys_enabled', 'custom_http_clone_url_root'],
  ...['default_artifacts_expire_in', 'dns_rebinding_protection_enabled', 'email_confirmation_setting'],
  ...['failed_login_attempts_unlock_period_in_minutes', 'gitaly_timeout_default', 'gitaly_timeout_fast'],
  ...['gitaly_timeout_medium', 'import_sources', 'max_artifacts_size', 'max_attachment_size', 'max_import_size'],
  ...['max_login_attempts', 'outbound_local_requests_whitelist', 'receive_max_input_size', 'repository_storages'],
  ...['repository_storages_weighted', 'send_user_confirmation_email', 'session_expire_delay', 'snippet_size_limit'],
] as const;

/** Requests that GitLab limits; Hearth's limits are the operator's too. */
const THROTTLED = [
  ...['authenticated_api', 'authenticated_deprecated_api', 'authenticated_files_api', 'authenticated_git_http'],
  ...['authenticated_git_lfs', 'authenticated_packages_api', 'authenticated_web', 'protected_paths', 'unauthenticated'],
  ...['unauthenticated_api', 'unauthenticated_deprecated_api', 'unauthenticated_files_api'],
  ...['unauthenticated_git_http', 'unauthenticated_packages_api', 'unauthenticated_web'],
] as const;
const THROTTLES = THROTTLED.flatMap((requests) =>
  (['enabled', 'period_in_seconds', 'requests_per_period'] as const).map(
    (each) => `throttle_${requests}_${each}` as const,
  ),
);

/** Settings for limits and intervals that cannot be changed. */
const FIXED = [
  ...['bulk_import_concurrent_pipeline_batch_limit', 'bulk_import_max_download_file_size', 'ci_max_includes'],
  ...['ci_max_total_yaml_size_bytes', 'concurrent_bitbucket_import_jobs_limit'],
  ...['concurrent_bitbucket_server_import_jobs_limit', 'concurrent_github_import_jobs_limit'],
  ...['concurrent_relation_batch_export_limit', 'decompress_archive_file_timeout', 'diff_max_files'],
  ...['diff_max_lines', 'diff_max_patch_bytes', 'housekeeping_full_repack_period', 'housekeeping_gc_period'],
  ...['housekeeping_incremental_repack_period', 'housekeeping_optimize_repository_period'],
  ...['max_decompressed_archive_size', 'max_import_remote_file_size', 'max_yaml_depth', 'max_yaml_size_bytes'],
  ...['minimum_password_length', 'namespace_aggregation_schedule_lease_duration_in_seconds'],
  ...['push_event_activities_limit', 'push_event_hooks_limit', 'valid_runner_registrars'],
] as const;

/** Settings of GitLab that cannot be changed: refused, unless they ask for what Hearth does anyway. */
export const unsupportedSettings = {
  ...named(ABSENT, refused),
  ...named(ALWAYS, () => only(v4.boolean(), true)),
  ...named(RESTRICTIONS, () => only(v4.integer(), 0)),
  ...named([...OF_OPERATORS, ...THROTTLES], () => refusedAlways('the operator sets it for the processes')),
  ...named(FIXED, () => refusedAlways('Hearth has a fixed one')),
  default_branch_protection: only(v4.integer(), 2),
  default_preferred_language: only(v4.text(), 'en'),
  enabled_git_access_protocol: only(v4.text(), 'all'),
  first_day_of_week: only(v4.integer(), 0),
};

/** Parameter that is refused with every value. */
function refusedAlways(reason: string) {
  const type = z.unknown().refine(() => false, { error: 'is not supported' });
  return v4.optional(type).meta({ description: `Not supported: ${reason}`, type: 'string' });
}

function named<const Name extends string, Type>(names: readonly Name[], make: () => Type): Record<Name, Type> {
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Type>;
}
