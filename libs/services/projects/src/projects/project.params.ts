import {
  FEATURE_ACCESS_LEVELS,
  MERGE_METHODS,
  SQUASH_OPTIONS,
  VISIBILITIES,
  type FeatureAccessLevel,
} from '@hearth/contract-kit';
import { atLeastOneOf, pageRequest, refused, v4, type PageRequest } from '@hearth/http';
import { z } from 'zod';
import { unsupportedOfProjects } from '../groups/unsupported.params.js';
import type { ProjectChanges } from './update.js';
import type { ProjectRequest } from './create.js';
import type { ProjectSettings } from './project.entity.js';
import type { ProjectFilters, ProjectOrder } from './projects.finder.js';

const text = v4.optional(v4.text());
/** Optional text of a project: a JSON null removes it. */
const clearableText = v4.text().nullable().optional();
const flag = v4.optional(v4.boolean());
/** Flag of a feature that Hearth does not have. */
const absent = v4
  .optional(v4.boolean().refine((value) => !value, 'is not supported'))
  .describe('Only false is supported');
const featureAccess = v4.optional(v4.oneOf(FEATURE_ACCESS_LEVELS));
const topics = v4.optional(v4.list(v4.text()));
const visibility = v4.optional(v4.oneOf(VISIBILITIES));

/** Most storages that a repository can be on. */
const MOST_COPIES = 9;

/** The project of the path. */
export const ProjectParams = z.object({ id: v4.project() });

export const ReadProjectParams = z.object({ id: v4.project(), statistics: flag });

/** Settings that can be chosen at creation or later; in the order of the reference, in which errors are reported. */
const settings = {
  description: clearableText,
  issues_enabled: flag,
  merge_requests_enabled: flag,
  jobs_enabled: flag,
  wiki_enabled: flag,
  snippets_enabled: flag,
  issues_access_level: featureAccess,
  merge_requests_access_level: featureAccess,
  builds_access_level: featureAccess,
  wiki_access_level: featureAccess,
  snippets_access_level: featureAccess,
  repository_access_level: featureAccess,
  resolve_outdated_diff_discussions: flag,
  container_registry_enabled: flag,
  shared_runners_enabled: flag,
  group_runners_enabled: flag,
  visibility,
  public_jobs: flag,
  public_builds: flag,
  only_allow_merge_if_pipeline_succeeds: flag,
  only_allow_merge_if_all_discussions_are_resolved: flag,
  merge_method: v4.optional(v4.oneOf(MERGE_METHODS)),
  squash_option: v4.optional(v4.oneOf(SQUASH_OPTIONS)),
  merge_pipelines_enabled: flag,
  remove_source_branch_after_merge: flag,
  autoclose_referenced_issues: flag,
  mr_default_target_self: flag,
  packages_enabled: absent,
  auto_devops_enabled: absent,
  pages_access_level: v4.optional(v4.oneOf(['disabled'])),
  lfs_enabled: flag,
  request_access_enabled: flag,
  tag_list: topics,
  topics,
  ci_config_path: clearableText,
  printing_merge_request_link_enabled: flag,
  printing_merge_requests_link_enabled: flag,
};
const source = { import_url: v4.optional(v4.text()) };
const avatar = { avatar: v4.optional(v4.file()) };
const defaultBranch = { default_branch: text };

/** Settings that can be chosen only at creation. */
const creation = {
  path: text,
  ...settings,
  ...source,
  ...avatar,
  ...defaultBranch,
  initialize_with_readme: flag,
  namespace_id: v4.optional(v4.integer()),
  ...unsupportedOfProjects,
};

export const CreateProjectParams = atLeastOneOf(z.object({ name: text, ...creation }), 'name', 'path');

export const CreateProjectForUserParams = z.object({ user_id: v4.id(), name: v4.text(), ...creation });

/** A number that a JSON null or an empty text removes. */
export function clearableNumber(isValid: (value: number) => boolean) {
  return z
    .preprocess((value) => (value === '' ? null : value), v4.integer().refine(isValid, 'is invalid').nullable())
    .optional();
}

/** Bytes of a repository. */
export const repositoryLimit = clearableNumber((bytes) => bytes >= 0);

/** Storages of a repository. */
export const repositoryCopies = clearableNumber((count) => count >= 1 && count <= MOST_COPIES);

/** Settings that only admins change. */
const limits = { repository_size_limit: repositoryLimit, repository_copies: repositoryCopies };

const changes = { name: text, path: text, ...settings, ...source, ...avatar, ...defaultBranch, ...limits };

export const UpdateProjectParams = atLeastOneOf(
  z.object({ id: v4.project(), ...changes, ...unsupportedOfProjects }),
  ...(Object.keys(changes) as (keyof typeof changes)[]),
);

type Settings = Partial<{ [Name in keyof typeof settings]: z.output<(typeof settings)[Name]> }>;

/** Converts the settings. For a field with two spellings, the one that comes first in responses wins. */
function projectSettings(params: Settings): Partial<ProjectSettings> {
  return {
    description: params.description,
    visibility: params.visibility,
    issuesAccessLevel: accessLevel(params.issues_access_level, params.issues_enabled),
    mergeRequestsAccessLevel: accessLevel(params.merge_requests_access_level, params.merge_requests_enabled),
    buildsAccessLevel: accessLevel(params.builds_access_level, params.jobs_enabled),
    wikiAccessLevel: accessLevel(params.wiki_access_level, params.wiki_enabled),
    snippetsAccessLevel: accessLevel(params.snippets_access_level, params.snippets_enabled),
    repositoryAccessLevel: params.repository_access_level,
    resolveOutdatedDiffDiscussions: params.resolve_outdated_diff_discussions,
    containerRegistryEnabled: params.container_registry_enabled,
    sharedRunnersEnabled: params.shared_runners_enabled,
    groupRunnersEnabled: params.group_runners_enabled,
    lfsEnabled: params.lfs_enabled,
    publicJobs: params.public_jobs ?? params.public_builds,
    requestAccessEnabled: params.request_access_enabled,
    onlyAllowMergeIfPipelineSucceeds: params.only_allow_merge_if_pipeline_succeeds,
    onlyAllowMergeIfAllDiscussionsAreResolved: params.only_allow_merge_if_all_discussions_are_resolved,
    mergeMethod: params.merge_method,
    squashOption: params.squash_option,
    mergePipelinesEnabled: params.merge_pipelines_enabled,
    removeSourceBranchAfterMerge: params.remove_source_branch_after_merge,
    autocloseReferencedIssues: params.autoclose_referenced_issues,
    mrDefaultTargetSelf: params.mr_default_target_self,
    // An empty path selects the default one.
    ciConfigPath: params.ci_config_path === '' ? null : params.ci_config_path,
    tagList: topicsOf(params.topics ?? params.tag_list),
    printingMergeRequestLinkEnabled:
      params.printing_merge_request_link_enabled ?? params.printing_merge_requests_link_enabled,
  };
}

function topicsOf(given: readonly string[] | undefined): string[] | undefined {
  return given && [...new Set(given.map((topic) => topic.trim()).filter(Boolean))];
}

/** A client that sends back a response sends both: the level is more precise than the flag, and wins. */
function accessLevel(
  level: FeatureAccessLevel | undefined,
  enabled: boolean | undefined,
): FeatureAccessLevel | undefined {
  if (level !== undefined || enabled === undefined) return level;
  return enabled ? 'enabled' : 'disabled';
}

/** Converts the parameters of a new project. */
export function newProject(
  params: z.output<typeof CreateProjectParams> | z.output<typeof CreateProjectForUserParams>,
): ProjectRequest {
  const { name, path, namespace_id: namespaceId, avatar: picture } = params;
  return {
    name,
    path,
    namespaceId,
    avatar: picture,
    importUrl: params.import_url || undefined,
    withReadme: params.initialize_with_readme ?? false,
    // Clients without a value send an empty text.
    defaultBranch: params.default_branch || undefined,
    settings: projectSettings(params),
  };
}

/** Converts the parameters to the changes of a project. */
export function projectChanges(params: z.output<typeof UpdateProjectParams>): ProjectChanges {
  return {
    name: params.name?.normalize('NFC'),
    path: params.path,
    // Clients without a value send an empty text.
    defaultBranch: params.default_branch || undefined,
    avatar: params.avatar,
    importUrl: params.import_url || undefined,
    settings: {
      ...projectSettings(params),
      repositorySizeLimit: params.repository_size_limit,
      repositoryCopies: params.repository_copies,
    },
  };
}

const ORDERS = {
  id: 'id',
  name: 'name',
  path: 'path',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  last_activity_at: 'lastActivityAt',
} as const satisfies Record<string, ProjectOrder>;
const ORDER_NAMES = Object.keys(ORDERS) as [keyof typeof ORDERS];

export const ListProjectsParams = z.object({
  archived: flag,
  visibility,
  order_by: v4.optional(v4.oneOf(ORDER_NAMES)),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])),
  search: v4.search(),
  simple: flag,
  owned: flag,
  membership: flag,
  starred: flag,
  statistics: flag,
  with_issues_enabled: flag,
  with_merge_requests_enabled: flag,
  topic: topics,
  min_access_level: v4.optional(v4.integer()),
  active: flag.describe('Only projects that are not archived, or only archived ones'),
  last_activity_after: v4.optional(v4.dateTime()).describe('Only projects with an activity at this time or later'),
  last_activity_before: v4
    .optional(v4.dateTime())
    .describe('Only projects whose last activity was at this time or earlier'),
  updated_after: v4.optional(v4.dateTime()).describe('Only projects that were changed at this time or later'),
  updated_before: v4.optional(v4.dateTime()).describe('Only projects that were last changed at this time or earlier'),
  custom_attributes: v4.optional(v4.hash()),
  with_custom_attributes: refused(),
  with_programming_language: refused(),
  with_security_reports: refused(),
  search_namespaces: flag.describe('Whether `search` also matches the full path'),
  topic_id: refused(),
  imported: refused(),
  include_hidden: refused(),
  include_pending_delete: refused(),
  marked_for_deletion_on: refused(),
  repository_storage: refused(),
  repository_checksum_failed: refused(),
  wiki_checksum_failed: refused(),
  ...v4.keysetPage,
});

/** Parameters of every list of projects. */
export type ProjectListParams = z.output<typeof ListProjectsParams>;

export const ListProjectsOfUserParams = z.object({ user_id: v4.user(), ...ListProjectsParams.shape });

/** Converts the parameters to filters and a page. @throws KeysetUnavailable */
export function projectList(params: ProjectListParams): { filters: ProjectFilters; request: PageRequest } {
  const filters = projectFilters(params);
  return { filters, request: pageRequest(params, { by: filters.orderBy, sort: filters.sort }) };
}

/** Converts the parameters to filters and the order of a list. */
export function projectFilters(params: ProjectListParams): ProjectFilters {
  return {
    archived: params.archived ?? (params.active === undefined ? undefined : !params.active),
    visibility: params.visibility,
    search: params.search,
    searchPaths: params.search_namespaces,
    owned: params.owned ?? false,
    membership: params.membership ?? false,
    starred: params.starred ?? false,
    customAttributes: params.custom_attributes ?? {},
    withIssuesEnabled: params.with_issues_enabled ?? false,
    withMergeRequestsEnabled: params.with_merge_requests_enabled ?? false,
    topics: topicsOf(params.topic),
    minAccessLevel: params.min_access_level,
    activeAfter: params.last_activity_after,
    activeBefore: params.last_activity_before,
    updatedAfter: params.updated_after,
    updatedBefore: params.updated_before,
    orderBy: ORDERS[params.order_by ?? 'created_at'],
    sort: params.sort ?? 'desc',
  };
}
