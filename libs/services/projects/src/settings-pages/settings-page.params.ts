import {
  FEATURE_ACCESS_LEVELS,
  MERGE_METHODS,
  PROJECT_CREATION_LEVELS,
  SQUASH_OPTIONS,
  VISIBILITIES,
} from '@hearth/contract-kit';
import { v4 } from '@hearth/http';
import { confirmed, defineNotices } from '@hearth/pages';
import { z } from 'zod';
import { storageLimit } from '../namespaces/namespace.params.js';
import { SUBGROUP_CREATION_LEVELS } from '../namespaces/creation-level.rules.js';

const notices = defineNotices({
  saved: 'Saved.',
  moved: 'Moved. The old address redirects until it is taken.',
  archived: 'Archived: the project is read-only.',
  unarchived: 'The project is active again.',
});
export const { noticeOf, withNotice } = notices;

/** Text that a form without the field leaves as it is. */
const text = v4.text().optional();
const flag = v4.optional(v4.boolean());
const featureAccess = v4.optional(v4.oneOf(FEATURE_ACCESS_LEVELS));
const visibility = v4.optional(v4.oneOf(VISIBILITIES));
/** A form without a file leaves the picture as it is. */
const avatar = v4.optional(v4.file());
/** Path of the project or group, typed to confirm its deletion. */
const typedPath = v4.text().prefault('').meta({ title: 'Full path' });

export const ProjectSettingsPageParams = z.object({ id: v4.project(), done: notices.done });

/** The page has several forms: each sends a part of the settings. */
export const ProjectSettingsFormParams = z.object({
  id: v4.project(),
  ...{ name: text, path: text, description: text, default_branch: text, avatar },
  topics: text.describe('Separated by commas'),
  visibility,
  issues_access_level: featureAccess,
  repository_access_level: featureAccess,
  merge_requests_access_level: featureAccess,
  builds_access_level: featureAccess,
  snippets_access_level: featureAccess,
  request_access_enabled: flag,
  lfs_enabled: flag,
  merge_method: v4.optional(v4.oneOf(MERGE_METHODS)),
  squash_option: v4.optional(v4.oneOf(SQUASH_OPTIONS)),
  only_allow_merge_if_pipeline_succeeds: flag,
  only_allow_merge_if_all_discussions_are_resolved: flag,
  resolve_outdated_diff_discussions: flag,
  remove_source_branch_after_merge: flag,
  autoclose_referenced_issues: flag,
  ci_config_path: text,
  merge_pipelines_enabled: flag,
  public_jobs: flag,
  shared_runners_enabled: flag,
  group_runners_enabled: flag,
});
export type ProjectSettingsForm = z.output<typeof ProjectSettingsFormParams>;

const project = { id: v4.project() };
export const RemoveProjectAvatarParams = z.object({ ...project, confirmed });
export const TransferProjectFormParams = z.object({ ...project, namespace: v4.text(), confirmed });
export const ArchiveProjectFormParams = z.object({ ...project, archived: v4.boolean(), confirmed });
export const DeleteProjectFormParams = z.object({ ...project, full_path: typedPath });

export const GroupSettingsPageParams = z.object({ id: v4.group(), done: notices.done });

export const GroupSettingsFormParams = z.object({
  id: v4.group(),
  ...{ name: text, path: text, description: text, avatar, visibility },
  lfs_enabled: flag,
  request_access_enabled: flag,
  share_with_group_lock: flag,
  project_creation_level: v4.optional(v4.oneOf(PROJECT_CREATION_LEVELS)),
  default_branch: v4.optional(v4.text({ most: 255 })),
  subgroup_creation_level: v4.optional(v4.oneOf(SUBGROUP_CREATION_LEVELS)),
});
export type GroupSettingsForm = z.output<typeof GroupSettingsFormParams>;

const group = { id: v4.group() };
export const RemoveGroupAvatarParams = z.object({ ...group, confirmed });
export const TransferGroupFormParams = z.object({ ...group, group_id: v4.optional(v4.integer()), confirmed });
export const GroupStorageFormParams = z.object({ ...group, storage_size_limit: storageLimit });
export const DeleteGroupFormParams = z.object({ ...group, full_path: typedPath });
