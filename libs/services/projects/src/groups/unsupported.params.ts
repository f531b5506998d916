import { refused, v4 } from '@hearth/http';
import type { z } from 'zod';
import { GRACE_PERIOD } from './group.rules.js';

const NOT_SUPPORTED = { error: 'is not supported' };

/** Setting of later releases whose one value says how Hearth behaves. */
function only<T extends string | number | boolean>(type: z.ZodType<T>, value: T) {
  return v4.optional(type.refine((given) => given === value, NOT_SUPPORTED)).describe(`Only \`${String(value)}\``);
}

const absentFeature = () => only(v4.text(), 'disabled');
const presentFeature = () => only(v4.text(), 'enabled');

/** Settings of projects in later releases that Hearth does not have. */
export const unsupportedOfProjects = {
  analytics_access_level: absentFeature(),
  container_registry_access_level: absentFeature(),
  feature_flags_access_level: absentFeature(),
  infrastructure_access_level: absentFeature(),
  model_experiments_access_level: absentFeature(),
  model_registry_access_level: absentFeature(),
  monitor_access_level: absentFeature(),
  package_registry_access_level: absentFeature(),
  requirements_access_level: absentFeature(),
  security_and_compliance_access_level: absentFeature(),
  environments_access_level: presentFeature(),
  forking_access_level: presentFeature(),
  releases_access_level: presentFeature(),
  allow_merge_on_skipped_pipeline: only(v4.boolean(), true),
  emails_enabled: only(v4.boolean(), true),
  auto_cancel_pending_pipelines: presentFeature(),
  build_git_strategy: only(v4.text(), 'fetch'),
  build_timeout: only(v4.integer(), 3600),
  ci_default_git_depth: only(v4.integer(), 0),
  approvals_before_merge: only(v4.integer(), 0),
  auto_devops_deploy_strategy: refused(),
  auto_duo_code_review_enabled: refused(),
  build_coverage_regex: refused(),
  ci_allow_fork_pipelines_to_run_in_parent_project: refused(),
  ci_delete_pipelines_in_seconds: refused(),
  ci_forward_deployment_enabled: refused(),
  ci_forward_deployment_rollback_allowed: refused(),
  ci_id_token_sub_claim_components: refused(),
  ci_pipeline_variables_minimum_override_role: refused(),
  ci_push_repository_for_job_token_allowed: refused(),
  ci_restrict_pipeline_cancellation_role: refused(),
  ci_separated_caches: refused(),
  container_expiration_policy_attributes: refused(),
  emails_disabled: refused(),
  enforce_auth_checks_on_uploads: refused(),
  external_authorization_classification_label: refused(),
  issue_branch_template: refused(),
  issues_template: refused(),
  keep_latest_artifact: refused(),
  max_artifacts_size: refused(),
  merge_commit_template: refused(),
  merge_request_title_regex: refused(),
  merge_requests_template: refused(),
  merge_trains_enabled: refused(),
  mirror: refused(),
  mirror_trigger_builds: refused(),
  mr_default_target_self: refused(),
  only_allow_merge_if_all_status_checks_passed: refused(),
  only_mirror_protected_branches: refused(),
  prevent_merge_without_jira_issue: refused(),
  protect_merge_request_pipelines: refused(),
  repository_storage: refused(),
  restrict_user_defined_variables: refused(),
  runner_token_expiration_interval: refused(),
  service_desk_enabled: refused(),
  show_default_award_emojis: refused(),
  squash_commit_template: refused(),
  suggestion_commit_message: refused(),
  template_name: refused(),
  template_project_id: refused(),
  use_custom_template: refused(),
};

/** Settings of groups that Hearth does not have. */
export const unsupportedOfGroups = {
  two_factor_grace_period: only(v4.integer(), GRACE_PERIOD),
  auto_devops_enabled: refused(),
  allowed_email_domains_list: refused(),
  default_branch: refused(),
  default_branch_protection: only(v4.integer(), 2),
  default_branch_protection_defaults: refused(),
  emails_disabled: refused(),
  emails_enabled: only(v4.boolean(), true),
  enabled_git_access_protocol: only(v4.text(), 'all'),
  extra_shared_runners_minutes_limit: refused(),
  file_template_project_id: refused(),
  ip_restriction_ranges: refused(),
  max_artifacts_size: refused(),
  membership_lock: refused(),
  mentions_disabled: refused(),
  only_allow_merge_if_all_discussions_are_resolved: refused(),
  only_allow_merge_if_pipeline_succeeds: refused(),
  prevent_forking_outside_group: refused(),
  prevent_sharing_groups_outside_hierarchy: refused(),
  require_two_factor_authentication: refused(),
  shared_runners_minutes_limit: refused(),
  shared_runners_setting: presentFeature(),
  unique_project_download_limit: refused(),
  wiki_access_level: absentFeature(),
};
