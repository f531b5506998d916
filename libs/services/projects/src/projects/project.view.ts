import { isUsable } from '@hearth/access';
import {
  AccessLevel,
  FEATURE_ACCESS_LEVELS,
  MERGE_METHODS,
  SQUASH_OPTIONS,
  VISIBILITIES,
  secretText,
  type Caller,
  type ProjectFeature,
  type ProjectFeatures,
  type PublicAddresses,
} from '@hearth/contract-kit';
import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { presentAvatarUrl } from '../avatars/avatar.view.js';
import { isCodeReadable, ownLevel } from './code.rules.js';
import type { BasicProject, ListedProject, Membership, ProjectRecord } from './projects.store.js';

/** Basic view, for `simple=true` and anonymous callers. */
export const BasicProjectView = z.strictObject({
  id: z.int(),
  description: z.string().nullable(),
  name: z.string(),
  name_with_namespace: z.string(),
  path: z.string(),
  path_with_namespace: z.string(),
  created_at: z.iso.datetime(),
  default_branch: z.string().nullable(),
  tag_list: z.array(z.string()),
  topics: z.array(z.string()),
  /** Null where git over SSH is off. */
  ssh_url_to_repo: z.string().nullable(),
  http_url_to_repo: z.string(),
  web_url: z.string(),
  /** Left out where it is not known yet, and for callers who may not read the code. */
  readme_url: z.string().nullable().optional(),
  avatar_url: z.string().nullable(),
  star_count: z.int(),
  forks_count: z.int(),
  last_activity_at: z.iso.datetime(),
});
export type BasicProjectView = z.output<typeof BasicProjectView>;

const NamespaceView = z.strictObject({
  id: z.int(),
  name: z.string(),
  path: z.string(),
  kind: z.enum(['user', 'group']),
  full_path: z.string(),
  parent_id: z.int().nullable(),
});

const MembershipView = z.strictObject({ access_level: z.int(), notification_level: z.int().nullable() }).nullable();

const FeatureAccess = z.enum(FEATURE_ACCESS_LEVELS);

/** Detail view, for signed-in callers. */
export const ProjectView = BasicProjectView.extend({
  _links: z.strictObject({
    self: z.string(),
    issues: z.string().optional(),
    merge_requests: z.string().optional(),
    repo_branches: z.string(),
    labels: z.string(),
    events: z.string(),
    members: z.string(),
  }),
  empty_repo: z.boolean(),
  archived: z.boolean(),
  visibility: z.enum(VISIBILITIES),
  owner: UserBasicView.extend({ created_at: z.iso.datetime() }).optional(),
  resolve_outdated_diff_discussions: z.boolean(),
  container_registry_enabled: z.boolean(),
  issues_enabled: z.boolean(),
  merge_requests_enabled: z.boolean(),
  wiki_enabled: z.boolean(),
  jobs_enabled: z.boolean(),
  snippets_enabled: z.boolean(),
  issues_access_level: FeatureAccess,
  merge_requests_access_level: FeatureAccess,
  builds_access_level: FeatureAccess,
  wiki_access_level: FeatureAccess,
  snippets_access_level: FeatureAccess,
  repository_access_level: FeatureAccess,
  shared_runners_enabled: z.boolean(),
  group_runners_enabled: z.boolean(),
  lfs_enabled: z.boolean(),
  creator_id: z.int(),
  namespace: NamespaceView,
  forked_from_project: BasicProjectView.optional(),
  mr_default_target_self: z
    .boolean()
    .describe('Whether merge requests from the fork target it by default; missing where there is no source to target')
    .optional(),
  import_status: z.string(),
  import_error: z.string().nullable(),
  open_issues_count: z.int().optional(),
  runners_token: secretText().optional(),
  public_jobs: z.boolean(),
  ci_config_path: z.string().nullable(),
  shared_with_groups: z.array(
    z.strictObject({ group_id: z.int(), group_name: z.string(), group_access_level: z.int() }),
  ),
  only_allow_merge_if_pipeline_succeeds: z.boolean(),
  request_access_enabled: z.boolean(),
  only_allow_merge_if_all_discussions_are_resolved: z.boolean(),
  merge_method: z.enum(MERGE_METHODS),
  squash_option: z.enum(SQUASH_OPTIONS),
  merge_pipelines_enabled: z.boolean(),
  remove_source_branch_after_merge: z.boolean(),
  autoclose_referenced_issues: z.boolean(),
  packages_enabled: z.literal(false),
  auto_devops_enabled: z.literal(false),
  pages_access_level: z.literal('disabled'),
  printing_merge_request_link_enabled: z.boolean(),
  printing_merge_requests_link_enabled: z.boolean(),
  repository_size_limit: z
    .int()
    .nullable()
    .describe('Most bytes of the repository; 0: unlimited, null: the limit of the groups around, or of the instance')
    .optional(),
  repository_copies: z
    .int()
    .nullable()
    .describe('Number of storages for the repository, from 1 to 9; null: that of the groups around, or of the instance')
    .optional(),
  statistics: z
    .strictObject({
      commit_count: z.int(),
      storage_size: z.int(),
      repository_size: z.int(),
      lfs_objects_size: z.int(),
      job_artifacts_size: z.int(),
    })
    .optional(),
  permissions: z.strictObject({ project_access: MembershipView, group_access: MembershipView }),
});
export type ProjectView = z.output<typeof ProjectView>;

/** Detail view for signed-in callers, basic view for others and `simple` lists. */
export const AnyProjectView = z.union([ProjectView, BasicProjectView]);
export type AnyProjectView = z.output<typeof AnyProjectView>;

/** Row of a list, in the view that the caller requested and may see. */
export function presentInList(
  project: ListedProject,
  { simple, statistics }: { simple?: boolean | undefined; statistics?: boolean | undefined },
  caller: Caller,
): AnyProjectView {
  if (simple || !caller.principal) return presentSimpleProject(project, caller);
  return presentProject(project, caller, { level: project.level, statistics });
}

/** A project itself as callers get it who ask for little of it. @param at addresses that the client used */
export function presentSimpleProject(project: ListedProject, at: PublicAddresses): BasicProjectView {
  return presentBasicProject(project, at, presentReadme(project, at.baseUrl, project.level));
}

/**
 * @param at addresses that the client used
 * @param readme nothing of the project that another one is a fork of
 */
export function presentBasicProject(
  project: BasicProject,
  { baseUrl, sshPrefix }: PublicAddresses,
  readme: Pick<BasicProjectView, 'readme_url'> = {},
): BasicProjectView {
  const { fullPath, namespace } = project;
  const topics = [...project.tagList].sort();
  return {
    id: project.id,
    description: project.description,
    name: project.name,
    name_with_namespace: `${namespace.fullName} / ${project.name}`,
    path: project.path,
    path_with_namespace: fullPath,
    created_at: new Date(project.createdAt).toISOString(),
    default_branch: project.defaultBranch,
    tag_list: topics,
    topics,
    ssh_url_to_repo: sshPrefix === undefined ? null : `${sshPrefix}${fullPath}.git`,
    http_url_to_repo: `${baseUrl}/${fullPath}.git`,
    web_url: `${baseUrl}/${fullPath}`,
    ...readme,
    avatar_url: presentAvatarUrl('project', project, baseUrl),
    star_count: project.starCount,
    forks_count: project.forksCount,
    last_activity_at: new Date(project.lastActivityAt).toISOString(),
  };
}

/** Data of an answer beside the project's record. */
export interface ProjectDetails {
  /** The caller's level, where a field depends on it: a feature limited to members, the error of an import (masters only). */
  readonly level?: AccessLevel | undefined;
  /** Token of the runners, for masters and above, in answers about this one project. */
  readonly runnersToken?: string | undefined;
  /** Whether the caller requested statistics. */
  readonly statistics?: boolean | undefined;
}

/** @param at addresses that the client used */
export function presentProject(project: ProjectRecord, at: PublicAddresses, details: ProjectDetails = {}): ProjectView {
  const { baseUrl } = at;
  const { level = AccessLevel.none, runnersToken, statistics = false } = details;
  const { features, namespace } = project;
  const usable = (feature: ProjectFeature) => isUsable(feature, { features, level });
  const owner = presentOwner(project, baseUrl);
  return {
    ...presentBasicProject(project, at, presentReadme(project, baseUrl, details.level)),
    _links: presentLinks(project.id, baseUrl, usable),
    // The default branch is unknown until there is one.
    empty_repo: project.defaultBranch === null,
    archived: project.archived,
    visibility: project.visibility,
    ...(owner && { owner }),
    resolve_outdated_diff_discussions: project.resolveOutdatedDiffDiscussions,
    container_registry_enabled: project.containerRegistryEnabled,
    ...presentFeatures(features, usable),
    shared_runners_enabled: project.sharedRunnersEnabled,
    group_runners_enabled: project.groupRunnersEnabled,
    lfs_enabled: project.lfsEnabled,
    creator_id: project.creatorId,
    namespace: presentNamespace(namespace),
    ...(project.forkedFrom && {
      forked_from_project: presentBasicProject(project.forkedFrom, at),
      mr_default_target_self: project.mrDefaultTargetSelf,
    }),
    import_status: project.importStatus,
    import_error: level >= abilities.updateProject.from ? project.importError : null,
    ...(usable('issues') && { open_issues_count: project.openIssuesCount }),
    ...(runnersToken !== undefined && { runners_token: runnersToken }),
    public_jobs: project.publicJobs,
    ci_config_path: project.ciConfigPath,
    shared_with_groups: project.sharedWithGroups.map(({ id, name, level }) => ({
      group_id: id,
      group_name: name,
      group_access_level: level,
    })),
    only_allow_merge_if_pipeline_succeeds: project.onlyAllowMergeIfPipelineSucceeds,
    request_access_enabled: project.requestAccessEnabled,
    only_allow_merge_if_all_discussions_are_resolved: project.onlyAllowMergeIfAllDiscussionsAreResolved,
    merge_method: project.mergeMethod,
    squash_option: project.squashOption,
    merge_pipelines_enabled: project.mergePipelinesEnabled,
    remove_source_branch_after_merge: project.removeSourceBranchAfterMerge,
    autoclose_referenced_issues: project.autocloseReferencedIssues,
    ...ABSENT,
    printing_merge_request_link_enabled: project.printingMergeRequestLinkEnabled,
    printing_merge_requests_link_enabled: project.printingMergeRequestLinkEnabled,
    ...(statistics && {
      repository_size_limit: project.repositorySizeLimit,
      repository_copies: project.repositoryCopies,
      statistics: presentStatistics(project),
    }),
    permissions: {
      project_access: presentMembership(project.projectAccess),
      group_access: presentMembership(project.groupAccess),
    },
  };
}

function presentNamespace({ id, name, path, kind, fullPath, parentId }: ProjectRecord['namespace']) {
  return { id, name, path, kind, full_path: fullPath, parent_id: parentId };
}

/** URL of the README on the default branch. Known once the branch was measured, which is seconds after a change. */
function presentReadme(
  project: ProjectRecord,
  baseUrl: string,
  level = ownLevel(project),
): Pick<BasicProjectView, 'readme_url'> {
  const { fullPath, defaultBranch, measuredBranch, readmePath } = project;
  if (!isCodeReadable(project, level)) return {};
  if (defaultBranch === null) return { readme_url: null };
  if (defaultBranch !== measuredBranch) return {};
  if (readmePath === null) return { readme_url: null };
  const file = [...defaultBranch.split('/'), readmePath].map(encodeURIComponent).join('/');
  return { readme_url: `${baseUrl}/${fullPath}/-/blob/${file}` };
}

/** Features of later releases that Hearth does not have. */
const ABSENT = { packages_enabled: false, auto_devops_enabled: false, pages_access_level: 'disabled' } as const;

/** Whether the caller may use each feature, and the access level of each. */
function presentFeatures(features: ProjectFeatures, usable: (feature: ProjectFeature) => boolean) {
  return {
    issues_enabled: usable('issues'),
    merge_requests_enabled: usable('mergeRequests'),
    wiki_enabled: usable('wiki'),
    jobs_enabled: usable('builds'),
    snippets_enabled: usable('snippets'),
    issues_access_level: features.issues,
    merge_requests_access_level: features.mergeRequests,
    builds_access_level: features.builds,
    wiki_access_level: features.wiki,
    snippets_access_level: features.snippets,
    repository_access_level: features.repository,
  };
}

/** Storage is the repository, its LFS objects and the artifacts of jobs. */
function presentStatistics({
  commitCount,
  repositorySize,
  lfsSize,
  artifactsSize,
}: ProjectRecord): ProjectView['statistics'] {
  return {
    commit_count: commitCount,
    storage_size: repositorySize + lfsSize + artifactsSize,
    repository_size: repositorySize,
    lfs_objects_size: lfsSize,
    job_artifacts_size: artifactsSize,
  };
}

function presentLinks(
  id: ProjectRecord['id'],
  baseUrl: string,
  usable: (feature: ProjectFeature) => boolean,
): ProjectView['_links'] {
  const self = `${baseUrl}/api/v4/projects/${id}`;
  return {
    self,
    ...(usable('issues') && { issues: `${self}/issues` }),
    ...(usable('mergeRequests') && { merge_requests: `${self}/merge_requests` }),
    repo_branches: `${self}/repository/branches`,
    labels: `${self}/labels`,
    events: `${self}/events`,
    members: `${self}/members`,
  };
}

/** Owner of a user namespace, which mirrors the user's username and name. */
function presentOwner({ owner, namespace }: ProjectRecord, baseUrl: string): ProjectView['owner'] {
  if (!owner) return undefined;
  const user = { ...owner, username: namespace.path, name: namespace.fullName };
  return { ...presentUserBasic(user, baseUrl), created_at: owner.createdAt };
}

function presentMembership(membership: Membership | null): z.output<typeof MembershipView> {
  return membership && { access_level: membership.level, notification_level: membership.notificationLevel };
}
